// Each status of a unit: set by two presses, counted, filtered, and shown on a wall.
// @all: every status and the wall; roster.test, wall-size.test and roster.spec ask them in `npm test`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { openRoster, edit, status, form, group, unitRow, keepUnits } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

test.describe("units", () => {
  // Spec 2 §7: teamspeak_units where is_active,
  test("on the voice server are fetched and not shown", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into teamspeak_units (unit_number, is_active, last_seen) values
        ('TS-AWAY', false, now()), ('TS-FIRST', true, now() - interval '2 minutes'), ('TS-LAST', true, now())`;
    const read = page.waitForResponse(/\/rest\/v1\/teamspeak_units/);
    await logInAsOperator(page);
    const voice = (await (await read).json()) as { unit_number: string }[];
    const told = voice.map(({ unit_number }) => unit_number).filter((unit) => unit.startsWith("TS-"));
    expect(told).toEqual(["TS-LAST", "TS-FIRST"]);
    await openRoster(page);
    await expect(page.getByText("TS-LAST")).toHaveCount(0);
    await expect(page.getByRole("rowheader")).toHaveCount(12);
    await product.sql`delete from teamspeak_units where unit_number like 'TS-%'`;
  });

  // Spec rules §9: A unit's status
  // Spec rules §9: The roster is
  // Spec 2 §4: Unit status options:
  // Spec 2 §4: Operational status options:
  // Spec 5 §3: operational_status stays as
  test("are shown with every status there is", { tag: "@all" }, async ({ page, product }) => {
    await logInAsOperator(page);
    await openRoster(page);
    // Two presses set a status; the counts follow, and a filter shows what has it.
    await page.setViewportSize({ width: 390, height: 844 });
    await status(page, "32-2990").click();
    await expectAccessible(page);
    await group(page, "Status of 32-2990").getByRole("button", { name: "AVAILABLE" }).click();
    await expect(status(page, "32-2990")).toHaveText("AVAILABLE");
    expect(await unitRow(product, "32-2990")).toMatchObject({ status: "AVAILABLE", occupation: "Utredning" });
    await page.setViewportSize({ width: 1280, height: 900 });
    const filter = page.getByRole("list", { name: "Filter by status" });
    await filter.getByRole("button", { name: "AVAILABLE 4" }).click();
    await expect(page.getByRole("rowheader")).toHaveText(["31-1010", "33-3020", "32-2010", "32-2990"]);
    await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
    await expect(filter.getByRole("button", { name: "AVAILABLE 3 (1 STANDBY)" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search units" }).fill("ystad patrull");
    await expect(page.getByRole("rowheader")).toHaveText(["32-2010"]);
    await page.getByRole("searchbox", { name: "Search units" }).fill("saknas");
    await page.getByRole("button", { name: "Show all units" }).click();
    await expect(filter.getByRole("button", { name: "All 12" })).toBeFocused();
    await page.getByRole("combobox", { name: "Location" }).selectOption("Ystad 4");
    await expect(page.getByRole("rowheader")).toHaveText(["32-2010", "32-2020", "32-2030", "32-2990"]);
    await page.getByRole("combobox", { name: "Location" }).selectOption("All locations");
    await edit(page, "31-1010").click();
    const editing = form(page, "31-1010");
    await expect(editing.getByLabel("Status", { exact: true }).getByRole("option")).toHaveText([
      "EXEMPT",
      "CIVILBIL",
      "Radiobil",
      "AVAILABLE",
      "BUSY",
      "OUT_OF_SERVICE",
    ]);
    await expect(editing.getByLabel("Operational status").getByRole("option")).toHaveText([
      "EXEMPT",
      "ACTIVE",
      "STANDBY",
      "MAINTENANCE",
    ]);
  });

  // Spec rules §9: ?view=wall shows the
  test("are shown on a wall, without buttons and live", { tag: "@all" }, async ({ page, product }) => {
    await logInAsOperator(page);
    await openRoster(page);
    await page.getByRole("link", { name: "Wall view" }).click();
    const line = page.getByRole("listitem").filter({ hasText: "32-2010" });
    await expect(line).toContainText("AVAILABLE");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
    await product.sql`update units set operational_status = 'MAINTENANCE' where unit_number = '32-2010'`;
    await expect(line).toContainText(/AVAILABLE\s*MAINTENANCE/);
  });
});
