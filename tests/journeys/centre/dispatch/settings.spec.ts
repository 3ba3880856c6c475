// What the dispatch administrator keeps (document 5 §3): statuses of one's own, minimums of locations, settings, and the end of duty by the clock.
// @all: statuses and settings; backend tests ask their rules, and the minimum is asked in `npm test`.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin } from "#tests/support/journeys/dispatch.ts";
import { group, keepUnits, openRoster, openWindow, status, unitRow } from "#tests/support/journeys/dispatch-roster.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();
const restore = async ({ product: { sql } }: { product: RunningProduct }) => {
  await sql`update units set status = 'AVAILABLE' where status = 'Rast'`;
  await sql`delete from unit_statuses where code = 'Rast'`;
  await sql`update unit_statuses set sort_order = array_position('{EXEMPT,CIVILBIL,Radiobil,AVAILABLE,BUSY,OUT_OF_SERVICE}', code)`;
  await sql`delete from location_minimums`;
  await sql`update dispatch_settings set off_duty_at = null, off_duty_skipped_on = null, results = '{Done}'`;
};
test.afterEach(restore);

const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

// Spec 5 §3: Administrator: tabs Statuses,
test("a status of one's own has a name, a colour and a sign; a unit gets it, and then it cannot leave @all", async ({
  page,
  browser,
  product,
}) => {
  await logInAsDispatchAdmin(page);
  await openTab(page, "Statuses");
  await page.getByRole("button", { name: "Add status" }).click();
  const added = page.getByRole("group", { name: "New status" });
  await expect(added.getByLabel("Name")).toBeFocused();
  await page.getByRole("button", { name: "Save statuses" }).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await added.getByLabel("Name").fill("Rast");
  const rast = page.getByRole("group", { name: "Rast" });
  await rast.getByLabel("Colour").selectOption("Teal");
  await rast.getByLabel("Sign").selectOption("Bar");
  await rast.getByLabel("Meaning").selectOption("Off duty");
  await rast.getByRole("button", { name: "Up: Rast" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save statuses" }).click();
  await expect(page.getByText("The statuses are saved")).toBeVisible();
  expect(await product.sql`select color, sign, meaning, sort_order from unit_statuses where code = 'Rast'`).toEqual([
    { color: "teal", sign: "bar", meaning: "off_duty", sort_order: 6 },
  ]);
  const operator = await openWindow(browser, product);
  await beginAsOperator(operator);
  await openRoster(operator);
  await status(operator, "31-1010").click();
  await group(operator, "Status of 31-1010").getByRole("button", { name: "Rast" }).click();
  await expect(status(operator, "31-1010")).toHaveText("Rast");
  await expectAccessible(operator);
  await rast.getByRole("button", { name: "Remove: Rast" }).click();
  await page.getByRole("button", { name: "Save statuses" }).click();
  await expect(page.getByText("Not removed: Rast (1 unit has it, or gets it back).")).toBeVisible();
  expect(await unitRow(product, "31-1010")).toMatchObject({ status: "Rast" });
  // What is not saved is not left unasked.
  const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await openTab(page, "Minimums");
  await asked.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("button", { name: "Save statuses" })).toBeVisible();
  await openTab(page, "Minimums");
  await asked.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: "Save minimums" })).toBeVisible();
});

// Spec 5 §3: Above all tabs
test("a location below its minimum is in the bar of every screen, and its last free units are asked about @once", async ({
  page,
  product,
}) => {
  await product.sql`update units set status = 'BUSY'`;
  await product.sql`update units set status = 'AVAILABLE', operational_status = 'ACTIVE', location = 'Malmö' where unit_number = '31-1010'`;
  await insertRow(product.sql, "calls", { place: "Storgatan 4" });
  await logInAsDispatchAdmin(page);
  await openTab(page, "Minimums");
  const malmo = page.getByLabel("Malmö");
  await malmo.fill("0");
  await page.getByRole("button", { name: "Save minimums" }).click();
  await expect(page.getByText("A whole number, 1 to 500")).toBeVisible();
  await malmo.fill("2");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save minimums" }).click();
  const bar = page.getByRole("region", { name: "Now" });
  await expect(bar.getByText("Malmö: 1 free of 2")).toBeVisible();
  await page.getByRole("link", { name: "Dispatch centre" }).click();
  await expect(bar.getByText("Malmö: 1 free of 2")).toBeVisible();
  await openTab(page, "Calls");
  await page.getByRole("button", { name: "Assign units" }).click();
  const dialog = page.getByRole("dialog", { name: /^Assign units to / });
  await expect(dialog.getByText(/its location falls below its minimum/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: "31-1010" }).check();
  await dialog.getByRole("button", { name: "Assign units" }).click();
  const question = page.getByRole("alertdialog", { name: "Send 31-1010 all the same?" });
  await expect(question.getByText("31-1010: its location falls below its minimum.")).toBeVisible();
  await question.getByRole("button", { name: "Send all the same" }).click();
  await expect(bar.getByText("Malmö: 0 free of 2")).toBeVisible();
  await product.sql`delete from calls`;
});

test("settings are saved, and the end of duty is announced with a way to leave it out today @all", async ({
  page,
  product,
}) => {
  await logInAsDispatchAdmin(page);
  await openTab(page, "Dispatch settings");
  const form = page.getByRole("form", { name: "Dispatch settings" });
  await form.getByLabel("All off duty at").fill("25");
  await form.getByRole("button", { name: "Save settings" }).click();
  await expect(form.getByText("A time such as 02:00").last()).toBeVisible();
  await form.getByLabel("All off duty at").fill("330");
  await form.getByLabel("Results of calls").fill("Done\nTransported");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved")).toBeVisible();
  expect(await product.sql`select off_duty_at::text as at, results from dispatch_settings`).toEqual([
    { at: "03:30:00", results: ["Done", "Transported"] },
  ]);
  await product.sql`update dispatch_settings set off_duty_at = (now() + interval '10 minutes') at time zone 'Europe/Stockholm'`;
  const [end] = await product.sql<{ time: string }[]>`
    update dispatch_settings set off_duty_skipped_on = null returning to_char(off_duty_at, 'HH24:MI') as time`;
  await page.reload();
  const bar = page.getByRole("region", { name: "Now" });
  await expect(bar.getByText(`All units go off duty at ${end?.time}`)).toBeVisible();
  await bar.getByRole("button", { name: "Not today" }).click();
  await expect(bar.getByText(/^All units go off duty/)).toHaveCount(0);
  await expectAccessible(page);
  expect(await product.sql`select off_duty_skipped_on is not null as skipped from dispatch_settings`).toEqual([
    { skipped: true },
  ]);
});
