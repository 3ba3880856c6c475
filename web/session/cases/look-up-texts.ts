// Texts of the form that finds a case by number and plate (document 4 §5), in Swedish and English.
const sv = {
  text: "Numret står på boten. Skriv också bilens registreringsnummer. Botens QR-kod visar alltid ärendet.",
  caseNumber: "Ärendenummer",
  caseNumberHint: "Åtta siffror",
  mistyped: "En siffra verkar vara fel.",
  plate: "Registreringsnummer",
  submit: "Visa ärende",
  missing: "Fyll i både ärendenummer och registreringsnummer",
  none: "Inget ärende med de uppgifterna.",
  failed: "Ärendet kunde inte hämtas",
};

const en: typeof sv = {
  text: "The number is on the notice. Enter the car's registration number as well. Its QR code always shows the case.",
  caseNumber: "Case number",
  caseNumberHint: "Eight digits",
  mistyped: "A digit seems to be wrong.",
  plate: "Registration number",
  submit: "Show case",
  missing: "Enter both the case number and the registration number",
  none: "No case with those details.",
  failed: "The case could not be fetched",
};

export const lookUpTexts = { sv, en };
