// An attendant's day where the network comes and goes (document 4 §6): thirty checks and eight fines with photos, four of them without a
// network, the browser killed with -9, the server killed once, every third answer lost. Afterwards everything is there, once.
// Runs in `npm run test:all` alone, for minutes: working-offline and failures go each step of the day.
import type { BrowserContext } from "@playwright/test";
import { newPlate, registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { answer, check, issueWithPhoto, prepare, stored } from "#tests/support/journeys/offline-attendant.ts";
import { deviceRows, untilSent } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE, WHOLE_DAY_MS, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { openPhone } from "#tests/support/browser/phone.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { isWhole } from "#tests/support/run/whole.ts";

test.skip(!isWhole, "A day takes minutes: npm run test:all");

/** Lets every third answer of the database and of the photos be lost: the server has done what was asked. */
async function letItRain(context: BrowserContext, isRaining: () => boolean): Promise<void> {
  let answers = 0;
  for (const calls of ["**/rest/v1/rpc/*", "**/storage/v1/object/case-photos/**"]) {
    await context.route(calls, async (route) => {
      if (!isRaining()) return route.continue();
      answers += 1;
      if (answers % 3 !== 0) return route.continue();
      await route.fetch().catch(() => undefined);
      return route.abort();
    });
  }
}

// Spec 4 §5: Leaving an unfinished
test("a day of thirty checks and eight fines is there once, with the numbers of the pictures", async ({ product }, {
  project,
}) => {
  test.setTimeout(WHOLE_DAY_MS);
  const plates = Array.from({ length: 30 }, newPlate);
  for (const plate of plates.slice(0, 10)) await registerParking(product, { ref_number: plate });
  let isRaining = false;
  const phone = await openPhone(product, project, (context) => letItRain(context, () => isRaining));
  const numbers = new Map<string, string>();
  const fine = async (plate: string) => {
    await issueWithPhoto(phone.page);
    await expect(stored(phone.page)).toBeVisible(WORKED_THROUGH);
    numbers.set(plate, /\d{8}/.exec(await stored(phone.page).innerText())?.[0] ?? "");
    await stored(phone.page).getByRole("button", { name: "Nästa bil" }).click();
  };

  try {
    await prepare(phone.page);
    for (const [index, plate] of plates.entries()) {
      isRaining = index >= 10 && index < 20;
      if (index === 12) await product.killServer();
      if (index === 14) await product.startServer();
      if (index === 20) await phone.context.setOffline(true);
      if (index === 27) {
        // With four fines and their photos on the phone, and a fifth that is half written.
        await phone.page.goto("/ostra-hamnen/create-report");
        await phone.page.getByLabel("Gata").fill("Halvskriven 7");
        const drafts = () => phone.page.evaluate(deviceRows, "facts" as const);
        await expect.poll(async () => JSON.stringify(await drafts())).toContain("Halvskriven 7");
        await phone.restart();
        await phone.context.setOffline(true);
        await phone.page.goto("/ostra-hamnen/create-report");
        await expect(phone.page.getByLabel("Gata")).toHaveValue("Halvskriven 7");
        await phone.page.goto("/ostra-hamnen/attendant-dashboard");
        await expect(phone.page.getByRole("link", { name: /väntar på att skickas/ })).toBeVisible();
      }
      await check(phone.page, plate);
      await expect(answer(phone.page)).toContainText(index < 10 ? "GILTIG" : "INGEN PARKERING", FROM_THE_PHONE);
      if ([10, 13, 16, 19, 20, 22, 24, 26].includes(index)) await fine(plate);
    }
    isRaining = true;
    await phone.context.setOffline(false);
    await untilSent(phone.page);
    await expectTheDay(product, plates, numbers);
  } finally {
    await phone.away();
  }
});

async function expectTheDay(product: RunningProduct, plates: string[], numbers: ReadonlyMap<string, string>) {
  const checks = await product.sql<{ times: number }[]>`
    select count(*)::int as times from plate_checks where plate = any (${plates}) group by plate`;
  expect(checks.map(({ times }) => times)).toEqual(plates.map(() => 1));
  const fines = await product.sql<
    { plate: string; case_number: string; by_rule: boolean; was_offline: boolean; photos: number }[]
  >`
    select f.plate, f.case_number, f.was_offline, f.needs_review = (f.received_at - f.issued_at >= interval '1 minute' or f.review_reasons <> '[]') as by_rule, (select count(*)::int from storage.objects o
      where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate = any (${plates})`;
  expect(new Map(fines.map(({ plate, case_number: number }) => [plate, number]))).toEqual(numbers);
  expect(fines.map(({ photos }) => photos)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  const offline = fines.filter(({ was_offline: wasOffline }) => wasOffline);
  expect(offline.length).toBeGreaterThanOrEqual(4);
  expect(offline.every(({ by_rule: isByRule }) => isByRule)).toBe(true);
}
