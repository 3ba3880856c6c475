import type { CheckOutcome } from "#contract/cases.ts";

/** Texts of the check of a plate (document 4 §5). */
export const checkTexts = {
  field: "Kontrollera registreringsnummer",
  submit: "Kontrollera",
  missing: "Skriv ett registreringsnummer",
  answer: "Svar",
  failed: "Kunde inte kontrollera registreringsnumret. Försök igen.",
  words: {
    valid: "GILTIG",
    permit: "TILLSTÅND",
    grace: "RESPITTID",
    not_yet: "BÖRJAR",
    expired: "UTGÅNGEN",
    none: "INGEN PARKERING",
  } satisfies Record<CheckOutcome, string>,
  until: (time: string) => `till ${time}`,
  over: "KONTROLLERA IGEN",
  heldUntil: (time: string) => `Svaret gällde till ${time}`,
  untilEnded: "tills vidare",
  left: (span: string) => `${span} kvar`,
  since: (span: string) => `sedan ${span}`,
  registered: (time: string) => `registrerad ${time}`,
  similar: (plate: string, time: string) => `Liknande: ${plate} gäller till ${time}`,
  createFine: "Skapa parkeringsbot",
  again: "Ny kontroll",
  history: "Tidigare",
  fine: (number: string, violation: string) => `Bot ${number} · ${violation}`,
  parking: (span: string, street: string) => `Parkering ${span} · ${street}`,
  check: (word: string) => `Kontroll: ${word}`,
  nothing: "Inget tidigare de senaste 90 dagarna.",
  showAll: (count: number) => `Visa alla ${count}`,
} as const;
