// The end of a login takes nothing away (document 4 §6): it is told before, and what was begun opens at the same person's next one.
import type { Page } from "@playwright/test";
import { logInAsAttendant, parkingRows, registerParking } from "../support/attendant.ts";
import { expect, test } from "../support/browser.ts";
import { addPeople } from "../support/people.ts";
import { makePhoto } from "../support/photos.ts";
import { deviceRows } from "../support/offline.ts";

const LOGIN = /\/ostra-hamnen\/attendant-login$/;

/** Lets the attendant's login end so many milliseconds from now, as a page that comes back to the front finds it. */
async function endLoginIn(page: Page, ms: number): Promise<void> {
  await page.evaluate((left) => {
    const key = "parkering.session.attendant";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expiresAt: Date.now() + left }));
    document.dispatchEvent(new Event("visibilitychange"));
  }, ms);
}

const endOf = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem("parkering.session.attendant") ?? "{}") as { expiresAt: number }).expiresAt,
  );

/** Begins a fine with a note and two photos, and gives its number. */
async function beginFine(page: Page, parkingId: string): Promise<string> {
  await page.goto(`/ostra-hamnen/generate-ticket/${parkingId}`);
  await page.getByLabel("Överträdelse", { exact: true }).selectOption("Parkerat längre än tillåten tid");
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

test("a fine that was begun outlives its login, which says before when it ends", async ({
  page,
  product,
  consoleErrors,
}) => {
  // A page whose login has ended asks once more whether it holds.
  consoleErrors.tolerate(/Failed to load resource.*40[13]/);
  const plate = await registerParking(product);
  const id = (await parkingRows(product, plate))[0]!.id;
  await logInAsAttendant(page);
  const number = await beginFine(page, id);

  await endLoginIn(page, 10 * 60_000);
  await expect(page.getByText(/^Inloggningen slutar \d\d:\d\d/)).toBeVisible();
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
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på trottoaren");

  await endLoginIn(page, -1);
  await expect(page).toHaveURL(LOGIN);
  // Whoever has the phone in between sees nothing of it.
  await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "vakt77", password: "Vakt-7711" });
  await logInAsAttendant(page, { userId: "vakt77", password: "Vakt-7711" });
  await expect(page.getByText(/^Mina ärenden \(\d+\)/)).toBeVisible();
  await expect(page.getByText(/Påbörjad bot/)).toHaveCount(0);
  await page.getByRole("button", { name: "Logga ut" }).click();

  await logInAsAttendant(page);
  const begun = page.getByRole("list", { name: "Påbörjade böter" }).getByRole("listitem");
  await expect(begun).toContainText(`Påbörjad bot ${number}`);
  await begun.getByRole("link", { name: "Fortsätt" }).click();
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på trottoaren");
  await expect(page.getByRole("img", { name: "Bild 2" })).toBeVisible();
  await expect(page.getByLabel("Ärendenummer")).toHaveValue(number);

  // Logging out is another matter: nothing stays then.
  await page.goto("/ostra-hamnen/attendant-dashboard");
  await page.getByRole("button", { name: "Logga ut" }).click();
  await logInAsAttendant(page);
  await expect(page.getByText(/^Mina ärenden \(\d+\)/)).toBeVisible();
  await expect(page.getByText(/Påbörjad bot/)).toHaveCount(0);
});
