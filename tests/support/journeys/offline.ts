// A phone without a network in browser tests: the kept application, the kept data, and the entries that wait to be sent.
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";

/** Runs in the page: the rows of a store of the device's database. */
export function deviceRows(store: "waiting" | "files" | "facts"): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("parkering-device");
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
    opening.addEventListener("success", () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains(store)) {
        database.close();
        return resolve([]);
      }
      const asked = database.transaction(store).objectStore(store).getAll();
      asked.addEventListener("success", () => {
        database.close();
        resolve(asked.result as Record<string, unknown>[]);
      });
    });
  });
}

/** Waits until the device holds the application and the data that checks need. */
export async function untilReadyOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect
    .poll(
      async () => (await page.evaluate(deviceRows, "facts" as const)).map(({ name }) => String(name)),
      WORKED_THROUGH,
    )
    .toEqual(expect.arrayContaining(["offline data", "violations ostra-hamnen", "site settings ostra-hamnen"]));
}

/** Makes the device fetch its kept data anew. */
export async function learnAnew(page: Page): Promise<void> {
  const told = page.waitForResponse(/\/rest\/v1\/rpc\/offline_data/);
  await page.reload();
  await told;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** The kinds of the entries that wait on the device, in order. */
export const waitingKinds = async (page: Page): Promise<string[]> =>
  (await page.evaluate(deviceRows, "waiting" as const)).map(({ kind }) => String(kind));

/** Waits until no entry waits any more. */
export const untilSent = (page: Page) => expect.poll(() => waitingKinds(page), WORKED_THROUGH).toEqual([]);
