// The actions of a case's page: the next step, two beside it, and the rest behind `Mer`.
import type { Page } from "@playwright/test";

/** Opens `Mer`, where it is closed, so that all actions of the open case are on the page. */
export async function showAllActions(page: Page): Promise<void> {
  const more = page.getByRole("main").getByRole("button", { name: "Mer", exact: true });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

/** Presses an action of the open case, by the name of its button. */
export async function pressAction(page: Page, name: string): Promise<void> {
  await showAllActions(page);
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
}
