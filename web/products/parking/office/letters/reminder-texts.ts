/** The wording of a reminder where a site has none of its own, and the facts of the example beside a site's wording. */
export const reminderTexts = {
  own: "Vi har inte fått betalt för kontrollavgiften nedan. Betala det som är kvar senast på den nya förfallodagen.",
  example: {
    ärendenummer: "12345674",
    registreringsnummer: "ABC 123",
    kvar: "760 kr",
    förfallodag: "12 december 2026",
  },
} as const;
