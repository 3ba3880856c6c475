/** What the driver's pages say, in plain Swedish (document 4 §5). */
import type { CaseStatus } from "#contract/cases.ts";

export const driverTexts = {
  title: "Ärende",
  introduction: "Här ser du vad som gäller för en bot (kontrollavgift).",
  lookUp: {
    text: "Numret står på boten. Skriv också bilens registreringsnummer.",
    caseNumber: "Ärendenummer",
    caseNumberHint: "Åtta siffror",
    plate: "Registreringsnummer",
    submit: "Visa ärende",
    missing: "Fyll i både ärendenummer och registreringsnummer",
    none: "Inget ärende med de uppgifterna.",
    failed: "Ärendet kunde inte hämtas",
  },
  loading: "Hämtar ärendet …",
  other: "Sök ett annat ärende",

  /** Where the case stands; `left` is what is left to pay, `due` the last day. */
  status: {
    toPay: "Att betala",
    due: (day: string) => `Senast ${day}`,
    words: {
      issued: "Boten är inte betald.",
      reminded: "Boten är inte betald. En påminnelse har skickats.",
      disputed: "Boten är bestridd. Du behöver inte betala förrän bestridandet är avgjort.",
      paid: "Boten är betald.",
      withdrawn: "Boten är makulerad. Du ska inte betala något.",
      written_off: "Ärendet är avslutat. Du ska inte betala något.",
      collection: "Boten är lämnad till inkasso. Följ inkassobolagets anvisningar.",
    } satisfies Record<CaseStatus, string>,
    objectionOpen: "Ett bestridande väntar på beslut.",
    objectionDecided: "Ett bestridande har avgjorts.",
    tooMuch: (amount: string) => `${amount} är betalt för mycket och ska betalas tillbaka.`,
  },

  facts: {
    title: "Boten",
    caseNumber: "Ärendenummer",
    plate: "Registreringsnummer",
    place: "Plats",
    observed: "Observerad",
    issued: "Utfärdad",
    violation: "Överträdelse",
    amount: "Belopp",
    fee: "Påminnelseavgift",
    paid: "Betalt",
    due: "Sista betalningsdag",
    fromTo: (from: string, to: string) => `${from} – ${to}`,
  },

  pay: {
    title: "Så betalar du",
    reference: "Referens (OCR eller meddelande)",
    kinds: { bankgiro: "Bankgiro", plusgiro: "Plusgiro", swish: "Swish", account: "Bankkonto" },
    asOnNotice: "Betala så som det står på boten, och ange referensen.",
  },

  issuer: {
    title: "Vem som har utfärdat boten",
    name: "Företag",
    orgNumber: "Organisationsnummer",
    principal: "På uppdrag av",
    email: "E-post",
    phone: "Telefon",
    privacy: "Så hanterar vi personuppgifter",
  },
} as const;
