/** Texts of a site's overview: document 4 §5, and our own words between its names. */
export const overviewTexts = {
  title: "Översikt",
  loading: "Hämtar översikten …",
  loadFailed: "Kunde inte hämta översikten",
  statistics: "Statistik",

  figures: {
    title: "Just nu",
    running: "Pågående parkeringar",
    finesToday: "Böter i dag",
    unpaid: "Obetalda böter",
    objections: "Bestridanden som väntar",
    oldest: (age: string) => `Det äldsta kom för ${age} sedan`,
    lessThanOne: "mindre än en minut",
    shifts: "Skift som väntar",
  },

  period: {
    label: "Period",
    choices: { "7": "7 dagar", "30": "30 dagar", "90": "90 dagar", own: "Egen" },
    from: "Från",
    to: "Till och med",
    says: (first: string, last: string) => `${first} – ${last}`,
  },

  chart: {
    asTable: "Visa som tabell",
    none: "Ingenting under perioden.",
    day: "Dag",
    week: "Vecka",
    sum: "Summa",
  },
  parkings: { title: "Registrerade parkeringar per timme", hour: "Timme", count: "Parkeringar" },
  fines: {
    title: "Böter per dag och status",
    groups: { paid: "Betalda", open: "Öppna", over: "Makulerade eller avskrivna" },
  },
  violations: {
    title: "Böter per överträdelse",
    name: "Överträdelse",
    count: "Böter",
    removed: "Borttagen överträdelse",
  },
  payments: {
    title: "Betalt inom 30 dagar",
    keys: { within: "Inom 30 dagar", later: "Senare", not: "Inte betalt" },
    share: (paid: string, all: string, percent: string) =>
      `${paid} av ${all} ${all === "1" ? "bot" : "böter"} (${percent}) betalades inom 30 dagar.`,
    inTime: (count: string) => `Av de obetalda har ${count} ännu tid på sig.`,
  },
  objections: {
    title: "Bestridanden och hur de avgjordes",
    keys: { open: "Väntar", accepted: "Godkänt", rejected: "Avslaget", withdrawn: "Ärendet makulerades" },
    groups: { accepted: "Godkänt eller makulerat" },
  },
} as const;
