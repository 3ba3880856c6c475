/** Thrown when there is no such case; the form shows the text in the page's current language. */
export const NO_CASE = new Error("No such case");
