// Taxi's day (document 5 §4) with `require`: taking, faults, moving, no network, undo, ends, handover, the admin, hours.
// @all: car-turns.test asks ends, late returns and taking over in both profiles; who may store and see a photo is asked by tests/access/work-photos.test.ts.
// @rights: policies decide in `hardened`; car-turns.test asks the rules in both profiles.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { cutTexts, sidewaysScroll } from "#tests/support/browser/every-screen.ts";
import { addChauffeur, car, logIn, logInAsAdmin, openWindow } from "#tests/support/journeys/taxi.ts";
import { keepOnly } from "#tests/support/people/people.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const LOST = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;
const KM = "Mätarställning (km)";

test.beforeEach(async ({ product }) => {
  await clear(product);
  await product.sql`update taxi_settings set handover = 'require', max_hours = 13, takeover_hours = 8`;
});

// Other journeys find the taxi of document 2.
test.afterEach(async ({ product }) => {
  await clear(product);
  await product.sql`update taxi_settings set handover = 'off', max_hours = null, takeover_hours = null`;
});

async function clear({ sql }: RunningProduct) {
  for (const table of ["vehicle_registrations", "vehicle_faults", "vehicle_turns", "vehicle_events"])
    await sql`delete from ${sql(table)}`;
  await sql`delete from storage.objects where bucket_id = 'work-photos'`;
  await sql`delete from vehicles where slot is null or slot > 6`;
  await sql`update vehicles set model = 'Volvo V90', state = 'in_service', state_reason = null, odometer = null, not_returned_by = null`;
}

/** The two chauffeurs of a day, each in a window. */
async function openDay(page: Page, other: Page, product: RunningProduct) {
  await keepOnly(product, "157715", "chauffor01");
  await addChauffeur(product, "olle");
  await logIn(page);
  await logIn(other, "olle");
}

const sheet = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => sheet(page).getByRole("button", { name, exact: true }).click();

async function take(page: Page, slot: number, km: number) {
  await car(page, slot).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill(String(km));
  await press(page, "Ta bilen");
  await expect(sheet(page)).toBeHidden();
}

const turnsOf = (product: RunningProduct) => product.sql<{ line: string; id: string }[]>`
  select id, concat_ws(' ', slot, chauffeur_id, start_km, end_km, gap_km, ended_by) as line from vehicle_turns order by taken_at`;
const linesOf = async (product: RunningProduct) => (await turnsOf(product)).map(({ line }) => line);

// Spec 5 §4: Screens. `/157715/vehicle-registration`
// Spec 5 §4: `vehicle_registrations` stays
// Spec 5 §4: With handover a
test("one of two has the car; a fault takes one out of service; who moves reads both meters @rights", async ({
  page,
  browser,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/400/);
  const other = await openWindow(browser, product);
  await product.sql`update vehicles set model = 'Skoda Superb' where slot = 1`;
  await openDay(page, other, product);
  await expect(car(page, 1)).toContainText("Skoda Superb");
  for (const window of [page, other]) {
    await car(window, 3).click();
    await sheet(window).getByLabel(KM, { exact: true }).fill("1000");
  }
  await expectAccessible(page);
  await Promise.all([press(page, "Ta bilen"), press(other, "Ta bilen")]);
  await expect(async () => {
    expect((await sheet(page).count()) + (await sheet(other).count())).toBe(1);
  }).toPass();
  const [winner, loser] = (await sheet(page).count()) === 0 ? [page, other] : [other, page];
  await expect(sheet(loser).getByText("Denna plats är redan upptagen av en annan chaufför")).toBeVisible();
  await expect(winner.getByRole("region", { name: "Din bil" })).toContainText("Din bil: Bil 3");
  await press(loser, "Avbryt");

  await car(loser, 4).click();
  await sheet(loser).getByLabel(KM, { exact: true }).fill("700");
  await sheet(loser).getByLabel("Jag ser en ny skada").check();
  await sheet(loser).getByLabel("Vad är skadat?").fill("Bromsarna tar inte");
  await sheet(loser).getByLabel("Bilen får inte köras").check();
  await press(loser, "Ta bilen");
  await expect(loser.getByText("Bil 4 är ur trafik. Skadan är rapporterad.")).toBeVisible();
  const out = winner.getByRole("listitem").filter({ hasText: "Bil 4" });
  await expect(out).toContainText(/Ur trafik.*Bromsarna tar inte/);
  await expect(out.getByRole("button")).toHaveCount(0);

  await take(loser, 5, 500);
  await car(loser, 6).click();
  await sheet(loser).getByLabel("Mätarställning på Bil 5, som du lämnar (km)").fill("540");
  await sheet(loser).getByLabel(KM, { exact: true }).fill("20");
  await press(loser, "Ta bilen");
  await expect(loser.getByRole("region", { name: "Din bil" })).toContainText("Din bil: Bil 6");
  const who = loser === page ? ["olle", "chauffor01"] : ["chauffor01", "olle"];
  expect(await linesOf(product)).toEqual([`3 ${who[0]} 1000`, `5 ${who[1]} 500 540 moved`, `6 ${who[1]} 20`]);
  await other.context().close();
});

