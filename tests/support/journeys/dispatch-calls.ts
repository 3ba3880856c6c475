// Calls and the command line of the dispatch centre 721075, for browser tests.
import type { Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";

export const openCalls = (page: Page) => page.getByRole("tab", { name: "Calls" }).click();

/** The card of the call at a place. */
export const card = (page: Page, place: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(place, { exact: true }) });

export async function newCall(page: Page, place: string): Promise<void> {
  await page.getByRole("button", { name: "New call" }).click();
  const form = page.getByRole("form", { name: "New call" });
  await form.getByLabel("Place").fill(place);
  await form.getByLabel("Nature").fill("Brand");
  await form.getByRole("button", { name: "Save call" }).click();
}

export async function assign(page: Page, place: string, unit: string): Promise<void> {
  await card(page, place).getByRole("button", { name: "Assign units" }).click();
  const dialog = page.getByRole("dialog", { name: /^Assign units to / });
  await dialog.getByRole("checkbox", { name: unit }).check();
  await dialog.getByRole("button", { name: "Assign units" }).click();
}

/** Does a command by the keyboard alone. */
export async function command(page: Page, line: string): Promise<void> {
  await page.keyboard.press("F2");
  await page.getByRole("dialog", { name: "Command" }).getByLabel("Command").fill(line);
  await page.keyboard.press("Enter");
}

export const callRow = async ({ sql }: RunningProduct, place: string) =>
  (await sql`select id, number, status, result, closed_by from calls where place = ${place}`)[0];
