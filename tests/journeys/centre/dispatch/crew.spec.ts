// The link of a unit's crew (document 5 §3): made by the administrator, opened on a phone without a login, ended again.
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsDispatchAdmin } from "#tests/support/journeys/dispatch.ts";
import { keepUnits, UNREACHABLE, unitRow } from "#tests/support/journeys/dispatch-roster.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { after, BACK_AGAIN } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();
const sweep = async ({ product: { sql } }: { product: RunningProduct }) => {
  await sql`delete from calls`;
  await sql`delete from alarms`;
};
test.beforeEach(sweep);
test.afterAll(sweep);

/** The screen reads the unit every five seconds. */
const NEXT_READ = after(5000);

/** Makes the link of a unit as the administrator, and gives its address. */
async function newLink(page: Page, unit: string): Promise<string> {
  await page.getByRole("button", { name: "New unit link" }).click();
  const asking = page.getByRole("dialog", { name: "New unit link" });
  await asking.getByLabel("Unit").selectOption(unit);
  await asking.getByRole("button", { name: "Make link" }).click();
  const shown = page.getByRole("dialog", { name: `Link: Unit ${unit}` });
  await expect(shown.getByRole("img", { name: `QR code of the link: Unit ${unit}` })).toBeVisible();
  await expectAccessible(page);
  const address = await shown.getByLabel("Address").inputValue();
  await shown.getByRole("button", { name: "Close" }).click();
  return address;
}

async function openOnPhone(browser: Browser, { url }: RunningProduct, address: string): Promise<Page> {
  const { pathname, search, hash } = new URL(address);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, locale: "sv-SE" });
  const phone = await context.newPage();
  const toastCode = phone.waitForResponse(/\/assets\/toast-host-/);
  await phone.goto(`${pathname}${search}${hash}`);
  await (await toastCode).finished();
  return phone;
}

/** Sends a unit to a new call, as a dispatcher would. */
async function send({ sql }: RunningProduct, unit: string, number = "2026-0142"): Promise<void> {
  const [row] = await sql`select id from units where unit_number = ${unit}`;
  const call_id = await insertRow(sql, "calls", { number, status: "assigned", caller: "Åsa 070" });
  await insertRow(sql, "call_units", { call_id, unit_id: row?.["id"], unit_number: unit, status_before: "Radiobil" });
}

// Spec rules §9: A crew's link
// Spec 5 §3: Unit link: crews
// Spec 5 §3: /721075?view=unit#{key} (a QR
test("a crew opens its link on a phone, takes its call's steps, raises its alarm, and reads nothing once the link has ended @rights", async ({
  page,
  browser,
  product,
}) => {
  await logInAsDispatchAdmin(page);
  await page.getByRole("tab", { name: "Dispatch settings" }).click();
  const address = await newLink(page, "31-1010");
  await send(product, "31-1010");
  const phone = await openOnPhone(browser, product, address);
  await expect(phone.getByRole("heading", { name: "31-1010" })).toBeVisible();
  const call = phone.getByRole("article", { name: "2026-0142" });
  await expect(call).toContainText("Storgatan 4");
  await expect(phone.getByText("070")).toHaveCount(0);
  await expectAccessible(phone);
  await call.getByRole("button", { name: "On scene 2026-0142" }).click();
  await expect(call.getByText(/^On scene \d\d:\d\d$/)).toBeVisible();
  await call.getByRole("button", { name: "Clear 2026-0142" }).click();
  await expect(phone.getByText("No call.")).toBeVisible();
  await phone.getByRole("button", { name: "Undo Clear 2026-0142" }).click();
  await expect(call.getByText(/^On scene \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(phone);
  await call.getByRole("button", { name: "Clear 2026-0142" }).click();
  await expect(phone.getByText("No call.")).toBeVisible();

  await phone.getByRole("button", { name: "ALARM" }).click();
  await expect(phone.getByRole("status").filter({ hasText: "ALARM" })).toHaveCount(0);
  await phone.getByRole("button", { name: "ALARM" }).click({ delay: 1100 });
  await expect(phone.getByText("Nobody has acknowledged")).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge 31-1010" }).click();
  await expect(phone.getByText(/^Acknowledged \d\d:\d\d$/)).toBeVisible(NEXT_READ);
  await expectAccessible(phone);
  expect(await product.sql`select status, (select raised_by from alarms) as by from calls`).toEqual([
    { status: "cleared", by: "unit 31-1010" },
  ]);

  await page.getByRole("button", { name: "End link: Unit 31-1010" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End link" }).click();
  await expect(phone.getByText(/^This link opens no unit\./)).toBeVisible(NEXT_READ);
});

// Spec rules §9: A crew's alarm
// Spec 5 §3: ALARM NOT SENT
test("a crew whose network is gone is refused at once, and its alarm goes when the network is back @once", async ({
  page,
  browser,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  await logInAsDispatchAdmin(page);
  await page.getByRole("tab", { name: "Dispatch settings" }).click();
  for (const number of ["2026-0142", "2026-0143"]) await send(product, "31-1010", number);
  const phone = await openOnPhone(browser, product, await newLink(page, "31-1010"));
  await expect(phone.getByRole("button", { name: "Checked" })).toBeVisible();
  await expect(phone.getByRole("button", { name: "ALARM" })).toBeInViewport({ ratio: 1 });
  await phone.context().setOffline(true);
  await phone.getByRole("article", { name: "2026-0143" }).scrollIntoViewIfNeeded();
  await expect(phone.getByText(/^No connection since/)).toBeInViewport(NEXT_READ);
  // What may be old turns grey, and the alarm, which works, does not.
  await expect(phone.locator(".grayscale article")).toHaveCount(2);
  await expect(phone.locator(".grayscale").getByRole("button", { name: "ALARM" })).toHaveCount(0);
  await phone.getByRole("button", { name: "Checked" }).click();
  await expect(phone.getByText("Not recorded")).toBeVisible();
  await phone.getByRole("button", { name: "ALARM" }).click({ delay: 1100 });
  await expect(phone.getByText("ALARM NOT SENT – use the radio (31-1010)")).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText("Nobody has acknowledged")).toBeVisible(BACK_AGAIN);
  await expect(phone.getByText(/^ALARM NOT SENT/)).toHaveCount(0);
  expect(await unitRow(product, "31-1010")).toMatchObject({ status: "AVAILABLE" });
  expect(await product.sql`select raised_by from alarms`).toEqual([{ raised_by: "unit 31-1010" }]);
});
