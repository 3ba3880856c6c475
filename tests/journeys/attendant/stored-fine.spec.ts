// A fine after it is stored: opened again, its photos sent again and added to, and an unfinished form that asks before it is left.
// @all: checks.spec stores and corrects a fine; draft-of-stored and backend/cases/issue hold the rules.
import type { Page } from "@playwright/test";
import { logInAsAttendant, newPlate, openOwnCase, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { recordEvent } from "#tests/support/journeys/issued-fines.ts";
import { SEEN_BEFORE, sayObserved } from "#tests/support/journeys/offline-attendant.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { chooseViolation, violations } from "#tests/support/journeys/fine-form.ts";

const DASHBOARD = /\/ostra-hamnen\/attendant-dashboard$/;
const OVERTIME = "Parkerat längre än tillåten tid";
const stored = (page: Page) => page.getByRole("region", { name: "Ärendet är sparat" });
const preview = (page: Page) => page.getByRole("region", { name: "Förhandsvisning" });
const form = (page: Page) => page.getByRole("form", { name: "Rapport" });
const generate = (page: Page) => page.getByRole("button", { name: "Generera" });
/** Opens the report of a car that stands in no parking, with all but `Generera` done; gives its plate and number. */
async function beginReport(page: Page) {
  const plate = newPlate();
  await page.getByLabel("Kontrollera registreringsnummer").fill(plate);
  await page.getByLabel("Kontrollera registreringsnummer").press("Enter");
  await page.getByRole("region", { name: "Svar" }).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await page.getByLabel("Gata").fill("Kajen 4");
  await chooseViolation(page, OVERTIME);
  return { plate, number: await page.getByLabel("Ärendenummer").inputValue() };
}

async function choosePhoto(page: Page, within: ReturnType<typeof stored>, name: string) {
  const choosing = page.waitForEvent("filechooser");
  await within.getByRole("button", { name: "Välj bilder" }).click();
  await (await choosing).setFiles([await makePhoto(page, { name, width: 400, height: 300 })]);
}

async function fineOf({ sql }: RunningProduct, plate: string) {
  const [fine] = await sql<
    { id: string; last_event: string; amount: number; delivery: string | null; observed_reason: string }[]
  >`
    select id, last_event, amount, delivery, observed_reason from fines where plate = ${plate}`;
  if (fine === undefined) throw new Error(`No fine of ${plate}`);
  const [count] = await sql<{ listed: number; arrived: number; corrected: number; added: number }[]>`
    select (select count(*)::int from fine_photos where fine_id = ${fine.id}) as listed,
      (select count(*)::int from storage.objects where bucket_id = 'case-photos' and starts_with(name, ${fine.id})) as arrived,
      (select count(*)::int from fine_events where fine_id = ${fine.id} and kind = 'corrected') as corrected,
      (select count(*)::int from fine_events where fine_id = ${fine.id} and kind = 'photo_added') as added`;
  return { ...fine, ...count };
}

// Spec 4 §5: Then Fäst på
// Spec 4 §3: fines: kind (ticket
test("a stored notice is there after a reload and from the day's own, and is corrected while that lasts @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  await logInAsAttendant(page);
  const { plate, number } = await beginReport(page);
  await sayObserved(page, "00:00", "");
  await generate(page).click();
  await expect(page.getByText("Ange varför observationen började före kontrollen.")).toBeVisible();
  await page.getByLabel("Varför tidigare").fill(SEEN_BEFORE);
  await generate(page).click();
  await expect(stored(page)).toContainText(number);

  await expect(page).toHaveURL(/\?fine=/);
  await page.reload();
  await expect(stored(page)).toContainText(number);
  await expect(preview(page).getByRole("img", { name: /\/case\/[\w-]{22}$/ })).toBeVisible();
  await expect(preview(page).getByText("UTKAST")).toHaveCount(0);
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await preview(page).getByRole("button", { name: "Spara bild" }).click();
  expect((await saving).suggestedFilename()).toBe(`rapport-${plate}.png`);
  await stored(page).getByRole("button", { name: "Överlämnad" }).click();
  await expect(preview(page)).toContainText("Överlämnad till föraren");
  await page.getByLabel("Belopp (kr)").fill("500");
  await expect(preview(page).getByText("UTKAST")).toBeVisible();
  await generate(page).click();
  await expect(generate(page)).toBeDisabled();
  await expect
    .poll(() => fineOf(product, plate))
    .toMatchObject({
      amount: 500,
      delivery: "handed",
      corrected: 1,
      observed_reason: SEEN_BEFORE,
    });

  await stored(page).getByRole("button", { name: "Nästa bil" }).click();
  await expect(page).toHaveURL(DASHBOARD);
  await page.getByText(/^Mina ärenden/).click();
  await (await openOwnCase(page, number)).getByRole("link", { name: "Visa boten" }).click();
  await expect(preview(page)).toContainText(/500\skr/);
  await expect(stored(page).getByRole("button", { name: "Överlämnad" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(page).toHaveURL(DASHBOARD);
});

// Spec 4 §5: Then Fäst på
test("a stored notice has only its picture after ten minutes, and no paper once it is withdrawn or another's @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  await logInAsAttendant(page);
  const { plate, number } = await beginReport(page);
  await generate(page).click();
  await expect(stored(page)).toContainText(number);
  const fine = await fineOf(product, plate);
  await product.sql`update fines set issued_at = issued_at - interval '11 minutes' where id = ${fine.id}`;
  await page.reload();
  await expect(preview(page).getByRole("button", { name: "Kopiera bild" })).toBeEnabled();
  await expect(form(page)).toHaveCount(0);
  await expectAccessible(page);

  // A fine that was withdrawn is no paper to put on a car.
  await recordEvent(product, { ...fine, case_number: number, public_key: "", plate, photos: [] }, "withdrawn", {
    data: { ground: "felskrivet" },
  });
  await page.reload();
  await expect(stored(page)).toContainText("Makulerat");
  await expect(preview(page)).toHaveCount(0);

  // Nobody opens what somebody else issued.
  await product.sql`update fines set issued_by = 'vakt99', account_id = null where id = ${fine.id}`;
  await page.reload();
  await expect(page.getByText("Boten finns inte, eller så har någon annan utfärdat den.")).toBeVisible();
});

// Spec 4 §5: Leaving an unfinished
test("photos wait on the device until they have arrived, and more are added to a stored fine @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  await logInAsAttendant(page);
  const { plate, number } = await beginReport(page);
  await choosePhoto(page, form(page), "bil.jpg");
  await expect(page.getByRole("img", { name: "Bild 1" })).toBeVisible();
  await page.getByRole("button", { name: "Bilen", exact: true }).click();
  // A camera that kills the page.
  await page.reload();
  await expect(page.getByRole("img", { name: "Bild 1" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Bilen", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Ärendenummer")).toHaveValue(number);

  const files = /\/storage\/v1\/object\/case-photos\//;
  await page.route(files, (route) => route.abort());
  await generate(page).click();
  await expect(stored(page)).toContainText("En bild kunde inte skickas.");
  expect(await fineOf(product, plate)).toMatchObject({ listed: 1, arrived: 0 });

  // The day's own say that it waits, and lead to it.
  await page.goto("/ostra-hamnen/attendant-dashboard");
  await page.getByText(/^Mina ärenden/).click();
  await expect(await openOwnCase(page, number)).toContainText("1 bild väntar på att skickas");
  await (await openOwnCase(page, number)).getByRole("link", { name: "Bilder" }).click();
  await expect(page).toHaveURL(/\?fine=.*#photos$/);
  await page.reload();
  await expect(stored(page)).toContainText("Bilden har inte kommit fram.");
  await expectAccessible(page);
  await page.unroute(files);
  await stored(page).getByRole("button", { name: "Skicka bilden igen" }).click();
  await expect(stored(page).getByRole("button", { name: /^Visa bild: Bilen/ })).toBeVisible();
  await expect(stored(page).getByRole("button", { name: "Skicka bilden igen" })).toHaveCount(0);
  expect(await fineOf(product, plate)).toMatchObject({ listed: 1, arrived: 1, added: 0 });
  await choosePhoto(page, stored(page), "skylt.jpg");
  await expect(stored(page).getByRole("button", { name: /^Visa bild/ })).toHaveCount(2);
  expect(await fineOf(product, plate)).toMatchObject({ listed: 2, arrived: 2, added: 1 });

  await stored(page).getByRole("button", { name: "Nästa bil" }).click();
  await page.getByText(/^Mina ärenden/).click();
  await (await openOwnCase(page, number)).getByRole("link", { name: "Bilder" }).click();
  await expect(stored(page).getByRole("button", { name: /^Visa bild/ })).toHaveCount(2);
  await choosePhoto(page, stored(page), "boten.jpg");
  await expect(stored(page).getByRole("button", { name: /^Visa bild/ })).toHaveCount(3);
  expect(await fineOf(product, plate)).toMatchObject({ listed: 3, arrived: 3, added: 2 });
});

// Spec 4 §5: Fine and report
test("the next fine is offered the last one's street and violation", { tag: "@all" }, async ({ page }) => {
  await logInAsAttendant(page);
  await beginReport(page);
  await page.getByLabel("Gata").fill("Kajen 4");
  await generate(page).click();
  await stored(page).getByRole("button", { name: "Nästa bil" }).click();
  await page.getByRole("button", { name: "Skapa rapport" }).click();
  await page.getByRole("button", { name: "Samma gata som förra: Kajen 4" }).click();
  await expect(page.getByLabel("Gata")).toHaveValue("Kajen 4");
  // The last one's tile comes first, though the site lists another before it.
  const first = violations(page).getByRole("radio").first();
  await expect(first).toHaveAccessibleName(OVERTIME);
  await expect(first).toHaveAccessibleDescription(/^Samma som förra · 700\skr$/);
  await first.check();
  await expect(page.getByRole("button", { name: /som förra/ })).toHaveCount(0);
});

// Spec 4 §5: Leaving an unfinished
test("an unfinished form asks before it is left, and a finished one does not", { tag: "@all" }, async ({ page }) => {
  await logInAsAttendant(page);
  const question = page.getByRole("alertdialog", { name: "Lämna formuläret?" });
  const back = page.getByRole("button", { name: "Tillbaka" });
  // Nothing was filled in.
  await page.getByRole("button", { name: "Skapa rapport" }).click();
  // The list has a Tillbaka too.
  await expect(page).toHaveURL(/\/create-report$/);
  await back.click();
  await expect(page).toHaveURL(DASHBOARD);

  await page.getByRole("button", { name: "Skapa rapport" }).click();
  await page.getByLabel("Anteckningar").fill("Stod på lastplatsen");
  for (const leave of [() => back.click(), () => page.goBack()]) {
    await leave();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Stanna" }).click();
    await expect(page).toHaveURL(/\/create-report$/);
    await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på lastplatsen");
  }
  const asked = page.waitForEvent("dialog");
  const reloading = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloading;
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på lastplatsen");

  await back.click();
  await question.getByRole("button", { name: "Lämna" }).click();
  await expect(page).toHaveURL(DASHBOARD);
  await page.getByRole("button", { name: "Skapa rapport" }).click();
  await expect(page.getByLabel("Anteckningar")).toHaveValue("Stod på lastplatsen");
  await page.getByLabel("Registreringsnummer").fill(newPlate());
  await page.getByLabel("Gata").fill("Kajen 4");
  await chooseViolation(page, OVERTIME);
  await generate(page).click();
  await expect(stored(page)).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(DASHBOARD);
});

// Spec rules §4: A fine that
test("nothing of a fine is taken along while it is being stored, and what comes then moves nothing on a phone @all", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsAttendant(page);
  await beginReport(page);
  await choosePhoto(page, form(page), "bil.jpg");
  await expect(page.getByRole("img", { name: "Bild 1" })).toBeVisible();
  let store!: () => void;
  const held = new Promise<void>((resolve) => (store = resolve));
  await page.route("**/rest/v1/rpc/issue_fine", async (route) => {
    await held;
    await route.continue();
  });
  const top = () => preview(page).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  await generate(page).click();
  const save = preview(page).getByRole("button", { name: "Spara bild" });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  const before = await top();
  store();
  await expect(stored(page)).toContainText("Bilden har skickats");
  await expect(stored(page).getByText("Bilder", { exact: true })).toBeVisible();
  expect(await top()).toBe(before);
  const saving = page.waitForEvent("download");
  await save.click();
  await saving;
});

test("a correction on its way holds the next car, and leaving it says what is true @all", async ({ page, product }) => {
  await logInAsAttendant(page);
  const { plate } = await beginReport(page);
  await generate(page).click();
  await expect(stored(page)).toBeVisible();
  const question = page.getByRole("alertdialog", { name: "Lämna formuläret?" });
  const back = page.getByRole("button", { name: "Tillbaka" });
  await page.getByLabel("Belopp (kr)").fill("500");
  await back.click();
  await expect(question).toContainText("Ärendet är sparat, men inte det du har ändrat sedan dess.");
  await question.getByRole("button", { name: "Stanna" }).click();

  let answer!: () => void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/rest/v1/rpc/correct_fine", async (route) => {
    await held;
    await route.continue();
  });
  await generate(page).click();
  for (const name of ["Nästa bil", "Överlämnad"])
    await expect(stored(page).getByRole("button", { name })).toHaveAttribute("aria-busy", "true");
  // A third of a phone has room for what is pressed and its sign.
  await page.setViewportSize({ width: 360, height: 740 });
  for (const choice of await stored(page).locator(".delivery-choices button").all())
    expect(await choice.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await stored(page).getByRole("button", { name: "Nästa bil" }).click({ force: true });
  await expect(question).toHaveCount(0);
  await back.click();
  await expect(question).toContainText("håller på att sparas");
  // The fine is stored while the question stands open, which can be answered all the same.
  answer();
  await expect.poll(() => fineOf(product, plate)).toMatchObject({ amount: 500, corrected: 1 });
  await expect(page.locator("button:disabled", { hasText: "Generera" })).toHaveCount(1);
  await question.getByRole("button", { name: "Lämna" }).click();
  await expect(page).toHaveURL(DASHBOARD);
});
