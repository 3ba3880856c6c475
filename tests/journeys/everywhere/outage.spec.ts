// The database gone for ten seconds while people work: open screens say so and recover by themselves, and what is written is kept.
// @all: weak-network cuts the cable under the list, tests/faults/outage stops the database under the server.
import {
  logInAsAttendant,
  newPlate,
  parkingCard,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { NEXT_LOOK, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";

const OUTAGE_MS = 10_000;

test(
  "open screens say that they are not up to date, nothing that is typed is lost, and all is well again without a reload",
  { tag: "@all" },
  async ({ page, context, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const kept = await registerParking(product);
    await logInAsAttendant(page);
    await page.getByRole("button", { name: "Sök", exact: true }).click();
    await expect(parkingCard(page, kept)).toBeVisible();

    const shift = await context.newPage();
    await shift.goto("/ostra-hamnen/shift-registration");
    await shift.getByLabel("Starttid").fill("08:00");
    await shift.getByLabel("Sluttid").fill("16:30");
    await shift.getByLabel("Beskrivning").fill("Skrivet under avbrottet");
    const names = ["avbrott-1.jpg", "avbrott-2.jpg"];
    const photos = [];
    for (const name of names) photos.push(await makePhoto(shift, { name, width: 300, height: 200 }));
    await shift.getByLabel("Bilder", { exact: true }).and(shift.locator("input")).setInputFiles(photos);
    for (const name of names) await expect(shift.getByRole("button", { name: `Ta bort ${name}` })).toBeVisible();
    await expect(shift.getByText("Uppdateras direkt")).toBeVisible();

    const units = await context.newPage();
    await logInAsOperator(units);
    await units.getByRole("tab", { name: "Units" }).click();
    await expect(units.getByText("Live", { exact: true })).toBeVisible();

    await product.stopDatabase();
    const gone = Date.now();
    await expect(page.getByText("Ansluter till direktuppdateringen …")).toBeVisible();
    await expect(shift.getByText("Ansluter till direktuppdateringen …")).toBeVisible();
    await expect(units.getByText("Live", { exact: true })).toBeHidden();
    await expect(parkingCard(page, kept)).toBeVisible();
    await shift.getByRole("button", { name: "Skicka in skift" }).click();
    // Actions of the meantime wait on the device (document 4 §6).
    const waiting = shift.getByRole("link", { name: "1 väntar på att skickas" });
    await expect(waiting).toBeVisible();
    await expect.poll(() => Date.now() - gone, { timeout: 2 * OUTAGE_MS }).toBeGreaterThan(OUTAGE_MS);
    await product.startDatabase();

    // Written while the screens were not joined yet, or just after: each way it comes.
    const plate = newPlate();
    await registerParking(product, { ref_number: plate });
    await product.sql`update units set location = 'Efter avbrottet' where unit_number = '31-1010'`;
    await expect(parkingCard(page, plate)).toBeVisible(NEXT_LOOK);
    await expect(page.getByText("Uppdateras direkt")).toBeVisible(NEXT_LOOK);
    await expect(units.getByRole("group", { name: "Efter avbrottet" })).toBeVisible(NEXT_LOOK);
    await expect(waiting).toHaveCount(0, WORKED_THROUGH);
    const rows =
      await product.sql`select image_urls from shift_registrations where description = 'Skrivet under avbrottet'`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.["image_urls"]).toHaveLength(2);
  },
);