// Spec 5 §4: Without a network
// Spec 5 §4: With handover a
// Spec 5 §4: **undo_return(turn_id
test("a return without a network is stored once, is undone as the same turn, and a gap in kilometres is told @all", async ({
  page,
  browser,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(LOST);
  const other = await openWindow(browser, product);
  await openDay(page, other, product);
  await take(page, 2, 100);
  const [turn] = await turnsOf(product);
  await page.getByRole("button", { name: "Lämna bilen" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("140");
  await context.setOffline(true);
  await press(page, "Lämna bilen");
  await expect(sheet(page).getByText("Ingen kontakt. Bilen är inte lämnad än.")).toBeVisible();
  await expect(sheet(page).getByLabel(KM, { exact: true })).toHaveValue("140");
  await context.setOffline(false);
  await press(page, "Försök igen");
  await expect(page.getByText("Uppskrivning borttagen")).toBeVisible();
  expect(await linesOf(product)).toEqual(["2 chauffor01 100 140 chauffeur"]);
  expect(await product.sql`select 1 from vehicle_events where kind = 'ended'`).toHaveLength(1);

  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(page.getByRole("region", { name: "Din bil" })).toContainText("Din bil: Bil 2");
  expect((await turnsOf(product)).map(({ id, line }) => [id, line])).toEqual([[turn?.id, "2 chauffor01 100"]]);

  await page.getByRole("button", { name: "Lämna bilen" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("140");
  await press(page, "Lämna bilen");
  await expect(car(other, 2)).toContainText("Ledig");
  await car(other, 2).click();
  await sheet(other).getByLabel(KM, { exact: true }).fill("170");
  await press(other, "Ta bilen");
  await expect(sheet(other).getByText("Mätaren stod på 140 km när bilen lämnades.")).toBeVisible();
  await press(other, "Ta bilen ändå");
  await expect(sheet(other)).toBeHidden();
  expect(await linesOf(product)).toEqual(["2 chauffor01 100 140 chauffeur", "2 olle 170 30"]);

  await car(page, 1).click();
  await expect(sheet(page).getByText(/^Vila sedan förra passet: /)).toBeVisible();
  await sheet(page).getByLabel(KM, { exact: true }).fill("50");
  await context.setOffline(true);
  await press(page, "Ta bilen");
  await expect(sheet(page).getByText("Ingen kontakt. Du har inte bilen än.")).toBeVisible();
  await context.setOffline(false);
  await other.context().close();
});

// Spec 5 §1: **No network**
// Spec 5 §4: Without a network
// Spec 5 §4: Screens. `/157715/vehicle-registration`
test("a fault with a photo waits in its form without a network, is stored once, and is seen by the next driver @all", async ({
  page,
  browser,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(LOST);
  const other = await openWindow(browser, product);
  await openDay(page, other, product);
  await take(page, 2, 100);
  await page.getByRole("button", { name: "Rapportera skada" }).click();
  await sheet(page).getByLabel("Vad är skadat?").fill("Repa på dörren");
  const photo = { name: "repa.png", mimeType: "image/png", buffer: Buffer.from(await noisyPng(40)) };
  await sheet(page).locator("input[type=file]").last().setInputFiles(photo);
  await expect(sheet(page).getByRole("img", { name: "Foto 1" })).toHaveJSProperty("naturalWidth", 40);
  await expectAccessible(page);
  await context.setOffline(true);
  await press(page, "Rapportera");
  await expect(sheet(page).getByText("Ingen kontakt. Skadan är inte rapporterad än.")).toBeVisible();
  await context.setOffline(false);
  await press(page, "Försök igen");
  await expect(page.getByText("Skadan är rapporterad")).toBeVisible();
  const [fault] = await product.sql<{ photos: string[] }[]>`select photos from vehicle_faults`;
  expect(await product.sql`select name from storage.objects where bucket_id = 'work-photos'`).toEqual([
    { name: fault?.photos[0] },
  ]);
  await page.getByRole("button", { name: "Lämna bilen" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("140");
  await press(page, "Lämna bilen");
  // The sheet of a car that somebody has shows no faults, and closes when the car is free.
  await expect(car(other, 2)).toContainText(/Ledig.*1 skada/);
  await car(other, 2).click();
  await sheet(other).getByRole("button", { name: "Öppna foto 1" }).click();
  await expect(other.getByRole("img").last()).toHaveJSProperty("naturalWidth", 40);
  await other.context().close();
});

// Spec 5 §4: Below: `Mina
// Spec 5 §4: Who loses the
// Spec 5 §4: **vehicle_requests**
// Spec 5 §4: Such a car
test("a turn past its end is told within two seconds, its late return has its own time, and a silent holder is taken over @all", async ({
  page,
  browser,
  product,
}) => {
  const other = await openWindow(browser, product);
  await openDay(page, other, product);
  await take(page, 1, 100);
  await product.sql`update vehicle_turns set taken_at = now() - interval '13 hours', until = now() + interval '3 seconds'`;
  await expect(page.getByText(/Passet på Bil 1 avslutas \d\d:\d\d\./)).toBeVisible();
  await expect.poll(async () => (await product.sql`select 1 from vehicle_turns where until <= now()`).length).toBe(1);
  await expect(page.getByText(/Passet på Bil 1 avslutades \d\d:\d\d\. Ange mätarställning\./)).toBeVisible(
    WITHIN_TWO_SECONDS,
  );
  await expect(car(other, 1)).toContainText(/Ledig.*Ej återlämnad av chauffor01/);
  // The end is what the turn lasts until; the return came an hour later.
  await product.sql`update vehicle_turns set until = until - interval '1 hour'`;
  await page.getByRole("button", { name: "Ange mätarställning" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("260");
  await press(page, "Spara");
  await expect(page.getByText(/Bil 1 · .*–\d\d:\d\d · Återlämnad \d\d:\d\d/)).toBeVisible();
  expect(await linesOf(product)).toEqual(["1 chauffor01 100 260 time"]);

  await take(page, 2, 10);
  await other.getByRole("button", { name: "Jag står här" }).click();
  await expect(page.getByText("olle står vid Bil 2. Har du lämnat den?")).toBeVisible();
  await expect(other.getByRole("button", { name: "Ta över Bil 2" })).toHaveCount(0);
  await product.sql`update vehicle_turns set taken_at = taken_at - interval '9 hours' where slot = 2`;
  await product.sql`update vehicle_requests set asked_at = asked_at - interval '11 minutes'`;
  await other.getByRole("button", { name: "Ta över Bil 2" }).click();
  await sheet(other).getByLabel(KM, { exact: true }).fill("90");
  await press(other, "Ta bilen");
  await expect(page.getByText(/olle tog över Bil 2 \d\d:\d\d\. Ange mätarställning\./)).toBeVisible(WITHIN_TWO_SECONDS);
  await expect(other.getByRole("region", { name: "Din bil" })).toContainText("Din bil: Bil 2");
  await other.context().close();
});

// Spec 5 §4: Who loses the
test("of an admin and a chauffeur who end a turn at once one counts, and both are told @all", async ({
  page,
  browser,
  product,
  differences,
}) => {
  const other = await openWindow(browser, product);
  await openDay(page, other, product);
  await take(page, 3, 100);
  await logInAsAdmin(other, differences);
  await other.getByRole("link", { name: "Bilar" }).click();
  await other.getByRole("button", { name: "Avsluta passet på Bil 3" }).click();
  await sheet(other).getByLabel("Skäl").fill("Telefonen är död");
  await page.getByRole("button", { name: "Lämna bilen" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("130");
  await Promise.all([press(other, "Avsluta passet"), press(page, "Lämna bilen")]);
  await expect(sheet(page)).toBeHidden();
  await expect(sheet(other)).toBeHidden();
  await expect(page.getByText("Uppskrivning borttagen").or(page.getByText(/Passet avslutades redan/))).toBeVisible();
  await expect(other.getByText("Passet är avslutat").or(other.getByText(/Passet avslutades redan/))).toBeVisible();
  expect(await product.sql`select 1 from vehicle_events where kind = 'ended'`).toHaveLength(1);
  expect(await product.sql`select end_km from vehicle_turns`).toEqual([{ end_km: 130 }]);

  await take(page, 3, 130);
  await other.getByRole("button", { name: "Avsluta passet på Bil 3" }).click();
  await sheet(other).getByLabel("Skäl").fill("Bilen behövs");
  await press(other, "Avsluta passet");
  const told = "TAXIADMIN avslutade ditt pass på Bil 3: Bilen behövs. Ange mätarställning.";
  await expect(page.getByText(told)).toBeVisible(WITHIN_TWO_SECONDS);
  await other.context().close();
});

// Spec 5 §4: `/157715/chauffeur-admin`: the list
test("the admin adds a car, takes it out of service and back, corrects its reading and has a fault mended @all", async ({
  page,
  product,
  differences,
}) => {
  await logInAsAdmin(page, differences);
  await page.getByRole("link", { name: "Bilar" }).click();
  await page.getByRole("button", { name: "Lägg till bil" }).click();
  await expect(sheet(page).getByLabel("Plats (1–40)")).toHaveValue("7");
  await sheet(page).getByLabel("Registreringsnummer").fill("abc 12d");
  await press(page, "Spara");
  const row = page.getByRole("listitem", { name: "Bil 7", exact: true });
  await expect(row).toContainText(/Bil 7.*ABC 12D.*Ledig/);
  await expectAccessible(page);

  await row.getByRole("button", { name: "Ta ur trafik: Bil 7" }).click();
  await sheet(page).getByLabel("Skäl").fill("Service");
  await press(page, "Ta ur trafik");
  await expect(row).toContainText(/Ur trafik.*Service/);
  await row.getByRole("button", { name: "Sätt i trafik: Bil 7" }).click();
  await expect(row).toContainText("Ledig");

  await row.getByRole("button", { name: "Mer om Bil 7" }).click();
  await row.getByRole("button", { name: "Rätta mätarställning: Bil 7" }).click();
  await sheet(page).getByLabel(KM, { exact: true }).fill("1200");
  await sheet(page).getByLabel("Skäl").fill("Fel avläst");
  await press(page, "Spara");
  await expect(row).toContainText(/1\s200 km/);

  await product.sql`
    insert into vehicle_faults (project_id, vehicle_id, text, severity, reported_by)
    select project_id, id, 'Sprucken ruta', 'not_to_be_driven', 'olle' from vehicles where slot = 7`;
  await product.sql`update vehicles set state = 'out_of_service', state_reason = 'Sprucken ruta' where slot = 7`;
  await expect(row).toContainText(/Ur trafik.*1 skada/);
  await row.getByRole("link", { name: "Pass och skador" }).click();
  await page.getByRole("button", { name: "Sätt i trafik: Bil 7" }).click();
  await expect(page.getByText("En skada gör att bilen inte får köras: Sprucken ruta")).toBeVisible();
  await page.getByRole("button", { name: "Skadan är åtgärdad" }).click();
  await sheet(page).getByLabel("Vad är gjort?").fill("Ny ruta");
  await press(page, "Spara");
  await expect(page.getByText(/Åtgärdad .*, TAXIADMIN: Ny ruta/)).toBeVisible();
  await page.getByRole("button", { name: "Sätt i trafik: Bil 7" }).click();
  await expect(page.getByRole("button", { name: "Ta ur trafik: Bil 7" })).toBeVisible();
  await expectAccessible(page);
  expect(await product.sql`select state, odometer, plate from vehicles where slot = 7`).toEqual([
    { state: "in_service", odometer: 1200, plate: "ABC 12D" },
  ]);
});

/** A turn of the first car that has ended. */
const pastTurn = (
  { sql }: RunningProduct,
  who: string,
  from: string,
  to: string,
  startKm: number,
  endKm: number,
) => sql`
  insert into vehicle_turns (project_id, vehicle_id, slot, chauffeur_id, taken_at, ended_at, ended_by, start_km, end_km)
  select '157715', id, 1, ${who}, ${from}, ${to}, 'chauffeur', ${startKm}::int, ${endKm}::int from vehicles where slot = 1`;

test("on the smallest phone with text of twice the size nothing of a day is cut @all", async ({
  page,
  product,
  differences,
}) => {
  await pastTurn(product, "olle.lindqvist", "2026-11-24T08:00:00+01:00", "2026-11-24T12:30:00+01:00", 160, 1200);
  await logInAsAdmin(page, differences);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [way, shown] of [
    ["", "chauffor01"],
    ["/day?day=2026-11-24", "olle.lindqvist"],
    ["/hours?from=2026-11-24&to=2026-11-24", "olle.lindqvist"],
  ] as const) {
    await page.goto(`/157715/chauffeur-admin${way}`);
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await page.evaluate(cutTexts)).toEqual([]);
    expect(await page.evaluate(sidewaysScroll)).toEqual([]);
  }
});

// Spec 5 §4: `/157715/chauffeur-admin`: the list
test("the hours of a period are those of its days, and real ones in the nights when clocks change @all", async ({
  page,
  product,
  differences,
}) => {
  const past = pastTurn.bind(undefined, product);
  await past("chauffor01", "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", 100, 160);
  await past("olle", "2026-03-29T08:00:00+02:00", "2026-03-29T12:30:00+02:00", 160, 200);
  await past("olle", "2026-03-29T13:00:00+02:00", "2026-03-29T14:00:00+02:00", 200, 215);
  await past("chauffor01", "2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00", 300, 360);
  await logInAsAdmin(page, differences);
  await page.goto("/157715/chauffeur-admin/day?day=2026-03-29");
  const rows = page.getByRole("table", { name: "Pass" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent)),
  );
  const sums: Record<string, { hours: number; km: number }> = {};
  for (const [, who = "", , hours = "", km = ""] of cells) {
    const sum = (sums[who ?? ""] ??= { hours: 0, km: 0 });
    sum.hours += Number(hours?.replace(",", "."));
    sum.km += Number(km);
  }
  expect(sums).toEqual({ chauffor01: { hours: 5, km: 0 }, olle: { hours: 5.5, km: 55 } });

  await page.goto("/157715/chauffeur-admin/hours?from=2026-03-29&to=2026-03-29");
  await expect(page.getByRole("row", { name: "olle" })).toContainText("5,50");
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  const lines = file
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(";"));
  const asSums = lines.map(([who = "", , hours = "", km = ""]) => [
    who,
    { hours: Number(hours.replace(",", ".")), km: Number(km) },
  ]);
  expect(Object.fromEntries(asSums)).toEqual(sums);
  await page.goto("/157715/chauffeur-admin/hours?from=2026-10-24&to=2026-10-25");
  await expect(page.getByRole("row", { name: "chauffor01" })).toContainText("9,00");
});
