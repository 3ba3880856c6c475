// What goes wrong while an attendant has no network (document 4 §6): each says what is wrong and loses nothing.
import type { BrowserContext, Page } from "@playwright/test";
import { newPlate, UNREACHABLE } from "../support/attendant.ts";
import { expect, test } from "../support/browser.ts";
import { answer, check, issueWithPhoto, prepareOffline, stored } from "../support/offline-attendant.ts";
import { untilSent, waitingKinds } from "../support/offline.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(UNREACHABLE));

const waitingBar = (page: Page) => page.getByRole("link", { name: /väntar på att skickas/ });

/** The device has room for so many bytes more. */
async function leaveRoom(page: Page, context: BrowserContext, quotaSize: number | undefined) {
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send("Storage.overrideQuotaForOrigin", quotaSize === undefined ? { origin } : { origin, quotaSize });
  await devtools.detach();
}

test("a full phone says so, keeps the form, and keeps the fine once there is room", async ({
  page,
  context,
  product,
}) => {
  const plate = newPlate();
  await prepareOffline(page, context);
  await check(page, plate);
  await expect(answer(page)).toContainText("INGEN PARKERING");
  await leaveRoom(page, context, 1);
  const number = await issueWithPhoto(page);
  await expect(page.getByRole("alert").getByText(/Telefonen har inte plats att spara det/)).toBeVisible();
  await expect(stored(page)).toHaveCount(0);
  expect(await waitingKinds(page)).toEqual(["check"]);
  await leaveRoom(page, context, undefined);
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(stored(page)).toContainText(number);
  await context.setOffline(false);
  await untilSent(page);
  expect(await product.sql`select case_number from fines where plate = ${plate}`).toEqual([{ case_number: number }]);
});

test("a photo that the server refuses stands in Väntar with its words, and goes when it may", async ({
  page,
  context,
  product,
}) => {
  const plate = newPlate();
  await prepareOffline(page, context);
  await check(page, plate);
  const number = await issueWithPhoto(page);
  await expect(stored(page)).toContainText(number);
  await product.sql`update storage.buckets set file_size_limit = 10 where id = 'case-photos'`;
  await context.setOffline(false);
  await expect.poll(() => waitingKinds(page), { timeout: 30_000 }).toEqual(["photo"]);
  await waitingBar(page).click();
  await expect(page.getByRole("listitem").getByText(/^Togs inte emot: /)).toBeVisible();
  await product.sql`update storage.buckets set file_size_limit = 10485760 where id = 'case-photos'`;
  await page.getByRole("button", { name: "Försök igen" }).click();
  await untilSent(page);
  const files = await product.sql`
    select o.name from storage.objects o join fines f on starts_with(o.name, f.id::text) where f.plate = ${plate}`;
  expect(files).toHaveLength(1);
});

test("a pool of numbers that ran empty is told, and the fine is issued once there are new ones", async ({
  page,
  context,
  product,
}) => {
  const plate = newPlate();
  await prepareOffline(page, context);
  await check(page, plate);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("case-numbers")) localStorage.removeItem(key);
  });
  expect(await issueWithPhoto(page)).toBe("");
  await expect(page.getByRole("alert").getByText(/Telefonen har inga ärendenummer kvar/)).toBeVisible();
  expect(await product.sql`select from fines where plate = ${plate}`).toHaveLength(0);
  await context.setOffline(false);
  await expect(waitingBar(page)).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(stored(page)).toContainText(/Ärende \d{8} är sparat/);
  expect(await product.sql`select from fines where plate = ${plate}`).toHaveLength(1);
});

test("two tabs of one attendant bear two numbers, and send everything once", async ({ page, context, product }) => {
  const plates = [newPlate(), newPlate()];
  await prepareOffline(page, context);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
  const numbers: string[] = [];
  for (const [index, tab] of [page, other].entries()) await check(tab, plates[index] ?? "");
  for (const tab of [page, other]) {
    await issueWithPhoto(tab);
    numbers.push((await stored(tab).innerText()).match(/\d{8}/)?.[0] ?? "");
  }
  expect(new Set(numbers).size).toBe(2);
  await context.setOffline(false);
  await untilSent(page);
  const fines = await product.sql<{ case_number: string }[]>`
    select case_number from fines where plate = any (${plates}) order by array_position(${plates}, plate)`;
  expect(fines.map(({ case_number: number }) => number)).toEqual(numbers);
  const files = await product.sql`
    select o.name from storage.objects o join fines f on starts_with(o.name, f.id::text) where f.plate = any (${plates})`;
  expect(files).toHaveLength(2);
  expect(await product.sql`select from plate_checks where plate = any (${plates})`).toHaveLength(2);
});

test("a maximum that was lowered meanwhile refuses nothing: it stands in Att granska", async ({
  page,
  context,
  product,
}) => {
  const plate = newPlate();
  await prepareOffline(page, context);
  await check(page, plate);
  const number = await issueWithPhoto(page);
  await expect(stored(page)).toContainText(number);
  await product.sql`update site_settings set max_amount = 500 where project_id = 'ostra-hamnen'`;
  try {
    await context.setOffline(false);
    await untilSent(page);
    const [fine] = await product.sql`
      select case_number, amount, needs_review, review_reasons from fines where plate = ${plate}`;
    expect(fine).toMatchObject({ case_number: number, amount: 700, needs_review: true });
    expect(fine?.["review_reasons"]).toContainEqual(expect.objectContaining({ code: "PK001", field: "amount" }));
  } finally {
    await product.sql`update site_settings set max_amount = null where project_id = 'ostra-hamnen'`;
  }
});

test("a clock that is wrong by a day is told, and noted with what was issued by it", async ({
  page,
  context,
  product,
}) => {
  const plate = newPlate();
  await page.clock.install({ time: Date.now() + 24 * 3_600_000 });
  await prepareOffline(page, context);
  await expect(page.getByRole("alert").getByText(/Telefonens klocka går (1 d|23 h)/)).toBeVisible();
  await check(page, plate);
  const number = await issueWithPhoto(page);
  await expect(stored(page)).toContainText(number);
  await context.setOffline(false);
  await page.clock.runFor(20_000);
  await untilSent(page);
  const events = await product.sql<{ kind: string; note: string | null }[]>`
    select e.kind, e.note from fine_events e join fines f on f.id = e.fine_id where f.plate = ${plate} order by e.number`;
  expect(events.map(({ kind }) => kind)).toEqual(["issued", "noted"]);
  expect(events[1]?.note).toMatch(/^Telefonens klocka gick (1 d|23 h).* fel när boten utfärdades utan nät\.$/);
});
