// A new version takes over without losing what waits or what is half written (document 4 §6).
// @all: offline/rules/version holds the choice.
import type { BrowserContext, Page } from "@playwright/test";
import { newPlate, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { answer, check, prepare } from "#tests/support/journeys/offline-attendant.ts";
import { untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";

// Each test has a context of its own. In a context that is used again Chromium fetches the worker once more when a later test reloads the
// page, and that reload never ends.
test.use({ serviceWorkers: "allow", reuseContext: false });
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(UNREACHABLE));

/** Marks the page as it stands in memory: a reload takes the mark away. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

/** Answers /config.json with something else in it; with nothing changed as the server does. */
async function tellConfig(page: Page, change: Record<string, unknown>): Promise<void> {
  const config = (await (await page.request.get("/config.json")).json()) as object;
  await page.unroute("**/config.json");
  await page.route("**/config.json", (route) => route.fulfill({ json: { ...config, ...change } }));
}

/** Has the page look whether there is a newer version, as when it comes to the front. */
async function look(page: Page): Promise<void> {
  const told = page.waitForResponse("**/config.json");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await told;
}

/** Logs in with the version before on the device: the server's own is a newer one then. */
async function prepareWithVersionBefore(page: Page, context: BrowserContext): Promise<void> {
  await context.route("**/sw.js", async (route) => {
    const own = await route.fetch();
    await route.fulfill({ response: own, body: `${await own.text()}\n// The version before.` });
  });
  await prepare(page);
  await context.unroute("**/sw.js");
}

/** Begins a report that belongs to no check, and gives its number. */
async function beginReport(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Skapa rapport" }).click();
  await page.getByLabel("Gata").fill("Kajen 4");
  return page.getByLabel("Ärendenummer").inputValue();
}

/** Waits for the page that the server itself sends, and for its list. */
async function untilFromServer(page: Page, act: () => Promise<unknown>): Promise<void> {
  const fromServer = page.waitForResponse((one) => one.request().isNavigationRequest() && !one.fromServiceWorker());
  await act();
  await fromServer;
  await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
}

// Spec rules §5: A new version
test(
  "a new version is offered while something waits and a fine is half written, and loses neither",
  { tag: "@all" },
  async ({ page, context, product }) => {
    const plate = newPlate();
    await prepareWithVersionBefore(page, context);
    // Nothing that waits is sent meanwhile.
    await page.route("**/rest/v1/rpc/record_offline_check", (route) => route.abort());
    await context.setOffline(true);
    await check(page, plate);
    await expect(page.getByRole("link", { name: "1 väntar på att skickas" })).toBeVisible();
    await context.setOffline(false);
    const number = await beginReport(page);
    // A person who is asked whether to leave stays, and would stay with the old version.
    page.on("dialog", (dialog) => void dialog.dismiss());

    await mark(page);
    await look(page);
    const offer = page.getByText("Det finns en ny version. Det du har skrivit och det som väntar finns kvar.");
    await expect(offer).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await expect(page.getByLabel("Gata")).toHaveValue("Kajen 4");

    await page.getByRole("button", { name: "Uppdatera" }).click();
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
    await expect(page.getByLabel("Gata")).toHaveValue("Kajen 4");
    await expect(page.getByLabel("Ärendenummer")).toHaveValue(number);
    await expect(offer).toHaveCount(0);
    expect(await waitingKinds(page)).toEqual(["check"]);
    await page.unroute("**/rest/v1/rpc/record_offline_check");
    await untilSent(page);
    expect(await product.sql`select outcome from plate_checks where plate = ${plate}`).toEqual([{ outcome: "none" }]);
  },
);

// Spec rules §5: A new version
test(
  "a version that is too low, or of another profile, goes by itself once, but not from under a form, and keeps queue and draft",
  { tag: "@all" },
  async ({ page, context, product }) => {
    // The worker is put in place, and two versions are met, each with a form that is filled in and left.
    test.slow();
    const plate = newPlate();
    await prepare(page);
    await page.route("**/rest/v1/rpc/record_offline_check", (route) => route.abort());
    await context.setOffline(true);
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    await context.setOffline(false);

    const otherProfile = product.profile === "specified" ? "hardened" : "specified";
    for (const change of [{ lowestVersion: "99.0.0" }, { securityProfile: otherProfile }]) {
      await page.goto("/ostra-hamnen/attendant-dashboard");
      await page.evaluate(() => sessionStorage.removeItem("parkering.reloaded-for-version"));
      const number = await beginReport(page);
      await mark(page);
      await tellConfig(page, change);
      await look(page);
      await expect(page.getByLabel("Gata")).toHaveValue("Kajen 4");
      expect(await isMarked(page)).toBe(true);

      // The next screen is the server's.
      await untilFromServer(page, async () => {
        await page.getByRole("button", { name: "Tillbaka" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Lämna" }).click();
      });
      expect(await waitingKinds(page)).toEqual(["check"]);
      // Once: a server whose front end is too low itself makes no page reload for ever.
      await mark(page);
      await look(page);
      await page.unroute("**/config.json");
      await page.getByRole("button", { name: "Skapa rapport" }).click();
      await expect(page.getByLabel("Gata")).toHaveValue("Kajen 4");
      await expect(page.getByLabel("Ärendenummer")).toHaveValue(number);
      expect(await isMarked(page)).toBe(true);
    }

    await page.unroute("**/rest/v1/rpc/record_offline_check");
    await untilSent(page);
    expect(await product.sql`select outcome from plate_checks where plate = ${plate}`).toEqual([{ outcome: "none" }]);
  },
);

// Spec rules §5: A new version
test("the photos of an unfinished shift are there after Uppdatera", { tag: "@all" }, async ({ page, context }) => {
  await prepareWithVersionBefore(page, context);
  await page.getByRole("button", { name: "Registrera skift" }).click();
  await page.getByLabel("Beskrivning").fill("Natt på kajen");
  const photo = await makePhoto(page, { name: "kajen.jpg", width: 900, height: 600 });
  await page.getByLabel("Bilder", { exact: true }).and(page.locator("input")).setInputFiles([photo]);
  const chosen = page.getByRole("list", { name: "Valda filer" }).getByRole("listitem");
  await expect(chosen).toHaveText(/kajen\.jpg/);
  await mark(page);
  await look(page);
  await page.getByRole("button", { name: "Uppdatera" }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(page.getByLabel("Beskrivning")).toHaveValue("Natt på kajen");
  await expect(chosen).toHaveText(/kajen\.jpg/);
});
