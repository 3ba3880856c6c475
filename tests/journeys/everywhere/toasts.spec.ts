// Toasts have one place where nothing is pressed, typed into or told, on a phone and at a desk.
// Both profiles draw them with the same parts. Their place among boxes is a unit test: toast-place.
// @all: the fine's and the case's screens; the registration's asks the same place in `npm test`.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { expectToastsFree } from "#tests/support/browser/toasts.ts";
import {
  beginAsAttendant,
  newSwedishPlate,
  parkingRows,
  pressInRow,
  registerParking,
} from "#tests/support/journeys/attendant.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";
import { pressAction } from "#tests/support/browser/case-page.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** Lets little of the page's stopped time pass until this is true of the page, a fifth of the time that passes here. */
async function runUntil(page: Page, isTrue: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await isTrue()).toBe(true);
  }).toPass({ intervals: [50] });
}

// Spec rules §10: A matter has
test(
  "the toast of a registration covers neither the receipt's time left nor a button",
  { tag: "@once" },
  async ({ page, product }) => {
    const plate = newSwedishPlate();
    await page.clock.install();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/ostra-hamnen/start-parking");
    for (const [label, typed] of [
      ["Registreringsnummer", plate],
      ["Bilmodell", "Saab 900"],
      ["Färg", "Röd"],
      ["Gata", "Kajen 1"],
    ] as const)
      await page.getByLabel(label).fill(typed);
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    // Time stands still while the toast is there: it lasts five seconds, two of which pass until the way home.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.clock.runFor(1500);
    const receipt = page.getByRole("region", { name: "Dina parkeringar" }).getByRole("link").first();
    await runUntil(page, () => receipt.isVisible());
    await receipt.click();
    const left = page.getByRole("timer");
    await runUntil(page, () => left.isVisible());
    await expect(left).toHaveText(/^(2 h|1 h 59 min|1 h 60 min) kvar$/);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.clock.runFor(100);
      await expectToastsFree(page);
    }
    await product.sql`delete from parkings where ref_number = ${plate}`;
  },
);

// Spec rules §10: A matter has
test(
  "toasts of an attendant cover nothing that is pressed on the list and at a fine",
  { tag: "@all" },
  async ({ page, product }) => {
    for (const size of SIZES) {
      const [removed, fined] = [await registerParking(product), await registerParking(product)];
      await page.setViewportSize(size);
      await beginAsAttendant(page);
      await pressInRow(page, removed, "Ta bort parkering");
      await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
      await expectToastsFree(page);
      expect(await parkingRows(product, removed)).toEqual([]);

      await pressInRow(page, fined, "Skapa parkeringsbot");
      await chooseViolation(page, "Parkerat längre än tillåten tid");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Spara bild" }).click();
      await saved;
      await expectToastsFree(page);
    }
  },
);

// Spec rules §10: A matter has
test("toasts of the office cover nothing that is pressed on a case", { tag: "@all" }, async ({ page, product }) => {
  const fine = await issueFine(product);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await beginAsAdmin(page, { at: `/ostra-hamnen/cases/${fine.case_number}` });
    await pressAction(page, "Anteckna");
    const note = page.getByRole("dialog", { name: "Anteckna" });
    await note.getByLabel("Anteckning").fill("Ringde om kvittot");
    await note.getByRole("button", { name: "Spara" }).click();
    await expect(note).toHaveCount(0);
    await expectToastsFree(page);
  }
});
