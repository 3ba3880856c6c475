/** The message for a person who did something too often, the same on all screens (decisions §4). */

/**
 * Returns the text for an error with `retryAfterSeconds`, and undefined for any other error. The language is that of the screen around
 * `element`, or of the whole page.
 */
export function waitText(error: unknown, element: Element | null = document.querySelector("h1")): string | undefined {
  const seconds = (error as { retryAfterSeconds?: unknown } | null)?.retryAfterSeconds;
  if (typeof seconds !== "number") return undefined;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return element?.closest<HTMLElement>("[lang]")?.lang === "en"
    ? `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`
    : `För många försök. Försök igen om ${minutes} ${minutes === 1 ? "minut" : "minuter"}.`;
}
