// Evidence outlives what ends under it (document 4 §6): thirty checks and six fines with two photos each, on a day on which the server is
// killed, the login ends twice after its 8 hours, and the browser is killed. Afterwards everything is there, once.
// Runs in `npm run test:all` alone, for minutes: working-offline and login-end go each step.
import { newPlate, logInAsAttendant, registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import {
  answer,
  check,
  endLoginIn,
  fillReport,
  prepare,
  SEEN_BEFORE,
  stored,
} from "#tests/support/journeys/offline-attendant.ts";
import { deviceRows, untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE, WHOLE_DAY_MS, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { openPhone, type Phone } from "#tests/support/browser/phone.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { isWhole } from "#tests/support/run/whole.ts";

test.skip(!isWhole, "A day takes minutes: npm run test:all");

const LOGIN = /\/ostra-hamnen\/attendant-login$/;

/** At which car something ends: each of them is fined. A browser writes down a login seconds later, so that it is killed before a new one. */
const ENDS = { server: 13, browser: 16, login: 19, loginWithQueue: 25 };
const FINED = [10, ENDS.server, ENDS.browser, ENDS.login, 22, ENDS.loginWithQueue];

// Spec rules §5: A day loses
test("a day of thirty checks and six fines with two photos each loses nothing to a killed server, a killed browser or the end of a login", async ({
  product,
}, { project }) => {
  test.setTimeout(WHOLE_DAY_MS);
  const plates = Array.from({ length: 30 }, newPlate);
  for (const plate of plates.slice(0, 10)) await registerParking(product, { ref_number: plate });
  const numbers = new Map<string, string>();
  const phone = await openPhone(product, project);
  try {
    await prepare(phone.page);
    for (const [index, plate] of plates.entries()) {
      await check(phone.page, plate);
      await expect(answer(phone.page)).toContainText(index < 10 ? "GILTIG" : "INGEN PARKERING", FROM_THE_PHONE);
      if (!FINED.includes(index)) continue;
      const number = await fillReport(phone.page, ["bil.jpg", "skylt.jpg"]);
      numbers.set(plate, number);
      if (index === ENDS.server) await product.killServer();
      if (index === ENDS.loginWithQueue) await phone.context.setOffline(true);
      if (index === ENDS.login || index === ENDS.browser) await endAndGoOn(phone, number, index === ENDS.browser);
      await phone.page.getByRole("button", { name: "Generera" }).click();
      await expect(stored(phone.page)).toContainText(number, WORKED_THROUGH);
      await stored(phone.page).getByRole("button", { name: "Nästa bil" }).click();
      if (index === ENDS.server) await product.startServer();
      if (index === ENDS.loginWithQueue) {
        expect(await waitingKinds(phone.page)).toEqual(["fine", "photo", "photo"]);
        await endLoginIn(phone.page, -1);
        await expect(phone.page).toHaveURL(LOGIN);
        await phone.context.setOffline(false);
        await logInAsAttendant(phone.page);
      }
    }
    await untilSent(phone.page);
    await expectTheDay(product, plates, numbers);
  } finally {
    await phone.away();
  }
});

/** Ends the login, or the browser, under a fine that is filled in, and goes on with it. */
async function endAndGoOn(phone: Phone, number: string, isKilled: boolean): Promise<void> {
  const onDevice = async () => JSON.stringify(await phone.page.evaluate(deviceRows, "facts" as const));
  await expect.poll(onDevice).toContain(SEEN_BEFORE);
  if (isKilled) {
    await phone.restart();
    await phone.page.goto("/ostra-hamnen/attendant-dashboard");
  } else {
    await endLoginIn(phone.page, -1);
    await expect(phone.page).toHaveURL(LOGIN);
    await logInAsAttendant(phone.page);
  }
  const begun = phone.page.getByRole("list", { name: "Påbörjade böter" }).getByRole("listitem");
  await begun.filter({ hasText: number }).getByRole("link", { name: "Fortsätt" }).click();
  await expect(phone.page.getByLabel("Ärendenummer")).toHaveValue(number);
  await expect(phone.page.getByRole("img", { name: "Bild 2" })).toBeVisible();
}

async function expectTheDay(product: RunningProduct, plates: string[], numbers: ReadonlyMap<string, string>) {
  const checks = await product.sql<{ times: number }[]>`
    select count(*)::int as times from plate_checks where plate = any (${plates}) group by plate`;
  expect(checks.map(({ times }) => times)).toEqual(plates.map(() => 1));
  const fines = await product.sql<{ plate: string; case_number: string; observed_reason: string; photos: number }[]>`
    select f.plate, f.case_number, f.observed_reason, (select count(*)::int from storage.objects o
      where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate = any (${plates})`;
  expect(new Map(fines.map(({ plate, case_number: number }) => [plate, number]))).toEqual(numbers);
  expect(fines.map(({ photos, observed_reason: reason }) => [photos, reason])).toEqual(
    FINED.map(() => [2, SEEN_BEFORE]),
  );
}
