// An attendant's actions without a network, in browser tests.
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { beginAsAttendant } from "#tests/support/journeys/attendant.ts";
import { expect } from "#tests/support/browser/browser.ts";
import { untilReadyOffline } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { chooseViolation, unfoldFields } from "#tests/support/journeys/fine-form.ts";

const field = (page: Page): Locator => page.getByLabel("Kontrollera registreringsnummer");
/** Why a car was seen before it was checked. */
export const SEEN_BEFORE = "Sågs av vakt 2 på morgonen";

export const answer = (page: Page): Locator => page.getByRole("region", { name: "Svar" });
export const stored = (page: Page): Locator => page.getByRole("region", { name: "Ärendet är sparat" });

/** Checks a plate and waits for the answer. */
export async function check(page: Page, plate: string): Promise<void> {
  await field(page).fill(plate);
  await field(page).press("Enter");
  await expect(answer(page).getByText(plate, { exact: true })).toBeVisible(FROM_THE_PHONE);
}

/** Waits until the phone of somebody who is logged in could do without a network. */
export async function prepare(page: Page, person?: { userId: string; password: string }): Promise<void> {
  await beginAsAttendant(page, person);
  await untilReadyOffline(page);
}

/** The same, and then the network goes. */
export async function prepareOffline(page: Page, context: BrowserContext): Promise<void> {
  await prepare(page);
  await context.setOffline(true);
}

/** Says since when the car was seen, and why before its check. */
export async function sayObserved(page: Page, time: string, reason: string): Promise<void> {
  await unfoldFields(page);
  await page.getByText("Observerad före kontrollen").click();
  await page.getByLabel("Observerad från").fill(time);
  await page.getByLabel("Varför tidigare").fill(reason);
}

/** Fills in the report of the plate that was answered, with one photo and an earlier observation, generates it, and gives the number of its form. */
export async function issueWithPhoto(page: Page): Promise<string> {
  const number = await fillReport(page, ["bil.jpg"]);
  await page.getByRole("button", { name: "Generera" }).click();
  return number;
}

/** The same without generating it, with photos of these names. */
export async function fillReport(page: Page, photos: readonly string[]): Promise<string> {
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await page.getByLabel("Gata").fill("Kajen 4");
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  await sayObserved(page, "00:00", SEEN_BEFORE);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj bilder" }).click();
  const made = photos.map((name) => makePhoto(page, { name, width: 800, height: 600 }));
  await (await choosing).setFiles(await Promise.all(made));
  await expect(page.getByRole("img", { name: `Bild ${photos.length}` })).toBeVisible();
  return page.getByLabel("Ärendenummer").inputValue();
}

/** Lets the attendant's login end so many milliseconds from now, as a page that comes back to the front finds it. */
export async function endLoginIn(page: Page, ms: number): Promise<void> {
  await page.evaluate((left) => {
    const key = "parkering.session.attendant";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expiresAt: Date.now() + left }));
    document.dispatchEvent(new Event("visibilitychange"));
  }, ms);
}
