// The form of a fine or a report, in browser tests.
import type { Locator, Page } from "@playwright/test";

/** The tiles of the site's violations. */
export const violations = (page: Page): Locator => page.getByRole("radiogroup", { name: "Överträdelse" });

export const violation = (page: Page, name: string): Locator =>
  violations(page).getByRole("radio", { name, exact: true });

/**
 * Chooses a violation by pressing its tile, which takes the focus from the field that was typed in, as a person's press does. A long list
 * of tiles is opened first.
 */
export async function chooseViolation(page: Page, name: string): Promise<void> {
  await violations(page).waitFor();
  const rest = page.getByRole("button", { name: /^Visa alla \d+ överträdelser$/ });
  if (await rest.isVisible()) await rest.click();
  await violation(page, name).check();
}

/** Opens the part of the form with rarely used fields, which a wide screen shows anyway. */
export async function unfoldFields(page: Page): Promise<void> {
  const fold = page.getByRole("button", { name: "Fler uppgifter" });
  if ((await fold.isVisible()) && (await fold.getAttribute("aria-expanded")) === "false") await fold.click();
}
