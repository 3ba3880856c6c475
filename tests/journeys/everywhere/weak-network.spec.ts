// A phone with a weak network: what stands on the screen while code is on its way, and while nothing gets through.
// Runs in `specified`: the browser without an answer; tests/faults/outage stops the database in `hardened`. A gone server and toasts are
// @all: toast and toast-place.
import type { Page } from "@playwright/test";
import {
  logInAsAttendant,
  newPlate,
  parkingCard,
  parkingRows,
  pressInRow,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import { expect, expectToldAtForm, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { BACK_AGAIN, ONE_TRY } from "#tests/support/run/patience.ts";

/** Holds back the code of a screen until the function that it gives is called. */
async function holdBack(page: Page, screen: string): Promise<() => void> {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(new RegExp(`/assets/${screen}-.*\\.js$`), async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

// Spec rules §10: There are no
test("says that a screen is on its way, on the first visit and from screen to screen @all", async ({ page }) => {
  const letProjectCome = await holdBack(page, "project");
  await page.goto("/ostra-hamnen", { waitUntil: "commit" });
  // Without words: which language the screen speaks is known with its code.
  const mark = page.getByRole("progressbar", { name: "Parkering" });
  await expect(mark).toBeVisible();
  expect(await page.locator("body").innerText()).toBe("");
  letProjectCome();
  await expect(page.getByRole("link", { name: "Parking Attendant" })).toBeVisible();
  await expect(mark).toHaveCount(0);

  const letLoginCome = await holdBack(page, "attendant-login");
  await page.getByRole("link", { name: "Parking Attendant" }).click();
  await expect(page.getByText("Laddar …")).toBeVisible();
  await expect(page.getByRole("link", { name: "Parking Attendant" })).toBeVisible();
  letLoginCome();
  await expect(page.getByLabel("Användar-ID")).toBeVisible();
  await expect(page.getByText("Laddar …")).toHaveCount(0);
});

test("a toast on a phone covers none of the header's controls @all", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsAdmin(page);
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toHaveText(/Inloggning lyckades/);
  const settled = async () => {
    const first = await toast.boundingBox();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return JSON.stringify(first) === JSON.stringify(await toast.boundingBox());
  };
  await expect.poll(settled).toBe(true);
  // All at once: the toast is gone before a slow machine has asked for one place after another.
  const covered = await toast.evaluate((element) => {
    const at = element.getBoundingClientRect();
    return [...document.querySelectorAll(":is(header, nav) :is(a, button)")].map((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return at.left < right && left < at.right && at.top < bottom && top < at.bottom;
    });
  });
  expect(covered.length).toBeGreaterThan(5);
  expect(covered).not.toContain(true);
});

// Spec rules §10: A matter has
// Spec rules §10: A toast at
test("one toast a matter: an error goes with the success that follows; a login says its toasts and draws none @all", async ({
  page,
}) => {
  const toast = page.locator("[data-sonner-toast]");
  await page.goto("/ostra-hamnen/admin-login");
  await page.getByLabel("Användarnamn").fill("admin01");
  const password = page.getByLabel("Lösenord", { exact: true });
  await password.fill("Tallkott-7411");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(toast).toHaveText(/Felaktigt användarnamn eller lösenord/);
  await expect(page.getByRole("alert")).toHaveText("Felaktigt användarnamn eller lösenord");
  const list = page.locator("[data-sonner-toaster]");
  await expect(list).toHaveCSS("clip-path", "inset(50%)");
  await password.fill("Admin-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(toast).toHaveText(/Inloggning lyckades/);
  await expect(toast).toHaveCount(1);
  await expect(list).toHaveCSS("clip-path", "none");
});

test("an attendant without a network keeps the list, is told what fails, and is up to date again by itself", async ({
  browser,
  product,
}) => {
  const cable = await layCable(product.url);
  const context = await browser.newContext({ baseURL: cable.url });
  try {
    const page = await context.newPage();
    const dialogCode = page.waitForResponse(/\/assets\/confirm-dialog-/);
    const toastCode = page.waitForResponse(/\/assets\/toast-host-/);
    const kept = await registerParking(product);
    await logInAsAttendant(page);
    for (const code of [dialogCode, toastCode]) await (await code).finished();
    await page.getByRole("button", { name: "Sök", exact: true }).click();
    await expect(parkingCard(page, kept)).toBeVisible();

    cable.pull();
    await expect(page.getByText("Ansluter till direktuppdateringen …")).toBeVisible();
    const missed = await registerParking(product);
    await expect(parkingCard(page, kept)).toBeVisible();
    await pressInRow(page, kept, "Ta bort parkering");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(page.getByText("Kunde inte ta bort parkeringen")).toBeVisible();
    const field = page.getByRole("searchbox", { name: "Sök parkeringar" });
    await field.fill(missed);
    await expect(page.getByText("Kunde inte hämta parkeringar")).toBeVisible();
    expect(await parkingRows(product, kept)).toHaveLength(1);

    cable.plug();
    await expect(parkingCard(page, missed)).toBeVisible(BACK_AGAIN);
    await expect(page.getByText("Kunde inte hämta parkeringar")).toHaveCount(0);
    await expect(page.getByText("Uppdateras direkt")).toBeVisible(BACK_AGAIN);
    await field.fill("");
    await expect(parkingCard(page, kept)).toBeVisible();
    await pressInRow(page, kept, "Ta bort parkering");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(parkingCard(page, kept)).toHaveCount(0);
    expect(await parkingRows(product, kept)).toHaveLength(0);
  } finally {
    await context.close();
    cable.close();
  }
});

// Spec rules §10: A server that
test("a server that is gone takes no screen away: those of the role are there, another one can be left again @all", async ({
  browser,
  product,
}) => {
  const cable = await layCable(product.url);
  const context = await browser.newContext({ baseURL: cable.url });
  try {
    const page = await context.newPage();
    const fetched = ["generate-ticket", "create-report", "shift-registration"].map((name) =>
      page.waitForResponse(new RegExp(`/assets/${name}-`)),
    );
    const plate = await registerParking(product);
    await logInAsAttendant(page);
    for (const answer of fetched) await (await answer).finished();
    await expect(parkingCard(page, plate)).toBeVisible();
    cable.pull();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await page.getByRole("button", { name: "Skapa rapport", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Skapa rapport", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(parkingCard(page, plate)).toBeVisible();

    // The entrance was not opened yet.
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page.getByRole("heading", { name: "Sidan kunde inte hämtas" })).toBeVisible();
    const asked = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/config.json"));
    await page.getByRole("button", { name: "Försök igen" }).click();
    await asked;
    await expect(page.getByRole("heading", { name: "Sidan kunde inte hämtas" })).toBeVisible();
    await page.getByRole("link", { name: "Tillbaka" }).click();
    await expect(parkingCard(page, plate)).toBeVisible();
    await page.goForward();
    await expect(page.getByRole("heading", { name: "Sidan kunde inte hämtas" })).toBeVisible();
    cable.plug();
    await page.getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByRole("link", { name: "Parking Attendant" })).toBeVisible();
  } finally {
    await context.close();
    cable.close();
  }
});

test("a login without a network says so and works when it is back @all", async ({ browser, product }) => {
  const cable = await layCable(product.url);
  const context = await browser.newContext({ baseURL: cable.url });
  try {
    const page = await context.newPage();
    const toastCode = page.waitForResponse(/\/assets\/toast-host-/);
    await page.goto("/ostra-hamnen/attendant-login");
    await (await toastCode).finished();
    await page.getByLabel("Användar-ID").fill("vakt01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
    cable.pull();
    await page.getByRole("button", { name: "Logga in" }).click();
    await expectToldAtForm(page, "Ett fel uppstod vid inloggningen");
    cable.plug();
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
  } finally {
    await context.close();
    cable.close();
  }
});

test("an outcome is told by the browser's own dialog when the code of the toasts did not come @all", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  await page.route(/\/assets\/toast-host-/, (route) => route.abort());
  await page.goto("/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Fel-losenord");
  const told = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Logga in" }).click();
  const dialog = await told;
  expect(dialog.message()).toBe("Felaktigt användar-ID eller lösenord");
  await dialog.accept();
});

test("a list of several pages goes on to its end after a removal @all", async ({ page, product }) => {
  const mark = newPlate();
  await product.sql`
    insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
    select 'ostra-hamnen', 'Saab 900', 'Grön', 'Långgatan', ${mark} || '-' || n, now(), now(), now() - n * interval '1 second'
    from generate_series(1, 130) n`;
  try {
    await logInAsAttendant(page);
    await page.getByRole("button", { name: "Sök", exact: true }).click();
    await page.getByRole("searchbox", { name: "Sök parkeringar" }).fill(mark);
    await pressInRow(page, `${mark}-1`, "Ta bort parkering");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
    await expect(parkingCard(page, `${mark}-1`)).toHaveCount(0);
    const last = parkingCard(page, `${mark}-130`);
    await expect(async () => {
      await page.mouse.move(640, 600);
      await page.mouse.wheel(0, 20_000);
      await expect(last).toBeVisible(ONE_TRY);
    }).toPass();
  } finally {
    await product.sql`delete from parkings where ref_number like ${`${mark}-%`}`;
  }
});
