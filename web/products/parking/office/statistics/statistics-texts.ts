/** Texts of a site's statistics. */
export const statisticsTexts = {
  title: "Statistik",
  loading: "Hämtar statistiken …",
  loadFailed: "Kunde inte hämta statistiken",
  period: {
    label: "Period",
    choices: { "13": "13 veckor", "26": "26 veckor", "52": "52 veckor" },
    says: (first: string, last: string) => `${first} – ${last}`,
  },
  none: "Ingenting under perioden.",
  sum: "Summa",
  week: (year: string, week: number) => `${year} v. ${week}`,
  picture: (title: string) => `Diagram: ${title}. Samma siffror finns i tabellen.`,
  pictureFailed: "Diagrammet kunde inte hämtas. Siffrorna finns i tabellen.",
  kronor: "kr",
  percent: "procent",
  count: "antal",
  fines: "Böter",
  cases: "Ärenden",
  amount: "Belopp",
  other: "Övriga",

  money: {
    title: "Kronor per vecka",
    row: "Vecka",
    says:
      "Utfärdat räknas den vecka boten skrevs, utan påminnelseavgifter. Betalt och återbetalt räknas den vecka pengarna kom " +
      "eller gick; pengar utan ärende räknas inte.",
    issued: "Utfärdat",
    paid: "Betalt",
    refunded: "Återbetalt",
  },
  left: {
    title: "Obetalt just nu",
    row: "Förföll",
    says: "Bestridna ärenden räknas inte med.",
    ages: {
      not_due: "Inte förfallet",
      month: "1–30 dagar sedan",
      quarter: "31–90 dagar sedan",
      older: "Mer än 90 dagar sedan",
    },
  },
  inTime: {
    title: "Betalt inom 30 dagar, per vecka",
    row: "Vecka",
    says: (week: string) => `Böter från och med ${week} har ännu tid på sig.`,
    within: "Inom 30 dagar",
    share: "Andel",
  },
  violations: { title: "Per överträdelse", row: "Överträdelse", removed: "Borttagen överträdelse" },
  places: {
    title: "Per plats",
    row: "Gata",
    says: "Gator utan husnummer; de trettio med flest böter har egna rader.",
    none: "Ingen gata",
  },
  hours: {
    title: "Per timme i veckan",
    row: "Timme",
    says: "Starkare färg betyder fler böter.",
    days: ["Måndag", "Tisdag", "Onsdag", "Torsdag", "Fredag", "Lördag", "Söndag"],
  },
  objections: {
    title: "Bestridanden och hur de slutade, per vecka",
    row: "Vecka",
    says: "Veckan är den då bestridandet kom.",
    keys: { accepted: "Godkänt", rejected: "Avslaget", open: "Väntar", withdrawn: "Ärendet makulerades" },
  },
  templates: {
    title: "Svar per mall",
    row: "Mall",
    says: "Ett svar räknas till sin mall om texten inte ändrades.",
    count: "Svar",
    decisions: { accepted: "Godkänt", rejected: "Avslaget" },
    own: "Egen text",
    erased: "Gallrat svar",
    named: (decision: string, name: string) => `${decision}: ${name}`,
  },

  export: {
    button: "Exportera CSV",
    named: (title: string) => `Exportera CSV: ${title}`,
    done: (title: string) => `${title} exporterat`,
    failed: "Kunde inte exportera statistiken. Ingen fil sparades.",
    fileName: (project: string, name: string, first: string, last: string) =>
      `statistik-${name}-${project}-${first}-${last}.csv`,
    kronor: (name: string) => `${name} (kr)`,
    percent: (name: string) => `${name} (procent)`,
  },
} as const;
