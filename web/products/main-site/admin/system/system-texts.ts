/** Texts of the page about the system, in our own words. */

const PARTS: Readonly<Record<string, string>> = {
  database: "Databasen svarar inte",
  roles: "Databasen nekar anrop",
  writes: "Databasen tar inte emot ändringar",
  notifications: "Direktuppdateringar når inte servern",
  photos: "Foton kan inte sparas",
  messages: "Meddelanden kan inte skickas",
  bounds: "För mycket pågår samtidigt: anrop nekas",
};

const RESULTS: Readonly<Record<string, string>> = {
  parkings: "parkeringar",
  permits: "tillstånd",
  searches: "sökningar",
  checks: "kontroller",
  fines: "ärenden",
  cases: "ärenden",
  photos: "foton",
  objects: "foton",
  files: "filer",
  sites: "sidor",
};

export const systemTexts = {
  title: "Systemet",
  introduction: "Det som sköter sig självt: när det senast kördes, vad som hände och när det körs igen.",
  loading: "Hämtar systemets tillstånd",
  loadFailed: "Kunde inte hämta systemets tillstånd",
  now: {
    title: "Just nu",
    well: "Allt fungerar",
    troubled: "Något fungerar inte",
    silent: "Ingen server har hörts av",
    database: (version: string) => `PostgreSQL ${version}`,
  },
  servers: {
    title: "Servrar",
    list: "Lista över servrar",
    none: "Ingen server har antecknat något ännu.",
    ready: "Fungerar",
    degraded: "Begränsad",
    failed: "Ur funktion",
    gone: "Hörs inte av",
    since: (moment: string) => `Igång sedan ${moment}`,
    seen: (moment: string) => `Senast hörd ${moment}`,
    version: (build: string, node: string) =>
      build === "" ? `Node ${node.replace("v", "")}` : `Version ${build}, Node ${node.replace("v", "")}`,
  },
  jobs: {
    title: "Återkommande arbeten",
    list: "Lista över återkommande arbeten",
    last: "Senast",
    result: "Resultat",
    next: "Nästa",
    never: "Aldrig",
    notYet: "Har inte körts ännu",
    erasure: "Gallring",
    sums: "Dagliga summor",
    outbox: "Meddelanden",
    backup: "Säkerhetskopior",
    photos: "Städning av foton",
    expiry: "Gamla meddelanden tas bort",
    failed: (reason: string) => `Misslyckades: ${reason}`,
    nothing: "Inget att göra",
    done: "Klart",
    counts: (result: Readonly<Record<string, number>>) =>
      Object.entries(result)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `${count} ${RESULTS[kind] ?? kind}`)
        .join(", "),
    countedOnly: (moment: string) => `Räknas bara; gallras från ${moment}`,
    waiting: (count: number) => (count === 0 ? "Inget väntar" : `${count} väntar`),
    givenUp: (count: number) => `${count} kunde inte skickas`,
    asTheyCome: "Direkt, när något ska skickas",
    withinAnHour: "Inom en timme",
    byTimer: "Enligt serverns tidtabell",
    late: "Säkerhetskopian är äldre än ett dygn",
    size: (bytes: number) => `${(bytes / 1e6).toLocaleString("sv-SE", { maximumFractionDigits: 1 })} MB`,
  },
  alarms: {
    title: "Senaste larmen",
    list: "Lista över larm",
    none: "Inga larm de senaste 30 dagarna.",
    ongoing: "Pågår",
    over: "Över",
    span: (from: string, until: string) => `${from} till ${until}`,
    since: (from: string) => `Sedan ${from}`,
  },
  part: (name: string) => PARTS[name] ?? name,
};
