// A day of the ambulance (document 5 §7) on its people's screens: the plan, its last place, a certificate, an absence, a shift given away,
// a moved shift, a notice.
// @all: planned-shifts, shift-offers, certificates and notices.test ask the rules in both profiles.
import type { Browser, Locator, Page } from "@playwright/test";
import { expect, expectTold, test } from "#tests/support/browser/browser.ts";
import {
  addCrew,
  clearAmbulance,
  CREW,
  inHours,
  openAdmin,
  openEmployee,
  openTab,
  openWindow,
  planShift,
} from "#tests/support/journeys/ambulance.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const [A, B, C] = CREW;

test.beforeEach(async ({ product }) => {
  await clearAmbulance(product);
  await addCrew(product, A, B, C);
});
test.afterAll(({ product }) => clearAmbulance(product));

const holders = async ({ sql }: RunningProduct) =>
  (await sql`select employee_id from shift_places where state = 'assigned' order by employee_id`).map(
    ({ employee_id: who }) => who as string,
  );
const press = (on: Page | Locator, name: string | RegExp) => on.getByRole("button", { name }).first().click();

/** Two people's windows, each logged in. */
async function openTwo(page: Page, browser: Browser, product: RunningProduct, one: string, two: string) {
  const other = await openWindow(browser, product);
  await openEmployee(page, one);
  await openEmployee(other, two);
  return other;
}

// Spec 5 §7: save_planned_shifts(shifts, expected, acting_as)
test("1 a week is planned and published @all", async ({ page, product }) => {
  await openAdmin(page, "Schedule");
  await press(page, "Week after");
  await press(page, "New shift");
  const form = page.getByRole("dialog");
  await form.getByLabel("Begins").fill("07:00");
  await form.getByLabel("Ends").fill("15:00");
  await press(form, "Save shift");
  await expectTold(page, "Shift saved");
  const week = page.getByRole("region", { name: "Week", exact: true });
  await expect(week.getByRole("listitem")).toContainText(["07:00–15:00 · 8 h"]);
  await expect(week).toContainText("Not published");
  await press(page, "Publish");
  await press(page.getByRole("alertdialog"), "Publish");
  await expect(week).toContainText("Free place");
  expect(await product.sql`select from planned_shifts where published_at is not null`).toHaveLength(1);
});

// Spec 5 §7: The last place goes once
test("2 two take the last place at once: one has it, the other reads that it is full @all", async ({
  page,
  browser,
  product,
}) => {
  await product.sql`update ase_settings set sign_up = 'at_once'`;
  await planShift(product);
  const other = await openTwo(page, browser, product, A, B);
  for (const each of [page, other]) {
    await openTab(each, "Schedule");
    await expect(each.getByRole("button", { name: /^Sign up for/ })).toBeVisible();
  }
  await Promise.all([page, other].map((each) => press(each, /^Sign up for/)));
  await expect.poll(() => holders(product)).toHaveLength(1);
  const [winner] = await holders(product);
  const [has, lost] = winner === A ? [page, other] : [other, page];
  await expectTold(has, "The shift is yours");
  await expectTold(lost, "The shift is full");
  expect(await holders(product)).toHaveLength(1);
  await other.context().close();
});

// Spec 5 §7: certificate_types: name, warn_days
test("3 who lacks a valid certificate reads why the shift is not for them @all", async ({ page, product }) => {
  const { sql } = product;
  await planShift(product, { position: "Paramedic" });
  const type = await insertRow(sql, "certificate_types", { name: "Driving", positions: ["Paramedic"] });
  await sql`insert into ase_positions (person_id, employee_id, position) select id, employee_id, 'Paramedic' from ase_employees`;
  await sql`insert into certificates (person_id, employee_id, type_id, issued_on, expires_on, checked_by)
    select id, employee_id, ${type}, '2020-01-01', private.day_of(now()), 'aseadmin' from ase_employees where employee_id = ${C}`;
  await openEmployee(page, C);
  await openTab(page, "Schedule");
  await expect(page.getByText("Certificate expired by then: Driving")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign up for/ })).toHaveCount(0);
});

