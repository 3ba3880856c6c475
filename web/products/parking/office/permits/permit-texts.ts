import type { PermitSort } from "#data/permits/queries.ts";

/** Texts of the page of a site's permits: document 4 §5, and our own words between its names. */
export const permitTexts = {
  title: "Tillstånd",
  search: "Registreringsnummer",
  searchHint: "Hela numret, skrivet på vilket sätt som helst",
  searchFor: "Sök tillstånd",
  show: "Sök",
  clear: "Rensa",
  label: "Tillståndslista",
  none: "Inga tillstånd hittades.",
  loadFailed: "Kunde inte hämta tillstånd",

  head: { plate: "Fordon", state: "Status", end: "Gäller till", added: "Tillagt" },
  sorts: { newest: "Nyast först", oldest: "Äldst först", ending: "De som slutar snart" } satisfies Record<
    PermitSort,
    string
  >,
  /** Names of the orders where there is room for a word or two. */
  shortSorts: { newest: "Nyast", oldest: "Äldst", ending: "Slutar snart" } satisfies Record<PermitSort, string>,
  more: (plate: string) => `Mer om ${plate}`,
  daysLeft: (days: number) => (days === 1 ? "1 dag kvar" : `${days} dagar kvar`),
  states: { valid: "Gäller", later: "Gäller senare", over: "Har gått ut", ended: "Avslutat" },
  holder: "Innehavare",
  period: "Giltigt",
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  /** The period of a permit that ends with a whole day. */
  throughDay: (from: string, lastDay: string) => `${from} till och med ${lastDay}`,
  untilEnded: "tills det avslutas",
  endedBy: "Avslutat",
  ended: (moment: string, by: string) => `${moment}, ${by}`,
  note: "Anteckning",
  attendantNote: "Till vakterna",

  end: (plate: string) => `Avsluta ${plate}`,
  endTitle: (plate: string) => `Avsluta tillståndet för ${plate}?`,
  endText: "Det slutar gälla nu, och kan inte återupptas. Lägg till ett nytt om bilen ska få stå igen.",
  endConfirm: "Avsluta",
  endDone: "Tillståndet är avslutat",
  endFailed: "Kunde inte avsluta tillståndet",
  endedAlready: "Tillståndet var redan avslutat.",

  many: {
    end: "Avsluta",
    title: (count: string) => (count === "1" ? "Avsluta 1 tillstånd?" : `Avsluta ${count} tillstånd?`),
    text: "De slutar gälla nu, och kan inte återupptas.",
    done: (count: string) => (count === "1" ? "1 tillstånd är avslutat" : `${count} tillstånd är avslutade`),
    failed: "Kunde inte avsluta tillstånden",
    left: "Avslutades inte:",
    why: { gone: "var redan avslutat", unanswered: "inget svar, tryck igen" },
    row: (plate: string, why: string) => `${plate}: ${why}`,
  },

  add: {
    button: "Lägg till tillstånd",
    title: "Lägg till tillstånd",
    text: "Bilen får stå här utan registrerad parkering.",
    plate: "Registreringsnummer",
    holder: "Innehavare",
    holderHint: "Syns bara för administratörer",
    from: "Giltigt från",
    to: "Giltigt till och med",
    toHint: "Utan datum gäller det tills det avslutas",
    attendantNote: "Till vakterna",
    attendantNoteHint: "Syns i svaret på en kontroll",
    note: "Anteckning",
    noteHint: "Syns bara för administratörer",
    missing: "Fyll i registreringsnummer och från när det gäller",
    noPlate: "Registreringsnumret ska ha minst en bokstav eller siffra",
    wrongEnd: "Sista dagen kan inte vara före den första",
    done: "Tillståndet är tillagt",
    failed: "Kunde inte lägga till tillståndet",
    storedAsBefore:
      "Tillståndet är redan tillagt som du skrev det från början. Avsluta det i listan om det är fel. Tryck igen så läggs även det här till.",
  },
} as const;
