/** Texts of the search of open cases, from any place of the office. */
export const findTexts = {
  button: "Sök ärende",
  title: "Sök ärende",
  text: "Del av registreringsnummer, ärendenummer eller namn, bland öppna ärenden",
  field: "Sök bland öppna ärenden",
  submit: "Sök",
  short: "Skriv minst tre tecken",
  none: "Inget öppet ärende hittades.",
  failed: "Kunde inte söka. Tryck igen.",
  results: "Hittade ärenden",
  more: "Fler finns. Skriv mer av det du söker.",
} as const;
