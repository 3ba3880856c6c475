/** Thrown where there is no such case: the form tells it in the language that the page has then. */
export const NO_CASE = new Error("No such case");
