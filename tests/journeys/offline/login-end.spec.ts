// The end of a login takes nothing away (document 4 §6): it is told before, and what was begun opens at the same person's next one.
// @all: it lasts twenty seconds; a unit test of each part holds the warning, the sealing and the opening.
import type { Page } from "@playwright/test";
import { logInAsAttendant, parkingRows, registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { endLoginIn, SEEN_BEFORE, sayObserved, stored } from "#tests/support/journeys/offline-attendant.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { deviceRows } from "#tests/support/journeys/offline.ts";
import { expectToastsFree } from "#tests/support/browser/toasts.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";

const LOGIN = /\/ostra-hamnen\/attendant-login$/;

const endOf = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem("parkering.session.attendant") ?? "{}") as { expiresAt: number }).expiresAt,
  );

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logga ut" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen$/);
}

/** Begins a fine with a note and two photos, and gives its number. */
async function beginFine(page: Page, parkingId: string): Promise<string> {
  await page.goto(`/ostra-hamnen/generate-ticket/${parkingId}`);
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  await page.getByLabel("Anteckningar").fill("Stod på trottoaren");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj bilder" }).click();
  const photos = ["bil.jpg", "skylt.jpg"].map((name) => makePhoto(page, { name, width: 800, height: 600 }));
  await (await choosing).setFiles(await Promise.all(photos));
  await expect(page.getByRole("img", { name: "Bild 2" })).toBeVisible();
  // On the disk.
  const facts = () => page.evaluate(deviceRows, "facts" as const);
  await expect.poll(async () => JSON.stringify(await facts())).toContain("Stod på trottoaren");
  return page.getByLabel("Ärendenummer").inputValue();
}

/** Answers the question with a wrong password and then the right one, which lengthens the login. */
async function stayLoggedIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stanna inloggad" }).click();
  const dialog = page.getByRole("dialog", { name: "Stanna inloggad" });
  await dialog.getByLabel("Lösenord", { exact: true }).fill("Fel-7410");
  await dialog.getByRole("button", { name: "Stanna inloggad" }).click();
  await expect(dialog.getByText("Fel lösenord")).toBeVisible();
  await dialog.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await dialog.getByRole("button", { name: "Stanna inloggad" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Inloggningen slutar/)).toHaveCount(0);
  expect((await endOf(page)) - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
}

/** Expects that another person with the phone in between sees nothing of the fine. */
async function expectHiddenFromAnother(page: Page, product: RunningProduct): Promise<void> {
  await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "vakt77", password: "Vakt-7711" });
  await logInAsAttendant(page, { userId: "vakt77", password: "Vakt-7711" });
  await expect(page.getByText(/^Mina ärenden \d+$/)).toBeVisible();
  await expect(page.getByText(/Påbörjad bot/)).toHaveCount(0);
  await logOut(page);
}

// Spec rules §5: A begun fine
test("a fine that was begun outlives its login, which says before when it ends @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  // A page whose login has ended asks once more whether it holds, and a photo is asked for before it has arrived.
  consoleErrors.tolerate(/Failed to load resource.*40[013]/);
  const plate = await registerParking(product, { start_time: hoursAgo(3), end_time: hoursAgo(2) });
  const id = (await parkingRows(product, plate))[0]!.id;
  await logInAsAttendant(page);
  const number = await beginFine(page, id);

  await endLoginIn(page, 10 * 60_000);
  await expect(page.getByText(/^Inloggningen slutar \d\d:\d\d/)).toBeVisible();
  await stayLoggedIn(page);
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på trottoaren");

  await endLoginIn(page, -1);
  await expect(page).toHaveURL(LOGIN);
  await expectHiddenFromAnother(page, product);
  await logInAsAttendant(page);
  const begun = page.getByRole("list", { name: "Påbörjade böter" }).getByRole("listitem");
  await expect(begun).toContainText(`Påbörjad bot ${number}`);
  await begun.getByRole("link", { name: "Fortsätt" }).click();
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på trottoaren");
  await expect(page.getByRole("img", { name: "Bild 2" })).toBeVisible();
  await expect(page.getByLabel("Ärendenummer")).toHaveValue(number);

  // On a phone the choices are in reach after `Generera`, and one press goes on to the next car.
  await page.setViewportSize({ width: 390, height: 844 });
  await sayObserved(page, "00:00", SEEN_BEFORE);
  await page.getByRole("button", { name: "Generera" }).click();
  const fixed = stored(page).getByRole("button", { name: "Fäst på bilen" });
  await expect(fixed).toBeInViewport({ ratio: 1 });
  await expectToastsFree(page);
  await fixed.click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
  const fine = () => product.sql`
    select f.case_number, f.delivery, f.notes, (select count(*)::int from storage.objects o
      where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate = ${plate}`;
  const whole = { case_number: number, delivery: "fixed", notes: "Stod på trottoaren", photos: 2 };
  await expect.poll(fine).toEqual([whole]);
  await page.setViewportSize({ width: 1280, height: 720 });

  // Logging out is another matter: nothing stays then.
  const other = await registerParking(product, { start_time: hoursAgo(3), end_time: hoursAgo(2) });
  await beginFine(page, (await parkingRows(product, other))[0]!.id);
  page.on("dialog", (asked) => void asked.accept());
  await page.goto("/ostra-hamnen/attendant-dashboard");
  await expect(page.getByText(/Påbörjad bot/)).toBeVisible();
  await logOut(page);
  await logInAsAttendant(page);
  await expect(page.getByText(/^Mina ärenden \d+$/)).toBeVisible();
  await expect(page.getByText(/Påbörjad bot/)).toHaveCount(0);
});
