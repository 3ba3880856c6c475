// The plan of a large ambulance service on its admin's screen: a crew planned in two forms, days folded with what is free, requests compared.
// @all: plan-rules.test asks the rules; only this opens a week of many shifts.
import { expect, expectAccessible, expectTold, test } from "#tests/support/browser/browser.ts";
import { addCrew, clearAmbulance, CREW, openAdmin, openTab } from "#tests/support/journeys/ambulance.ts";

const [A, B] = CREW;

test.beforeEach(async ({ product }) => {
  await clearAmbulance(product);
  await addCrew(product, A, B);
});
test.afterAll(({ product }) => clearAmbulance(product));

// Spec 5 §7: /ASE/admin-dashboard: beside the employee table
test("a new shift begins as the one before it, so that a crew differs in one field @all", async ({ page, product }) => {
  await product.sql`update ase_settings set positions = '{Nurse,Driver}'`;
  await openAdmin(page, "Schedule");
  await page.getByRole("button", { name: "Week after" }).click();
  const form = page.getByRole("dialog");
  for (const position of ["Driver", "Nurse"]) {
    await page.getByRole("button", { name: "New shift" }).click();
    if (position === "Driver") {
      await form.getByLabel("Begins").fill("19:00");
      await form.getByLabel("Ends").fill("07:00");
      await form.getByLabel("Station").fill("Ystad");
    }
    await expect(form.getByLabel("Ends")).toHaveValue("07:00");
    await form.getByLabel("Position").selectOption(position);
    await form.getByRole("button", { name: "Save shift" }).click();
    await expectTold(page, "Shift saved");
    await expect(form).toHaveCount(0);
  }
  const week = page.getByRole("region", { name: "Week", exact: true });
  await expect(week.getByRole("listitem")).toContainText(["Driver · Ystad", "Nurse · Ystad"]);
});

// Spec 5 §7: ase_positions: employee_id, position
test("a position is given by one press, and never over a change of somebody else @all", async ({ page, product }) => {
  const { sql } = product;
  const positions = async () =>
    (await sql`select position from ase_positions where employee_id = ${A} order by 1`).map((row) => row["position"]);
  await sql`update ase_settings set positions = '{Nurse,Driver}'`;
  await openAdmin(page, "Settings");
  const own = page.getByRole("group", { name: `Positions of ${A}` });
  await own.getByRole("checkbox", { name: "Nurse" }).click();
  await expect(own.getByRole("checkbox", { name: "Nurse" })).toBeChecked();
  expect(await positions()).toEqual(["Nurse"]);
  await sql`insert into ase_positions (person_id, employee_id, position)
    select id, employee_id, 'Driver' from ase_employees where employee_id = ${A}`;
  await own.getByRole("checkbox", { name: "Nurse" }).click();
  await expectTold(page, "Somebody changed it meanwhile. Look at it as it is now and try again.");
  await expect(own.getByRole("checkbox", { name: "Driver" })).toBeChecked();
  expect(await positions()).toEqual(["Driver", "Nurse"]);
  await expectAccessible(page);
});

// Spec 5 §7: ask_for_shift(shift_id, place_id, accepted
test("many gaps leave the week in sight, its days are folded, and who signed up is compared @all", async ({
  page,
  product,
}) => {
  await product.sql`insert into planned_shifts (starts_at, ends_at, published_at)
    select m.at, m.at + interval '12 hours', now() from generate_series(0, 23) n, lateral (select
      (date_trunc('week', now() at time zone 'Europe/Stockholm') + interval '7 days 7 hours' + n % 4 * interval '1 day')
        at time zone 'Europe/Stockholm') m (at)`;
  await product.sql`insert into shift_places (shift_id, person_id, employee_id, state)
    select s.id, e.id, employee_id, 'asked' from ase_employees e, (select id from planned_shifts limit 1) s where employee_id = ${A}`;
  await openAdmin(page, "Schedule");
  const gaps = page.getByRole("region", { name: "Gaps" }).getByRole("listitem");
  await expect(gaps).toHaveCount(4);
  await page.getByRole("button", { name: "Show all 24 gaps" }).click();
  await expect(gaps).toHaveCount(24);
  await expect(gaps.filter({ hasText: "1 has signed up" })).toHaveCount(1);
  await page.getByRole("button", { name: "Week after" }).click();
  const week = page.getByRole("region", { name: "Week", exact: true });
  await expect(week.getByText(/6 shifts · 6 free places/)).toHaveCount(4);
  await expect(week.getByRole("listitem")).toHaveCount(6);
  await week
    .getByText(/6 shifts/)
    .last()
    .click();
  await expect(week.getByRole("listitem")).toHaveCount(12);
  await expectAccessible(page);
  await openTab(page, "Requests");
  await page.getByRole("button", { name: /^Who can take/ }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").filter({ hasText: A })).toContainText(
    "Signed up · Rested",
  );
});
