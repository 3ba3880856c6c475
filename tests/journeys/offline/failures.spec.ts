// Failures while an attendant has no network (document 4 §6): each says what is wrong and loses nothing.
// All but a full phone are @all: data/queue/run-queue and backend/cases/offline-rules hold each answer.
import type { BrowserContext, Page } from "@playwright/test";
import { logInAsAttendant, newPlate, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import {
  answer,
  check,
  issueWithPhoto,
  prepare,
  prepareOffline,
  stored,
} from "#tests/support/journeys/offline-attendant.ts";
import { deviceRows, untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { ROOM_NOTICED, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { isWhole } from "#tests/support/run/whole.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(async ({ consoleErrors, context }) => {
  consoleErrors.tolerate(UNREACHABLE);
  // The context is the one before's, which may have ended without a network.
  await context.setOffline(false);
});

const waitingBar = (page: Page) => page.getByRole("link", { name: /väntar på att skickas/ });

/** Sets how much the device gives this origin, in bytes; undefined as much as it has. */
async function setQuota(page: Page, context: BrowserContext, quotaSize: number | undefined) {
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send("Storage.overrideQuotaForOrigin", quotaSize === undefined ? { origin } : { origin, quotaSize });
}

/** Runs in the page: whether the device takes a row of a megabyte in a database of its own. */
function takesMore(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("room");
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("rows"));
    opening.addEventListener("success", () => {
      const change = opening.result.transaction("rows", "readwrite");
      const end = (isTaken: boolean) => () => {
        opening.result.close();
        resolve(isTaken);
      };
      change.addEventListener("complete", end(true));
      change.addEventListener("abort", end(false));
      change.objectStore("rows").put("x".repeat(1_000_000), 1);
    });
  });
}

// Spec rules §5: An answer without
// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "a full phone says so, keeps the form, and keeps the fine once there is room",
  { tag: "@once" },
  async ({ page, context, product }) => {
    test.skip(!isWhole, "Chromium notices only after half a minute that its room is gone: npm run test:all");
    test.slow();
    const plate = newPlate();
    await prepareOffline(page, context);
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    await setQuota(page, context, 1);
    await expect.poll(() => page.evaluate(takesMore), { ...ROOM_NOTICED, intervals: [5000] }).toBe(false);
    const number = await issueWithPhoto(page);
    await expect(page.getByRole("alert").getByText(/Telefonen har inte plats att spara det/)).toBeVisible();
    await expect(stored(page)).toHaveCount(0);
    expect(await waitingKinds(page)).toEqual(["check"]);
    // A check is answered all the same; that it is not kept is told.
    const tab = await context.newPage();
    await tab.goto("/ostra-hamnen/attendant-dashboard");
    await check(tab, newPlate());
    await expect(answer(tab)).toContainText("INGEN PARKERING");
    await expect(tab.getByText(/^Telefonen har inte plats att spara kontrollen av /)).toBeVisible();
    await tab.close();
    expect(await waitingKinds(page)).toEqual(["check"]);
    await setQuota(page, context, undefined);
    await page.getByRole("button", { name: "Generera" }).click();
    await expect(stored(page)).toContainText(number);
    await context.setOffline(false);
    await untilSent(page);
    expect(await product.sql`select case_number from fines where plate = ${plate}`).toEqual([{ case_number: number }]);
  },
);

// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "a photo that the server refuses stands in Väntar with its words, and goes when it may",
  { tag: "@all" },
  async ({ page, context, product }) => {
    const plate = newPlate();
    await prepareOffline(page, context);
    await check(page, plate);
    const number = await issueWithPhoto(page);
    await expect(stored(page)).toContainText(number);
    await product.sql`update storage.buckets set file_size_limit = 10 where id = 'case-photos'`;
    await context.setOffline(false);
    await expect.poll(() => waitingKinds(page), WORKED_THROUGH).toEqual(["photo"]);
    await waitingBar(page).click();
    await expect(page.getByRole("listitem").getByText(/^Togs inte emot: /)).toBeVisible();
    await product.sql`update storage.buckets set file_size_limit = 10485760 where id = 'case-photos'`;
    await page.getByRole("button", { name: "Försök igen" }).click();
    await untilSent(page);
    const files = await product.sql`
    select o.name from storage.objects o join fines f on starts_with(o.name, f.id::text) where f.plate = ${plate}`;
    expect(files).toHaveLength(1);
  },
);

// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "a pool of numbers that ran empty is told, and the fine is issued once there are new ones",
  { tag: "@all" },
  async ({ page, context, product }) => {
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
    await expect(waitingBar(page)).toHaveCount(0, WORKED_THROUGH);
    await page.getByRole("button", { name: "Generera" }).click();
    await expect(stored(page)).toContainText(/Ärende \d{8} är sparat/);
    expect(await product.sql`select from fines where plate = ${plate}`).toHaveLength(1);
  },
);

// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "two tabs of one attendant bear two numbers, and send everything once",
  { tag: "@all" },
  async ({ page, context, product }) => {
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
    const fines = await product.sql<{ plate: string; case_number: string }[]>`
    select plate, case_number from fines where plate = any (${plates})`;
    expect(new Map(fines.map(({ plate, case_number: number }) => [plate, number]))).toEqual(
      new Map(plates.map((plate, index) => [plate, numbers[index]])),
    );
    const files = await product.sql`
    select o.name from storage.objects o join fines f on starts_with(o.name, f.id::text) where f.plate = any (${plates})`;
    expect(files).toHaveLength(2);
    expect(await product.sql`select from plate_checks where plate = any (${plates})`).toHaveLength(2);
  },
);

// Spec 4 §4: A fine issued
test(
  "a maximum that was lowered meanwhile refuses nothing: it stands in Att granska",
  { tag: "@all" },
  async ({ page, context, product }) => {
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
  },
);

// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "a clock that is wrong by a day is told, and noted with what was issued by it",
  { tag: "@all" },
  async ({ page, context, product }) => {
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
  },
);

