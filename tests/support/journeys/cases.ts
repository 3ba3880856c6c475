// The admin's lists of cases and the page of a case, for browser tests.
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import type { IssuedFine } from "#tests/support/journeys/issued-fines.ts";

/** The address of the seed's cases. */
export const CASES = "/ostra-hamnen/cases";

/** The row of a case in a list. */
export const row = (page: Page, fine: IssuedFine) => page.getByRole("article", { name: fine.case_number, exact: true });

/** A named section of a case's page, for the office or its driver. */
export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** An event of a case, by its title. */
export const event = (page: Page, title: string) =>
  section(page, "Händelser")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });

/** Opens a case in a window that is logged in, and waits for it. */
export async function openCase(page: Page, fine: IssuedFine) {
  await page.goto(`${CASES}/${fine.case_number}`);
  await untilOpen(page, fine);
}

/** Opens a case as the site's admin, who is logged in already, and waits for it. */
export async function beginAtCase(page: Page, fine: IssuedFine) {
  await beginAsAdmin(page, { at: `${CASES}/${fine.case_number}` });
  await untilOpen(page, fine);
}

/** Waits until the page shows the case. */
export async function untilOpen(page: Page, fine: IssuedFine) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Ärende ${fine.case_number}`);
  await expect(section(page, "Läget")).toBeVisible();
}
