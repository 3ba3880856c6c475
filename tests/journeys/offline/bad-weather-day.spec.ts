// An attendant's whole day in bad weather: thirty checks and six fines, the server killed once, every third answer lost for a while.
// @all, half a minute: checks.spec, cases.spec and objections.spec go each step.
import type { Locator, Page } from "@playwright/test";
import {
  logInAsAttendant,
  newPlate,
  openOwnCase,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { ANSWER_LOST, ONE_TRY } from "#tests/support/run/patience.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { chooseViolation, violations } from "#tests/support/journeys/fine-form.ts";

const OVERTIME = "Parkerat längre än tillåten tid";
const answer = (page: Page) => page.getByRole("region", { name: "Svar" });
const stored = (page: Page) => page.getByRole("region", { name: "Ärendet är sparat" });
const generate = (page: Page) => page.getByRole("button", { name: "Generera" });

/** Presses again as long as what should come does not: the answer was lost on its way. */
async function insist(press: () => Promise<unknown>, shown: Locator): Promise<void> {
  await expect(async () => {
    // The pressed button may be gone by then, since the expected state has come.
    if (!(await shown.isVisible())) await press().catch(() => undefined);
    await expect(shown).toBeVisible(ANSWER_LOST);
  }).toPass();
}

/** Every third answer is lost while it rains: the server has done what was asked. */
async function letItRain(page: Page, isRaining: () => boolean): Promise<void> {
  let answers = 0;
  for (const calls of ["**/rest/v1/rpc/*", "**/storage/v1/object/case-photos/**"]) {
    await page.route(calls, async (route) => {
      if (!isRaining()) return route.continue();
      answers += 1;
      if (answers % 3 !== 0) return route.continue();
      await route.fetch().catch(() => undefined);
      return route.abort();
    });
  }
}

async function checkPlate(page: Page, plate: string): Promise<void> {
  const field = page.getByLabel("Kontrollera registreringsnummer");
  await insist(
    async () => {
      await field.fill(plate);
      await field.press("Enter");
    },
    answer(page).getByText(plate, { exact: true }),
  );
}

/** Gives a reason for what is asked about before a fine is stored. */
async function giveReason(page: Page): Promise<void> {
  const reasons = page.getByRole("dialog", { name: "Kontrollera innan du utfärdar" });
  await expect(reasons).toContainText("Bilen har en giltig parkering");
  await reasons.getByLabel("Skäl").selectOption("Parkeringen gäller en annan plats");
  await reasons.getByRole("button", { name: "Utfärda ändå" }).click();
}

/** From the answer to the stored fine with its photo; gives the number that is written on it, and the touches that it took. */
async function fine(
  page: Page,
  plate: string,
  { isWarned, isFirst }: { isWarned: boolean; isFirst: boolean },
): Promise<{ number: string; touches: number }> {
  let touches = 0;
  const touch = async (act: Promise<unknown>, times = 1) => {
    await act;
    touches += times;
  };
  await touch(answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click());
  const number = await page.getByLabel("Ärendenummer").inputValue();
  // The day's first place is typed; after it the last one is a touch. A parking has its street. The last violation's tile comes first.
  if (isFirst) await touch(page.getByLabel("Gata").fill("Kajen 4"));
  else if (!isWarned) await touch(page.getByRole("button", { name: /^Samma gata som förra/ }).click());
  if (isFirst) await touch(chooseViolation(page, OVERTIME));
  else
    await touch(
      violations(page).getByRole("radio", { name: OVERTIME }).and(violations(page).getByRole("radio").first()).check(),
    );
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj bilder" }).click();
  const photo = await makePhoto(page, { name: `${plate}.jpg`, width: 400, height: 300 });
  await (await choosing).setFiles([photo]);
  await expect(page.getByRole("img", { name: "Bild 1" })).toBeVisible();
  // The button, and what the camera or the device's pictures want.
  touches += 2;
  if (isWarned) {
    await generate(page).click();
    await giveReason(page);
  }
  // However often the rain makes it: it is one press where every answer arrives.
  touches += 1;
  await insist(() => generate(page).click(ONE_TRY), stored(page));
  await expect(stored(page)).toContainText(number);
  // The paper that lies on the car has the number of the case.
  await expect(page.getByRole("region", { name: "Förhandsvisning" })).toContainText(number);
  await insist(
    () => stored(page).getByRole("button", { name: "Försök igen" }).click(ONE_TRY),
    stored(page).getByText("Bilden har skickats"),
  );
  return { number, touches };
}

/** These cars of the thirty have a parking; one of them is fined all the same, with a reason. */
const WARNED = 24;
const isParked = (index: number) => index < 10 || index === WARNED;

/** Expects each check, fine, photo and correction of the day once in the tables. */
async function expectEachOnce(
  product: RunningProduct,
  plates: readonly string[],
  numbers: Map<string, string>,
): Promise<void> {
  const checks = await product.sql<{ plate: string; times: number }[]>`
    select plate, count(*)::int as times from plate_checks where plate = any (${plates}) group by plate`;
  expect(checks.filter(({ times }) => times === 1)).toHaveLength(30);
  const fines = await product.sql<
    { plate: string; case_number: string; status: string; notes: string; photos: number }[]
  >`
    select f.plate, f.case_number, f.status, f.notes, (select count(*)::int from fine_photos p join storage.objects o
      on o.bucket_id = 'case-photos' and o.name = p.path where p.fine_id = f.id) as photos
    from fines f where f.plate = any (${plates}) order by f.issued_at`;
  expect(fines.map(({ plate, case_number }) => [plate, case_number])).toEqual([...numbers]);
  expect(fines).toHaveLength(6);
  expect(fines.map(({ photos }) => photos)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(fines.map(({ status }) => status).filter((status) => status === "withdrawn")).toHaveLength(1);
  expect(fines.filter(({ notes }) => notes === "Rättad i regnet")).toHaveLength(1);
  const warned = await product.sql`
    select plate from fines where plate = any (${plates}) and accepted_warnings @> '[{"code": "valid-parking"}]'`;
  expect(warned).toEqual([{ plate: plates[WARNED] }]);
  // A fine that was only sent once more is no correction.
  const corrections = await product.sql`
    select from fine_events e join fines f on f.id = e.fine_id where e.kind = 'corrected' and f.plate = any (${plates})`;
  expect(corrections).toHaveLength(1);
}

// Spec 4 §6: Fines with photos,
// Spec 4 §6: Nothing is taken
// Spec 4 §5: From an answer
test("a day of thirty checks and six fines, each once, with the numbers of the pictures @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  // Thirty checks and six fines, one after the other.
  test.slow();
  consoleErrors.tolerate(UNREACHABLE);
  const plates = Array.from({ length: 30 }, newPlate);
  for (const plate of plates.filter((_, index) => isParked(index))) {
    await registerParking(product, { ref_number: plate });
  }
  let isRaining = false;
  await letItRain(page, () => isRaining);
  await logInAsAttendant(page);

  const numbers = new Map<string, string>();
  for (const [index, plate] of plates.entries()) {
    isRaining = index >= 12 && index < 22;
    if (index === 15) {
      await product.killServer();
      await page.getByLabel("Kontrollera registreringsnummer").fill(plate);
      await page.getByRole("button", { name: "Kontrollera", exact: true }).click();
      await expect(answer(page)).toContainText(/Offline – uppgifter från \d\d:\d\d/);
      await product.startServer();
    } else await checkPlate(page, plate);
    await expect(answer(page)).toContainText(isParked(index) ? "GILTIG" : "INGEN PARKERING");
    if (index < 12 || index % 3 !== 0) continue;
    const isFirst = numbers.size === 0;
    const { number, touches } = await fine(page, plate, { isWarned: index === WARNED, isFirst });
    expect(touches).toBeLessThanOrEqual(6);
    numbers.set(plate, number);
    if (index === 18) {
      await page.getByLabel("Anteckningar").fill("Rättad i regnet");
      await insist(() => generate(page).click(ONE_TRY), page.locator("button:disabled", { hasText: "Generera" }));
    }
    await insist(
      () => stored(page).getByRole("button", { name: "Fäst på bilen" }).click(ONE_TRY),
      stored(page).locator("[aria-pressed=true]"),
    );
    await stored(page).getByRole("button", { name: "Nästa bil" }).click();
  }

  // A fine was a mistake.
  const mistaken = numbers.get(plates[27] ?? "") ?? "";
  await page.getByText(/^Mina ärenden/).click();
  const own = await openOwnCase(page, mistaken);
  await own.getByRole("button", { name: "Makulera" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Makulera" }).click();
  await expect(own).toContainText("Makulerat");

  await expectEachOnce(product, plates, numbers);
});
