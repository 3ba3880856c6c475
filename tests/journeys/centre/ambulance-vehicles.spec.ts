// Vehicles of the ambulance (document 5 §7): the crew's check, also without a network, its wrong taps, another vehicle; the admin's lists.
// In both profiles: the device's store belongs to an ID, or to an account, and policies let a crew read its vehicle.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectTold, test } from "#tests/support/browser/browser.ts";
import {
  addVehicle,
  beginTurn,
  clearAmbulance,
  inHours,
  openAdmin,
  openEmployee,
  openTab,
  planShift,
} from "#tests/support/journeys/ambulance.ts";
import { untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

test.beforeEach(async ({ product }) => {
  await clearAmbulance(product);
  await product.sql`update ase_settings set checklist = 'ask'`;
});
test.afterAll(({ product }) => clearAmbulance(product));

/** Puts a list of two items, and ASE-001 on duty with a vehicle. */
async function openCheck(page: Page, product: RunningProduct) {
  const vehicle = await addVehicle(product, "7411");
  await insertRow(product.sql, "checklist_items", { text: "Brakes", is_critical: true, sort_order: 1 });
  const oxygen = { text: "Oxygen", kind: "number", minimum: 120, is_critical: false, sort_order: 2 };
  await insertRow(product.sql, "checklist_items", oxygen);
  await beginTurn(product, "ASE-001", vehicle);
  await openEmployee(page, "ASE-001");
  await openTab(page, "Vehicle check");
  await expect(page.getByText("Not checked")).toBeVisible();
}

const item = (page: Page, name: string) => page.getByRole("group", { name: `Result: ${name}` });
const press = (page: Page, name: string, result: "OK" | "Fault") =>
  item(page, name).getByRole("button", { name: result, exact: true }).click();
const send = (page: Page) => page.getByRole("button", { name: "Send check" });
const checks = ({ sql }: RunningProduct) => sql`select result, km, answers -> 0 ->> 'note' as note from vehicle_checks`;

// Spec 5 §7: Screens. `/ASE/employee-dashboard`
// Spec 5 §7: check_vehicle(check, acting_as)
test("a crew checks its vehicle, takes a wrong tap back, and goes on with another vehicle after a critical fault", async ({
  page,
  product,
}) => {
  await addVehicle(product, "7412");
  await openCheck(page, product);
  for (const button of await item(page, "Brakes").getByRole("button").all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await press(page, "Brakes", "Fault");
  await page.getByLabel("What is wrong: Brakes").fill("Soft pedal");
  await expect(send(page)).toBeDisabled();
  await page.getByLabel("Oxygen").fill("119");
  await expect(page.getByText("Send check takes 7411 out of service: Brakes")).toBeVisible();
  await expectAccessible(page);
  // What was entered stays on the device, and nothing counts before it is sent.
  await page.reload();
  await openTab(page, "Vehicle check");
  await expect(page.getByLabel("What is wrong: Brakes")).toHaveValue("Soft pedal");
  expect(await checks(product)).toEqual([]);
  await page.getByLabel("Kilometres").fill("41200");
  await send(page).click();
  await expect(page.getByText("7411 is out of service: Brakes: Soft pedal")).toBeVisible();
  expect(await checks(product)).toEqual([{ result: "not_ready", km: 41_200, note: "Soft pedal" }]);

  // A fault that no check of this crew found is not theirs to take back, however new it is.
  const [car] = await product.sql<{ id: string }[]>`select id from vehicles where name = '7411'`;
  await insertRow(product.sql, "vehicle_faults", { project_id: "ASE", vehicle_id: car?.id, text: "Left light" });
  await expect(page.getByText("Left light")).toBeVisible();
  await expect(page.getByRole("button", { name: "Take back: Oxygen: 119 (at least 120)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Take back: Left light" })).toHaveCount(0);
  await page.getByRole("button", { name: "Take back: Oxygen: 119 (at least 120)" }).click();
  await expect(page.getByText("Oxygen: 119")).toBeHidden();
  await page.getByRole("button", { name: "Change vehicle" }).click();
  await page.getByRole("dialog").getByLabel("Vehicle").selectOption({ label: "7412" });
  await page.getByRole("button", { name: "Take this vehicle" }).click();
  await expect(page.getByRole("heading", { name: /^7412/ })).toBeVisible();
  await expect(page.getByText("Not checked")).toBeVisible();
  const [turn] = await product.sql`select v.name from work_turns t join vehicles v on v.id = t.vehicle_id`;
  expect(turn).toEqual({ name: "7412" });
});

// Spec 5 §1: **No network**
test("a check waits on the device without a network, and is there once afterwards", async ({
  page,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openCheck(page, product);
  await context.setOffline(true);
  await press(page, "Brakes", "OK");
  await page.getByLabel("Oxygen").fill("150");
  await send(page).click();
  await expect(page.getByText("Check not sent yet · Sent when there is a network")).toBeVisible();
  expect(await waitingKinds(page)).toEqual(["vehicle check"]);
  await context.setOffline(false);
  await untilSent(page);
  await expect(page.getByText(/^Checked \d\d:\d\d$/)).toBeVisible();
  expect(await checks(product)).toEqual([{ result: "ready", km: null, note: null }]);
});

// Spec 5 §7: clock_in of §6
test("a shift begun without a network has its planned vehicle, or the one that its crew says instead @rights", async ({
  page,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const planned = await addVehicle(product, "7411");
  await addVehicle(product, "7412");
  await planShift(product, { starts_at: inHours(0.5), ends_at: inHours(8.5), vehicle_id: planned }, "ASE-001");
  await openEmployee(page, "ASE-001");
  await expect(page.getByRole("region", { name: "Your next shift" })).toContainText("7411");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Start Shift" }).click();
  await expect(page.getByText("Not sent yet: 1 · Sent when there is a network")).toBeVisible(FROM_THE_PHONE);
  await openTab(page, "Vehicle check");
  await expect(page.getByRole("heading", { name: /^7411/ })).toBeVisible();
  await page.getByRole("button", { name: "Change vehicle" }).click();
  await page.getByRole("dialog").getByLabel("Vehicle").selectOption({ label: "7412" });
  await page.getByRole("button", { name: "Take this vehicle" }).click();
  await expect(page.getByRole("heading", { name: /^7412/ })).toBeVisible();
  expect(await waitingKinds(page)).toEqual(["stamp"]);
  await context.setOffline(false);
  await untilSent(page);
  await expect(page.getByRole("heading", { name: /^7412/ })).toBeVisible();
  const turns = await product.sql`
    select v.name, t.planned_shift_id is not null as is_planned from work_turns t join vehicles v on v.id = t.vehicle_id`;
  expect(turns).toEqual([{ name: "7412", is_planned: true }]);
});

// Spec 5 §7: `/ASE/admin-dashboard`: beside the
test("the admin adds a vehicle and an item, sees who has not checked, and closes a fault @rights", async ({
  page,
  product,
}) => {
  await openAdmin(page, "Checklist");
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByLabel("What is checked").fill("Lights");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expectTold(page, "Saved");
  await expect(page.getByRole("listitem").filter({ hasText: "Lights" })).toContainText("OK or Fault");
  await openTab(page, "Vehicles");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await page.getByLabel("Name").fill("7411");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "7411" });
  await expect(row).toContainText("In service");
  const [vehicle] = await product.sql<{ id: string }[]>`select id from vehicles where project_id = 'ASE'`;
  await beginTurn(product, "ASE-001", vehicle?.id);
  await expect(row).toContainText("Not checked");
  await insertRow(product.sql, "vehicle_faults", { project_id: "ASE", vehicle_id: vehicle?.id, text: "Left light" });
  await page.getByRole("button", { name: "Mended: Left light" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mended" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row).not.toContainText("Left light");
  await page.getByRole("button", { name: "Take 7411 out of service" }).click();
  await page.getByLabel("Reason").fill("Workshop");
  await page.getByRole("dialog").getByRole("button", { name: "Take out of service" }).click();
  await expect(row).toContainText("Workshop");
  await expectAccessible(page);
});
