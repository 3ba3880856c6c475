// A dispatcher's presses on units (document 5 §3): the time of a status, undo, two at once, limits and `Checked`.
// @all but the first: two windows each; unit-statuses.test asks the rules, attention.test and last-press.test what screens show, in `npm test`.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import {
  edit,
  form,
  group,
  keepUnits,
  openRoster,
  openWindow,
  status,
  unitRow,
} from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

const row = (page: Page, unit: string) => page.getByRole("row", { name: unit });
const set = async (page: Page, unit: string, to: string) => {
  await status(page, unit).click();
  await group(page, `Status of ${unit}`).getByRole("button", { name: to }).click();
};
const LONG_AGO = "2026-11-20T13:02:00.123456+00:00";

test("a wrong press is taken back, and the history says who did what @rights", async ({ page, product }) => {
  await product.sql`update units set status_since = ${LONG_AGO} where unit_number = '31-1010'`;
  await beginAsOperator(page);
  await openRoster(page);
  await expect(row(page, "31-1010").getByText(/^since (20 Nov|2026) · \d+ d/)).toBeVisible();
  await set(page, "31-1010", "BUSY");
  await expect(row(page, "31-1010").getByText(/^since \d\d:\d\d · now$/)).toBeVisible();
  await expect(page.getByText("31-1010: AVAILABLE → BUSY")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Undone: 31-1010 is AVAILABLE again")).toBeVisible();
  await expect(row(page, "31-1010").getByText(/^since (20 Nov|2026) · /)).toBeVisible();
  const [unit] = await product.sql`
    select status, status_since = ${LONG_AGO} as is_as_before from units where unit_number = '31-1010'`;
  expect(unit).toEqual({ status: "AVAILABLE", is_as_before: true });
  await page.getByRole("button", { name: "History of 31-1010" }).click();
  const history = page.getByRole("dialog", { name: "History of 31-1010" });
  await expect(history.getByRole("row").nth(1)).toContainText(/Undone: BUSY → AVAILABLE\s*op01/);
  await expect(history.getByRole("row").nth(2)).toContainText(/AVAILABLE → BUSY\s*op01/);
  await expectAccessible(page);
});

test(
  "of two operators the later is told, and nothing that was set later is lost",
  { tag: "@all" },
  async ({ page, browser, product }) => {
    await logInAsOperator(page);
    await openRoster(page);
    const other = await openWindow(browser, product);
    await logInAsDispatchAdmin(other);
    await other.getByRole("link", { name: "Dispatch centre" }).click();
    await openRoster(other);

    // An old form saves Occupation; the status that somebody set meanwhile stays.
    await edit(page, "31-1020").click();
    await form(page, "31-1020").getByLabel("Occupation").fill("Ledning");
    await set(other, "31-1020", "BUSY");
    await expect(form(page, "31-1020").getByLabel("Status", { exact: true })).toHaveValue("BUSY");
    await form(page, "31-1020").getByRole("button", { name: "Save", exact: true }).click();
    await expect(edit(page, "31-1020")).toBeVisible();
    expect(await unitRow(product, "31-1020")).toMatchObject({ status: "BUSY", occupation: "Ledning" });

    // A press is not taken back once somebody acted on the unit.
    await set(page, "31-1010", "BUSY");
    await expect(page.getByRole("button", { name: "Undo 31-1010" })).toBeVisible();
    await set(other, "31-1010", "Radiobil");
    await expect(page.getByRole("button", { name: "Undo 31-1010" })).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(status(page, "31-1010")).toHaveText("Radiobil");

    // A press over a status that this screen has not heard of yet is not set.
    await page.route("**/rest/v1/rpc/set_unit_status", async (route) => {
      await product.sql`update units set status = 'OUT_OF_SERVICE' where unit_number = '31-1030'`;
      await route.continue();
    });
    await set(page, "31-1030", "BUSY");
    await expect(page.getByText("Not set: 31-1030")).toBeVisible();
    await expect(page.getByText(/^It is now OUT_OF_SERVICE, set at \d\d:\d\d/)).toBeVisible();
    expect(await unitRow(product, "31-1030")).toMatchObject({ status: "OUT_OF_SERVICE" });
    await other.context().close();
  },
);

// Spec 5 §3: Past check_after the
test("a unit past its limit is marked until somebody checked it", { tag: "@all" }, async ({ page, product }) => {
  await product.sql`update units set status = 'BUSY', status_since = now() - interval '50 minutes' where unit_number = '31-1020'`;
  await product.sql`update units set status = 'BUSY', status_since = now() - interval '25 minutes' where unit_number = '31-1030'`;
  await logInAsDispatchAdmin(page);
  await page.getByRole("tab", { name: "Statuses" }).click();
  const busy = page.getByRole("group", { name: "BUSY" });
  await busy.getByLabel("Check after (min)").fill("60");
  await busy.getByLabel("Overdue (min)").fill("45");
  await page.getByRole("button", { name: "Save statuses" }).click();
  await expect(page.getByText("Overdue comes after Check")).toBeVisible();
  await busy.getByLabel("Check after (min)").fill("20");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save statuses" }).click();
  await expect(page.getByText("The statuses are saved")).toBeVisible();

  await page.getByRole("link", { name: "Dispatch centre" }).click();
  await openRoster(page);
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await expect(attention.getByRole("listitem")).toHaveText(/31-1020.*BUSY.*Overdue/);
  await expect(row(page, "31-1030").getByText("Check", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const [before] = await product.sql`select status_since from units where unit_number = '31-1020'`;
  await attention.getByRole("button", { name: "Checked 31-1020" }).click();
  await expect(attention).toHaveCount(0);
  const [after] = await product.sql`select status_since, checked_at from units where unit_number = '31-1020'`;
  expect(after?.["status_since"]).toEqual(before?.["status_since"]);
  expect(after?.["checked_at"]).not.toBeNull();
  await page.getByRole("button", { name: "Edit 31-1030" }).focus();
  await page.keyboard.press("c");
  await expect(page.getByText("31-1030 checked")).toBeVisible();
  await page.keyboard.press("h");
  await expect(page.getByRole("dialog").getByRole("row").nth(1)).toContainText(/Checked, BUSY\s*ledning/);
  await product.sql`update unit_statuses set check_after = null, overdue_after = null`;
});

// Spec 5 §3: `Units`: in a row the status
test("a status of days or years ago takes no more room in its row than one of today @all", async ({
  page,
  product,
}) => {
  const { sql } = product;
  await sql`update unit_statuses set overdue_after = 45 where code = 'BUSY'`;
  await sql`update units set status = 'BUSY', status_since = now() - interval '59 minutes' where unit_number = '31-1010'`;
  await sql`insert into alarms (unit_id, unit_number, raised_at) select id, unit_number, now() - interval '31 hours' from units where unit_number = '31-1030'`;
  await sql`
    insert into calls (number, place, nature, priority, waiting_since, received_by)
    values ('2026-0142', 'Storgatan 4', 'Brand', 1, now() - interval '31 hours', 'op01')`;
  await beginAsOperator(page);
  await openRoster(page);
  const unit = row(page, "31-1010");
  await expect(unit.getByText("Overdue")).toBeVisible();
  await expect(unit.locator("time")).toHaveText(/^since \d\d:\d\d · (59 min|1 h)/);
  const high = (await unit.boundingBox())?.height;
  for (const [age, text] of [
    ["31 hours", /^since \d+ \w+ · 1 d 7 h$/],
    ["13 days", /^since \d+ \w+ · 13 d$/],
    ["900 days", /^since \d{4} · 900 d$/],
  ] as const) {
    await sql`update units set status_since = now() - ${age}::interval where unit_number = '31-1010'`;
    await expect(unit.locator("time")).toHaveText(text);
    expect((await unit.boundingBox())?.height).toBe(high);
  }
  // An alarm has room for its time too.
  const alarms = page.getByRole("region", { name: "Alarms" });
  await expect(alarms.getByText(/^since \d+ \w+ \d\d:\d\d · 1 d 7 h$/)).toBeVisible();
  await expect(page.getByText("Waiting calls 1 · longest 1 d 7 h")).toBeVisible();
  await expectAccessible(page);
  await sql`update unit_statuses set overdue_after = null`;
  for (const table of ["alarms", "calls"]) await sql`delete from ${sql(table)}`;
});
