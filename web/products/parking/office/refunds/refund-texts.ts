import type { RefundKind } from "#data/fines/look-up.ts";
import type { RefundState } from "./rules/refund-state.ts";

/** Texts of the refunds to drivers. */
export const refundTexts = {
  message: (caseNumber: string) => `Återbetalning ärende ${caseNumber}`,
  /** Words for a place where a file wants a name, and no name in Latin letters is known. */
  payer: "Parkering",
  holder: "Kontohavare",
  swishColumns: ["Swish-nummer", "Namn", "Belopp", "Meddelande"],

  label: "Att återbetala",
  text: "Föraren lämnar konto eller Swish-nummer på ärendets sida (QR-koden). Markera rader för att föreslå, godkänna eller göra en fil.",
  loading: "Hämtar det som ska återbetalas …",
  loadFailed: "Kunde inte hämta det som ska återbetalas",
  none: "Inget ska återbetalas.",
  more: "Bara de 500 äldsta visas.",
  mark: (caseNumber: string) => `Markera ${caseNumber}`,

  columns: {
    case: "Ärende",
    amount: "Belopp",
    payee: "Betalas till",
    payer: "Betalade, eller får breven",
    state: "Läge",
  },
  noAccount: "Inget konto lämnat",
  account: (bank: string, clearing: string, account: string) => `${bank} ${clearing}, ${account}`,
  swish: (account: string) => `Swish +${account}`,
  leftAt: (moment: string) => `Lämnat ${moment}`,
  strange: "Namnet är ett annat än betalarens. Fråga innan du föreslår.",
  replaced: "Kontot är ett annat än det som lämnades först. Fråga innan du föreslår.",
  states: {
    none: "Väntar på konto",
    left: "Konto lämnat",
    changed: "Beloppet har ändrats",
    waiting: "Väntar på godkännande",
    ready: "Klar att betala",
  } satisfies Record<RefundState, string>,
  proposedBy: (id: string) => `Föreslagen av ${id}`,
  approvedBy: (id: string) => `godkänd av ${id}`,

  steps: { proposed: "Föreslå", approved: "Godkänn", dropped: "Ta tillbaka" },
  stepDone: { proposed: "Föreslaget", approved: "Godkänt", dropped: "Tillbakataget" },
  stepFailed: "Kunde inte spara. Inget är ändrat.",

  files: {
    make: { account: "Gör betalfil", swish: "Gör lista för Swish" } satisfies Record<RefundKind, string>,
    title: (amount: string) => `Återbetala ${amount}`,
    hint: {
      account:
        "Filen (ISO 20022 pain.001) läser du in i banken. Varje ärende får sin återbetalning när filen görs, så gör den en gång. Spara filen i sju år: här raderas kontona efter 90 dagar.",
      swish:
        "Listan betalar du från företagets Swish. Varje ärende får sin återbetalning när listan görs, så gör den en gång. Spara listan i sju år: här raderas numren efter 90 dagar.",
    } satisfies Record<RefundKind, string>,
    iban: "Betala från (IBAN)",
    bic: "Bankens BIC",
    day: "Betalas den",
    missing: "Fyll i alla fält",
    wrongIban: "Ange kontots IBAN, till exempel SE35 5000 0000 0549 1000 0003",
    wrongBic: "BIC har 8 eller 11 tecken",
    save: "Gör filen",
    done: "Filen är sparad, och återbetalningarna är bokförda",
    failed: "Kunde inte göra filen. Inget är bokfört. Försök igen.",
    fileName: (day: string, kind: RefundKind) =>
      kind === "account" ? `återbetalningar-${day}.xml` : `återbetalningar-swish-${day}.csv`,

    label: "Gjorda filer",
    none: "Ingen fil är gjord än.",
    loadFailed: "Kunde inte hämta filerna",
    kinds: { account: "Betalfil", swish: "Lista för Swish" } satisfies Record<RefundKind, string>,
    count: (count: number) => (count === 1 ? "1 återbetalning" : `${count} återbetalningar`),
    sum: "Summa",
    paid: "Betalas",
    made: "Gjord",
    by: (moment: string, id: string) => `${moment}, ${id}`,
    again: "Hämta filen igen",
    againDone: "Filen är sparad",
    againFailed: "Kunde inte hämta filen",
    erased: "Kontona är raderade efter 90 dagar. Filen kan inte göras igen.",
  },
} as const;