/** Runs in the page: has what waits belong to whom it belonged while the site was `specified`. */
function keepAsSpecified(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("parkering-device");
    opening.addEventListener("success", () => {
      const change = opening.result.transaction("waiting", "readwrite");
      const asked = change.objectStore("waiting").openCursor();
      asked.addEventListener("success", () => {
        const cursor = asked.result;
        if (cursor === null) return;
        const owner = JSON.stringify(["specified", "attendant", "ostra-hamnen", "vakt01"]);
        cursor.update({ ...(cursor.value as object), owner });
        cursor.continue();
      });
      change.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

// Spec 4 §6: Logging out with
// Spec 4 §6: The queue belongs
test(
  "a login that ended keeps the queue, also where the site was hardened meanwhile, and it goes on after the same person logs in",
  { tag: "@all" },
  async ({ page, context, product }) => {
    const plate = newPlate();
    await prepareOffline(page, context);
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    // Eight hours have gone, or somebody else ended it.
    await page.evaluate(() => {
      localStorage.removeItem("parkering.session.attendant");
      localStorage.removeItem("parkering.auth.attendant");
    });
    await context.setOffline(false);
    await page.goto("/ostra-hamnen/attendant-dashboard");
    await expect(page).toHaveURL(/attendant-login$/);
    expect(await waitingKinds(page)).toEqual(["check"]);
    await page.evaluate(keepAsSpecified);
    await logInAsAttendant(page);
    await untilSent(page);
    expect(await product.sql`select from plate_checks where plate = ${plate}`).toHaveLength(1);
  },
);

// Spec 4 §4: A removed attendant's
test(
  "an exported queue is sent in by an admin, each thing once",
  { tag: "@all" },
  async ({ page, context, product, browser }) => {
    const plate = newPlate();
    await prepareOffline(page, context);
    await check(page, plate);
    const number = await issueWithPhoto(page);
    await expect(stored(page)).toContainText(number);
    await stored(page).getByRole("button", { name: "Fäst på bilen" }).click();
    await expect(page.getByRole("link", { name: "4 väntar på att skickas" })).toBeVisible();
    await waitingBar(page).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportera" }).click();
    const file = await (await saving).path();
    // Exporting takes nothing out.
    expect(await waitingKinds(page)).toEqual(["check", "fine", "photo", "delivery"]);

    const office = await browser.newContext({ baseURL: product.url, locale: "sv-SE" });
    const desk = await office.newPage();
    await logInAsAdmin(desk);
    await desk.goto("/ostra-hamnen/cases");
    for (let time = 0; time < 2; time += 1) {
      await desk.getByText("Filer och brev", { exact: true }).click();
      await desk.getByLabel("Hämta böter från en fil ur telefonen").setInputFiles(file);
      await expect(desk.getByText("4 saker har skickats in")).toBeVisible();
      await desk.reload();
    }
    await office.close();
    const [fine, ...more] = await product.sql`
    select f.case_number, f.issued_by, f.delivery, f.was_offline,
      (select count(*)::int from storage.objects o where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate = ${plate}`;
    expect(more).toEqual([]);
    expect(fine).toMatchObject({
      case_number: number,
      issued_by: "vakt01",
      delivery: "fixed",
      was_offline: true,
      photos: 1,
    });
    expect(await product.sql`select checked_by from plate_checks where plate = ${plate}`).toEqual([
      { checked_by: "vakt01" },
    ]);

    // And the phone, back on the network, adds nothing.
    await context.setOffline(false);
    await untilSent(page);
    expect(await product.sql`select from fines where plate = ${plate}`).toHaveLength(1);
  },
);

// Spec 4 §4: A removed attendant's
test("what an attendant left who was removed meanwhile is exported and sent in by an admin", async ({
  page,
  context,
  product,
  browser,
}) => {
  test.skip(!isWhole, "Takes long: npm run test:all");
  const plate = newPlate();
  const gone = { userId: "vakt77", password: "Tallkott-7477" };
  await addPeople(product, { kind: "attendant", project: "ostra-hamnen", ...gone });
  await prepare(page, gone);
  await context.setOffline(true);
  await check(page, plate);
  const number = await issueWithPhoto(page);
  await expect(stored(page)).toContainText(number);
  await removePeople(product, gone.userId);
  await waitingBar(page).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera" }).click();
  const file = await (await saving).path();

  const office = await browser.newContext({ baseURL: product.url, locale: "sv-SE" });
  const desk = await office.newPage();
  await logInAsAdmin(desk);
  await desk.goto("/ostra-hamnen/cases");
  await desk.getByText("Filer och brev", { exact: true }).click();
  await desk.getByLabel("Hämta böter från en fil ur telefonen").setInputFiles(file);
  await expect(desk.getByText("3 saker har skickats in")).toBeVisible();
  await office.close();
  const fines = await product.sql`
    select f.case_number, f.issued_by, f.was_offline,
      f.needs_review = (f.received_at - f.issued_at >= interval '1 minute' or f.review_reasons <> '[]') as by_rule,
      (select count(*)::int from storage.objects o where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate = ${plate}`;
  expect(fines).toEqual([{ case_number: number, issued_by: gone.userId, was_offline: true, by_rule: true, photos: 1 }]);
  expect(await product.sql`select checked_by from plate_checks where plate = ${plate}`).toEqual([
    { checked_by: gone.userId },
  ]);
});

// Spec rules §5: A full phone,
// Spec 4 §4: A phone keeps
test(
  "a site that was removed meanwhile: the queue says why, and stays @all",
  { tag: "@hardened" },
  async ({ page, context, product, consoleErrors }) => {
    // The login may open while the site is gone.
    consoleErrors.tolerate(/404: no page at \/ostra-hamnen\/attendant-login/);
    const plate = newPlate();
    await prepareOffline(page, context);
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    const refused = page.waitForResponse((one) => /record_offline_check/.test(one.url()) && one.status() >= 400);
    await product.sql`update main_page_sites set path = 'borttagen' where path = 'ostra-hamnen'`;
    try {
      await context.setOffline(false);
      await refused;
      await expect
        .poll(async () => (await page.evaluate(deviceRows, "waiting" as const)).map(({ refused: why }) => why))
        .toEqual([expect.stringMatching(/^Togs inte emot: /)]);
    } finally {
      await product.sql`update main_page_sites set path = 'ostra-hamnen' where path = 'borttagen'`;
    }
    // An attendant whom it sent to the login logs in again; the queue goes on by itself.
    await page.goto("/ostra-hamnen/attendant-dashboard");
    const login = page.getByRole("button", { name: "Logga in", exact: true });
    await expect(login.or(page.getByText("Uppdateras direkt"))).toBeVisible();
    if (await login.isVisible()) await logInAsAttendant(page);
    await untilSent(page);
    expect(await product.sql`select from plate_checks where plate = ${plate}`).toHaveLength(1);
  },
);
