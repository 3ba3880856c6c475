// An attendant's actions on parkings and the ways from the dashboard, each with its row and its entry in the log.
// The removal is @all: customer-admin/live.spec has an attendant remove a parking beside the admin.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import {
  loggedActions,
  logInAsAttendant,
  openRow,
  parkingCard,
  parkingRows,
  pressInRow,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";

const DASHBOARD = "/ostra-hamnen/attendant-dashboard";
const ABOUT_ME = { user_id: "vakt01", user_type: "attendant", page_url: DASHBOARD };

test.describe("removing a parking", () => {
  // Spec 1 §2: Buttons: create a
  // Spec 1 §4: Deleting a parking:
  // Spec 1 §7: parkings: insert {car_model, … delete by id
  // Spec 1 §7: parking_deletion_logs: insert {parking_id,
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: delete success: Parkeringen
  test("asks first, writes the log row, then removes it for everybody @all", async ({ page, product }) => {
    const plate = await registerParking(product, { discord_username: "åke" });
    const [row] = await parkingRows(product, plate);
    await logInAsAttendant(page);
    const remove = (await openRow(parkingCard(page, plate))).getByRole("button", { name: "Ta bort parkering" });
    const dialog = page.getByRole("alertdialog", { name: `Ta bort ${plate}?` });
    await remove.click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Avbryt" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(remove).toBeFocused();
    expect(await parkingRows(product, plate)).toHaveLength(1);

    const writes: string[] = [];
    page.on("request", (request) => {
      const table = /\/rest\/v1\/(parkings|parking_deletion_logs)/.exec(request.url())?.[1];
      if (table !== undefined && request.method() !== "GET") writes.push(`${request.method()} ${table}`);
    });
    await remove.click();
    await dialog.getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(page.getByText("Parkeringen har tagits bort")).toBeVisible();
    await expect(parkingCard(page, plate)).toHaveCount(0);
    expect(await parkingRows(product, plate)).toHaveLength(0);
    expect(writes).toEqual(["POST parking_deletion_logs", "DELETE parkings"]);
    const logs = await product.sql`select * from parking_deletion_logs where parking_id = ${row!.id}`;
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({
      deleted_by: "vakt01",
      project_id: "ostra-hamnen",
      ref_number: plate,
      car_model: "Volvo V60",
      car_color: "Röd",
      street: "Åkergränd 1",
      discord_username: "åke",
    });
    const about = { ...ABOUT_ME, additional_data: { parking_id: row!.id, ref_number: plate } };
    for (const action of ["delete_parking", "delete_parking_success"]) {
      await expect.poll(() => loggedActions(product, action)).toContainEqual(about);
    }
  });

  // Spec 1 §7: parking_deletion_logs: insert {parking_id,
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: delete failure: Kunde
  test("says when somebody else was first, and writes no second log row @all", async ({ page, product }) => {
    const plate = await registerParking(product);
    const [row] = await parkingRows(product, plate);
    await logInAsAttendant(page);
    await pressInRow(page, plate, "Ta bort parkering");
    await product.sql`delete from parkings where ref_number = ${plate}`;
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(page.getByText("Kunde inte ta bort parkeringen")).toBeVisible();
    await expect(parkingCard(page, plate)).toHaveCount(0);
    expect(await product.sql`select 1 from parking_deletion_logs where parking_id = ${row!.id}`).toHaveLength(0);
    await expect
      .poll(() => loggedActions(product, "delete_parking_failed"))
      .toContainEqual(expect.objectContaining({ additional_data: expect.objectContaining({ ref_number: plate }) }));
  });

  // Spec 1 §8: delete failure: Kunde
  test("that fails leaves the parking in the list @all", async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const plate = await registerParking(product);
    await logInAsAttendant(page);
    // The list stands before the database goes.
    await expect(parkingCard(page, plate)).toBeVisible();
    await product.stopDatabase();
    await pressInRow(page, plate, "Ta bort parkering");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(page.getByText("Kunde inte ta bort parkeringen")).toBeVisible();
    await expect(parkingCard(page, plate)).toBeVisible();
    await product.startDatabase();
    expect(await parkingRows(product, plate)).toHaveLength(1);
  });
});

// Spec 1 §2: Buttons: create a
// Spec 1 §2: Back button; …
// Spec 1 §7: web_activity_logs: insert {user_id,
// Spec 1 §7: Logged actions: page_visit,
test("every way off the dashboard is noted @all", async ({ page, product }) => {
  const plate = await registerParking(product);
  const [row] = await parkingRows(product, plate);
  await logInAsAttendant(page);
  for (const [name, action, address] of [
    ["Skapa rapport", "click_create_report", "/ostra-hamnen/create-report"],
    ["Registrera skift", "navigate_to_shift_registration", "/ostra-hamnen/shift-registration"],
    ["Tillbaka", "navigate_back", "/ostra-hamnen"],
  ] as const) {
    await page.goto(DASHBOARD);
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page).toHaveURL(`${product.url}${address}`);
    await expect.poll(() => loggedActions(product, action)).toContainEqual(expect.objectContaining(ABOUT_ME));
  }
  await page.goto(DASHBOARD);
  await pressInRow(page, plate, "Skapa parkeringsbot");
  await expect(page).toHaveURL(`${product.url}/ostra-hamnen/generate-ticket/${row!.id}`);
  await expect
    .poll(() => loggedActions(product, "navigate_to_generate_ticket"))
    .toContainEqual({ ...ABOUT_ME, additional_data: { parking_id: row!.id, ref_number: plate } });
  for (const action of ["page_visit", "fetch_parkings_attempt", "fetch_parkings_success"]) {
    await expect.poll(() => loggedActions(product, action)).toContainEqual(expect.objectContaining(ABOUT_ME));
  }
});
