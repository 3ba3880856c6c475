// An attendant's actions without a network, in browser tests.
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { beginAsAttendant } from "#tests/support/journeys/attendant.ts";
import { expect } from "#tests/support/browser/browser.ts";
import { untilReadyOffline } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { chooseViolation, unfoldFields } from "#tests/support/journeys/fine-form.ts";

const field = (page: Page): Locator => page.getByLabel("Kontrollera registreringsnummer");
/** Reason why a car was observed before it was checked. */
export const SEEN_BEFORE = "Sågs av vakt 2 på morgonen";

export const answer = (page: Page): Locator => page.getByRole("region", { name: "Svar" });
export const stored = (page: Page): Locator => page.getByRole("region", { name: "Ärendet är sparat" });

/** Checks a plate and waits for the answer. */
export async function check(page: Page, plate: string): Promise<void> {
  await field(page).fill(plate);
  await field(page).press("Enter");
  await expect(answer(page).getByText(plate, { exact: true })).toBeVisible(FROM_THE_PHONE);
}

/** Logs an attendant in, and waits until the phone holds everything that it needs without a network. */
export async function prepare(page: Page, person?: { userId: string; password: string }): Promise<void> {
  await beginAsAttendant(page, person);
  await untilReadyOffline(page);
}

/** Does the same as `prepare`, and then cuts the network. */
export async function prepareOffline(page: Page, context: BrowserContext): Promise<void> {
  await prepare(page);
  await context.setOffline(true);
}

/** Enters the time since which the car was observed, and the reason why that was before the check. */
export async function sayObserved(page: Page, time: string, reason: string): Promise<void> {
  await unfoldFields(page);
  await page.getByText("Observerad före kontrollen").click();
  await page.getByLabel("Observerad från").fill(time);
  await page.getByLabel("Varför tidigare").fill(reason);
}

/**
 * Fills in the report about the checked plate, with one photo and an earlier observation, generates it, and gives the case number of the
 * form.
 */
export async function issueWithPhoto(page: Page): Promise<string> {
  const number = await fillReport(page, ["bil.jpg"]);
  await page.getByRole("button", { name: "Generera" }).click();
  return number;
}

/** Fills in the report as `issueWithPhoto` does, with photos of these names, and does not generate it. */
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

/** Makes the attendant's login end in so many milliseconds; a page notices it when it comes to the front again. */
export async function endLoginIn(page: Page, ms: number): Promise<void> {
  await page.evaluate((left) => {
    const key = "parkering.session.attendant";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expiresAt: Date.now() + left }));
    document.dispatchEvent(new Event("visibilitychange"));
  }, ms);
}
