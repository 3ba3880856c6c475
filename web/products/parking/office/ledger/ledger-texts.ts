import type { LedgerAccount } from "#contract/ledger.ts";
import type { LedgerKind } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import type { Verification } from "./rules/verifications.ts";

const kinds: Record<LedgerKind, string> = {
  issued: "Utfärdade kontrollavgifter",
  fee: "Påminnelseavgifter",
  payment: "Betalningar på ärenden",
  unplaced: "Okända betalningar",
  placed: "Placerade okända betalningar",
  undone: "Tillbakatagna betalningar",
  refunded: "Återbetalningar",
  returned: "Återbetalt utan ärende",
  not_ours: "Avslutat som inte vårt",
  withdrawn: "Makulerade",
  written_off: "Avskrivna",
  recovered: "Återvunna avskrivna",
};

/** A month in words: `november 2026`. */
const monthInWords = (month: string) =>
  new Date(`${month}T12:00:00Z`).toLocaleDateString("sv-SE", { month: "long", year: "numeric", timeZone: "UTC" });

/** Texts of the books of a site. */
export const ledgerTexts = {
  title: "Bokföring",
  loading: "Hämtar bokföringen …",
  loadFailed: "Kunde inte hämta bokföringen",
  none: "Inget att bokföra i perioden.",

  period: "Period",
  month: (month: string) => monthInWords(month).replace(/^./, (letter) => letter.toUpperCase()),
  year: (first: string, last: string) =>
    first.slice(5) === "01-01" ? `Räkenskapsåret ${first.slice(0, 4)}` : `Räkenskapsåret ${first}–${last}`,
  open: "Öppen: det som kommer in på månadens dagar ändrar den. Stäng den innan filen läses in i bokföringsprogrammet.",
  closedBy: (moment: string, id: string) => `Stängd ${moment} av ${id}`,
  closed: "Stängd",
  yearOf: (closed: number) => (closed === 0 ? "Ingen av årets månader är stängd." : `Stängda månader: ${closed} av 12`),

  close: {
    button: "Stäng månaden",
    ask: (month: string) => `Stäng ${monthInWords(month)}?`,
    text: "Månaden och alla före den ändras inte mer. Det som kommer senare för deras dagar bokförs i den första öppna månaden, med sin egen dag i texten.",
    done: (month: string) => `${monthInWords(month).replace(/^./, (letter) => letter.toUpperCase())} är stängd`,
    failed: "Kunde inte stänga månaden",
  },

  kindsTitle: "Händelser",
  kind: "Händelse",
  amount: "Belopp",
  kinds,

  accountsTitle: "Konton",
  account: "Konto",
  debit: "Debet",
  credit: "Kredit",
  sum: "Summa",
  accounts: {
    claim: "Kundfordringar",
    bank: "Företagskonto",
    plusgiro: "PlusGiro",
    swish: "Företagskonto, Swish",
    cash: "Kassa",
    income: "Kontrollavgifter utan moms",
    income_vat: "Kontrollavgifter, 25 % moms",
    vat: "Utgående moms, 25 %",
    fee: "Påminnelseavgifter",
    unplaced: "OBS-konto, okända betalningar",
    other: "Övriga kortfristiga skulder",
    loss: "Konstaterade kundförluster",
    recovered: "Återvunna kundfordringar",
  } satisfies Record<LedgerAccount, string>,
  netted: "Kundfordringar är det som är kvar att betala, minskat med det som ska återbetalas.",

  daysTitle: "Dag för dag",
  day: "Dag",
  lateText:
    "En stängd månad tar inte emot mer. Det som kommer senare bokförs på den första öppna månadens första dag, och säger vilken dag det avser.",
  late: (day: string) => `avser ${day}`,

  payees: {
    bankgiro: "Bankgiro",
    plusgiro: "PlusGiro",
    swish: "Swish",
    account: "Bankkonto",
    other: "Annat sätt",
  } as Readonly<Record<string, string>>,
  withPayee: (kind: LedgerKind, payee: string) =>
    payee === "" ? kinds[kind] : `${kinds[kind]}, ${ledgerTexts.payees[payee] ?? payee}`,

  /** A verification in words, as a file says it. */
  says: ({ kind, day, isLate }: Pick<Verification, "kind" | "day" | "isLate">) =>
    isLate ? `${kinds[kind]} ${day}, efter att månaden stängdes` : `${kinds[kind]} ${day}`,
  sie: { dimension: "Resultatenhet" },
  columns: ["Bokförd", "Avser dag", "Plats", "Händelse", "Betalningssätt", "Konto", "Kontonamn", "Debet", "Kredit"],

  export: {
    sie: "Spara SIE 4",
    csv: "Spara CSV",
    /** A file that may still change says so by its name. */
    fileName: (code: string, { first, last }: Period, isClosed: boolean, ending: "si" | "csv") =>
      `bokforing-${code}-${first}-${last}${isClosed ? "" : "-oppen"}.${ending}`,
    done: "Bokföringen är sparad",
    failed: "Kunde inte spara bokföringen",
  },

  /** The rows behind the books: an auditor's way from a verification to its cases and payments, and back. */
  rows: {
    title: "Rader i bokföringen",
    loading: "Hämtar rader …",
    loadFailed: "Kunde inte hämta raderna",
    none: "Inga rader är bokförda så.",
    wrong: "Skriv en dag (2026-11-05), en verifikation (20261105-03) eller ett ärendenummer.",
    ofVerification: (number: string, kind: LedgerKind) => `Verifikation ${number}: ${kinds[kind]}`,
    ofDay: (day: string) => `Alla rader av ${day}`,
    ofCase: (number: string) => `Alla rader av ärende ${number}`,
    search: {
      search: "Dag, verifikation eller ärendenummer",
      searchHint: "Verifikationens nummer står vid varje dag i Bokföring.",
      searchFor: "Visa rader",
      show: "Visa",
      clear: "Rensa",
    },
    sumsTitle: "Summor",
    listTitle: (count: string) => (count === "1" ? "1 rad" : `${count} rader`),
    list: "Rader",
    case: (number: string) => `Ärende ${number}`,
    noCase: "Utan ärende",
    noSource: "Ändrat efter att månaden stängdes, innan rader sparades",
    booked: (date: string, day: string) => (date === day ? date : `${date}, avser ${day}`),
    by: (id: string, moment: string) => `${id} ${moment}`,
    ofWhichVat: (amount: string) => `varav moms ${amount}`,
    save: "Spara rader som CSV",
    fileName: (code: string, of: string) => `bokforing-rader-${code}-${of}.csv`,
    progress: (done: string, all: string) => `${done} av ${all} dagar`,
    done: (count: string) => (count === "1" ? "1 rad är sparad" : `${count} rader är sparade`),
    failed: "Kunde inte spara raderna. Ingen fil sparades.",
    columns: [
      "Verifikation",
      "Bokförd",
      "Avser dag",
      "Plats",
      "Händelse",
      "Ärendenummer",
      "Betalningssätt",
      "Konto",
      "Kontonamn",
      "Debet",
      "Kredit",
      "Varav moms",
      "Bokfört av",
      "Bokfört när",
      "Bankfil",
    ],
  },

  settings: {
    button: "Ändra konton",
    title: "Konton och räkenskapsår",
    text: "Kontona gäller månader som inte är stängda.",
    yearStart: "Räkenskapsåret börjar",
    wrong: "Ett konto är fyra siffror",
    save: "Spara",
    saved: "Kontona är sparade",
    failed: "Kunde inte spara kontona",
    changed: "Någon annan har ändrat platsens inställningar. Öppna fönstret igen.",
  },
} as const;
