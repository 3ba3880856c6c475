const format = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Stockholm" });

/**
 * The day of a moment (milliseconds since 1970) in the company's place, as `yyyy-MM-dd`. The rules of cases count in these days, whatever a
 * screen's clock says; the database's `private.day_of` gives the same.
 */
export const stockholmDay = (moment: number): string => format.format(moment);
