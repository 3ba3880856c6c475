// The roster of units at the dispatch centre 721075, for browser tests.
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { keepOnly } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** Messages of the console while the server or the network is away. */
export const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

/** Opens the roster's tab, and waits for the seed's units and live news. */
export async function openRoster(page: Page) {
  await page.getByRole("tab", { name: "Units" }).click();
  await expect(edit(page, "31-1010")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** Another person's window, with sessions of its own. */
export async function openWindow(browser: Browser, product: RunningProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  return context.newPage();
}

/** The button that opens a unit for editing. */
export const edit = (page: Page, unit: string) => page.getByRole("button", { name: `Edit ${unit}`, exact: true });

/** The button that deletes a unit. */
export const remove = (page: Page, unit: string) => page.getByRole("button", { name: `Delete ${unit}`, exact: true });

/** The button that shows a unit's status and sets it. */
export const status = (page: Page, unit: string) =>
  page.getByRole("row", { name: unit }).locator("[data-action=status]");

/** The form of a unit that is open for editing. */
export const form = (page: Page, unit: string) => page.getByRole("form", { name: `Editing ${unit}` });

/** The units of a location, or the choice of a unit's status. */
export const group = (page: Page, location: string) => page.getByRole("group", { name: location });

/** A unit in the table. */
export async function unitRow(product: RunningProduct, unitNumber: string) {
  const rows = await product.sql`
    select unit_number, location, status, occupation, vehicle_type, operational_status
    from units where unit_number = ${unitNumber}`;
  return rows[0];
}

/** A person's rows in the activity log, one line each, oldest first. */
export const activityOf = async (product: RunningProduct, userId: string) =>
  (
    await product.sql<{ line: string }[]>`
      select concat_ws(' ', user_type, action, page_url, additional_data->>'user_id') as line
      from web_activity_logs where user_id = ${userId} order by created_at, id`
  ).map(({ line }) => line);

/**
 * Gives each test of a file the seed's units, operator and empty logs, and the worker its units back after the file. They have their
 * statuses since this moment: those of a database that was made an hour ago would be past a limit that a test sets.
 */
export function keepUnits(): void {
  let seeded: Record<string, string>[];
  const restoreUnits = async ({ sql }: RunningProduct) => {
    await sql`delete from units`;
    await sql`insert into units ${sql(seeded)}`;
    await sql`update units set status_since = now(), checked_at = null`;
  };
  test.beforeAll(async ({ product }) => {
    seeded = await product.sql`select * from units`;
  });
  test.afterAll(({ product }) => restoreUnits(product));
  test.beforeEach(async ({ product }) => {
    await restoreUnits(product);
    await keepOnly(product, "721075", "op01");
    await product.sql`delete from web_activity_logs`;
    await product.sql`delete from attendant_deletion_logs`;
  });
}
