/** Texts of an attendant's drafts, and of a login that is about to end. */
export const draftEndTexts = {
  list: "Påbörjade böter",
  fine: (caseNumber: string) => (caseNumber === "" ? "Påbörjad bot" : `Påbörjad bot ${caseNumber}`),
  report: (plate: string, caseNumber: string) => ["Påbörjad rapport", plate, caseNumber].filter(Boolean).join(" "),
  goOn: "Fortsätt",
  ends: (time: string) => `Inloggningen slutar ${time}`,
  stay: "Stanna inloggad",
  stayTitle: "Stanna inloggad",
  stayText: "Skriv ditt lösenord, så gäller inloggningen åtta timmar till. Det du har påbörjat står kvar.",
  missing: "Fyll i lösenordet",
  wrong: "Fel lösenord",
  failed: "Det gick inte att förlänga inloggningen. Försök igen.",
  stayed: (time: string) => `Inloggningen gäller till ${time}`,
  ended: "Inloggningen har slutat. Det du har påbörjat finns kvar till nästa gång du loggar in.",
};
