const format = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Stockholm" });

/**
 * The day of a moment (milliseconds since 1970) where the company is, as `yyyy-MM-dd`. The rules of cases count in it wherever a screen's
 * clock is; the database's `private.day_of` gives the same.
 */
export const stockholmDay = (moment: number): string => format.format(moment);