// Spec 5 §7: report_absence(place_id, event_id
test("4 somebody cannot come: the place is open at once, and a colleague is asked and accepts @all", async ({
  page,
  browser,
  product,
}) => {
  await product.sql`update ase_settings set sign_up = 'at_once'`;
  await planShift(product, { starts_at: inHours(0.5), ends_at: inHours(8.5) }, A);
  await openEmployee(page, A);
  await press(page, "Cannot come");
  await press(page.getByRole("alertdialog"), "Cannot come");
  await expectTold(page, "The administrator is told. Your place is open.");
  const admin = await openWindow(browser, product);
  await openAdmin(admin, "Schedule");
  await press(admin.getByRole("region", { name: "Gaps" }), /^Who can take/);
  await press(admin.getByRole("dialog"), `Ask ${C}`);
  await expectTold(admin, `${C} is asked`);
  await openEmployee(page, C);
  await expect(page.getByText("Can you take this shift?")).toBeVisible();
  await press(page, "Accept");
  await expect.poll(() => holders(product)).toEqual([C]);
  await admin.context().close();
});

// Spec 5 §7: Until `done` who holds
test("9 a colleague agrees to take a shift and withdraws: its holder still has it @all", async ({
  page,
  browser,
  product,
}) => {
  await planShift(product, {}, B);
  const other = await openTwo(page, browser, product, B, C);
  await press(page, "Offer shift");
  await press(page.getByRole("dialog"), "Offer shift");
  await openTab(other, "Schedule");
  await press(other, "Accept");
  await expect(page.getByText(`${C} agrees to take it.`)).toBeVisible();
  await expect(other.getByText(`You agree to take it from ${B}, who is responsible`)).toBeVisible();
  await press(other, "Withdraw");
  await expect(page.getByText(/^You offer this shift\. Until somebody has taken it over/)).toBeVisible();
  expect(await holders(product)).toEqual([B]);
  await other.context().close();
});

// Spec 5 §7: A published shift that changes
test("10 a shift is moved an hour: its people confirm, and until then it stands in Requests @all", async ({
  page,
  browser,
  product,
}) => {
  await planShift(product, {}, B);
  // At 07:00 on the Monday of next week.
  await product.sql`update planned_shifts set starts_at = m.at, ends_at = m.at + interval '8 hours'
    from (select (date_trunc('week', now() at time zone 'Europe/Stockholm') + interval '7 days 7 hours') at time zone 'Europe/Stockholm') m (at)`;
  await openEmployee(page, B);
  const admin = await openWindow(browser, product);
  await openAdmin(admin, "Schedule");
  await press(admin, "Week after");
  await press(admin, /^Change .*07:00/);
  const form = admin.getByRole("dialog");
  await form.getByLabel("Begins").fill("08:00");
  await form.getByLabel("Ends").fill("16:00");
  await press(form, "Save shift");
  await openTab(admin, "Requests");
  await expect(admin.getByRole("region", { name: "Not confirmed" })).toContainText(B);
  await press(page, "Confirm new time");
  await expect(admin.getByText("Nothing waits for you.")).toBeVisible();
  await admin.context().close();
});

// Spec 5 §7: publish_notice(notice, acting_as); a
test("11 the admin reads who has not acknowledged a notice @all", async ({ page, browser, product }) => {
  await insertRow(product.sql, "notices", { title: "New routine", text: "Read it.", must_acknowledge: true });
  const admin = await openWindow(browser, product);
  await openAdmin(admin, "Notices");
  await openEmployee(page, A);
  await press(page, "Acknowledge: New routine");
  const row = admin.getByRole("listitem").filter({ hasText: "New routine" }).first();
  await expect(row).toContainText(/Acknowledged by 1 of \d/);
  await row.getByText("Who has not").click();
  await expect(row).toContainText(B);
  await expect(row).not.toContainText(A);
  await admin.context().close();
});
