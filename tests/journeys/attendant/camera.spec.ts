// The phone's camera, from Chromium's fake one. It reads the plate (document 4 §6a): one plate that leads to a fine with its frame as the first
// photo, and a walk along a row; no picture leaves the page before the fine does. And it takes a fine's photos, with presses counted.
// @all: the walk, whose list and reading are asked by unit tests, the counted presses, and what is folded and where; fine.spec asks fields.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { beginAsAttendant, newPlate, registerParking } from "#tests/support/journeys/attendant.ts";
import { chooseViolation, violations } from "#tests/support/journeys/fine-form.ts";
import { answer, check, stored } from "#tests/support/journeys/offline-attendant.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { expect, expectAccessible, test as base } from "#tests/support/browser/browser.ts";
import { drawFilm } from "#tests/support/browser/camera-film.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";

const folder = mkdtempSync(join(tmpdir(), "film-"));
const film = join(folder, "row.y4m");

const test = base.extend<object, { plates: string[] }>({
  plates: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => use(await drawFilm(film, [0, 1, 3, 4, 5, 11])),
    { scope: "worker", auto: true },
  ],
});

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${film}`,
      ],
    }),
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const camera = (page: Page) => page.getByRole("region", { name: "Kamera" });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const readable = (plate: string) => `${plate.slice(0, 3)} ${plate.slice(3)}`;

/** Notes tracks that the page opens, and requests that may carry a picture. */
async function watch(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  const large: string[] = [];
  page.on("request", (request) => {
    if ((request.postDataBuffer()?.length ?? 0) > 4000) large.push(request.url());
  });
  return large;
}

const tracksOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState));

// Spec 4 §6a: A site's admin
// Spec 4 §6a: Then Läs skylten
// Spec 4 §6a: The phone itself
// Spec 4 §6a: What is needed
// Spec 4 §6a: Before the form
test("Läs skylten fetches its reader, reads a plate, asks before a fine, and keeps the frame when told @rights", async ({
  page,
  product,
  plates,
}) => {
  await product.sql`update site_settings set camera_on = false where project_id = 'ostra-hamnen'`;
  await product.sql`delete from parkings where plate_key = any(${plates})`;
  const large = await watch(page);
  await beginAsAttendant(page);
  await expect(page.getByRole("button", { name: "Läs skylten" })).toHaveCount(0);
  await product.sql`update site_settings set camera_on = true where project_id = 'ostra-hamnen'`;
  await page.reload();
  await page.getByRole("button", { name: "Läs skylten" }).click();
  await expect(camera(page)).toContainText("Kameran är på. Bilden lämnar inte telefonen.");
  await camera(page).getByRole("button", { name: "Hämta skyltläsaren (9 MB)" }).click();

  const answer = page.getByRole("region", { name: "Svar" });
  await expect(answer).toContainText("INGEN PARKERING", WORKED_THROUGH);
  await expect.poll(() => tracksOf(page)).toEqual(["ended"]);
  await expect(camera(page)).toHaveCount(0);
  const [made] = await product.sql<{ plate: string; source: string; certainty: string }[]>`
    select plate_key as plate, source, certainty from plate_checks where plate_key = any(${plates}) order by checked_at desc limit 1`;
  expect(plates).toContain(made?.plate);
  await answer.getByRole("button", { name: "Skapa parkeringsbot" }).click();
  const question = page.getByRole("dialog", { name: "Stämmer skylten?" });
  await expect(question).toContainText(readable(made?.plate ?? ""));
  await expect(question.getByRole("img")).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel("Använd bilden som foto").check();
  expect(large).toEqual([]);
  await question.getByRole("button", { name: "Ja, skapa boten" }).click();
  await expect(page).toHaveURL(/create-report/);
  await expect(page.getByRole("main").getByRole("img", { name: /Bild 1|Foto 1/ })).toBeVisible();
  await expect
    .poll(
      () =>
        product.sql`select source from plate_checks where plate_key = ${made?.plate ?? ""} order by checked_at desc limit 1`,
    )
    .toEqual([{ source: "camera" }]);
});

// Spec 4 §6a: The phone itself
// Spec 4 §6a: The page says
// Spec 4 §6a: On a walk
test("Gå längs raden checks each of six cars once, and stops at one that expired and one that has none @all", async ({
  page,
  product,
  plates,
}) => {
  const [expired = "", similar = "", ...parked] = plates;
  await product.sql`update site_settings set camera_on = true where project_id = 'ostra-hamnen'`;
  await product.sql`delete from parkings where plate_key = any(${plates})`;
  await product.sql`delete from plate_checks where plate_key = any(${plates})`;
  for (const plate of parked) await registerParking(product, { ref_number: plate });
  await registerParking(product, { ref_number: expired, start_time: hours(-3), end_time: hours(-2) });
  await registerParking(product, { ref_number: `${similar.slice(0, 5)}${similar.endsWith("A") ? "C" : "A"}` });
  const large = await watch(page);
  await beginAsAttendant(page);
  await page.getByRole("button", { name: "Gå längs raden" }).click();
  const fetchIt = camera(page).getByRole("button", { name: /Hämta skyltläsaren/ });
  const list = camera(page).getByRole("list", { name: "Lästa skyltar" });
  await expect(fetchIt.or(list)).toBeVisible(WORKED_THROUGH);
  if (await fetchIt.isVisible()) await fetchIt.click();
  const stopped = camera(page).getByRole("alert");
  const met: string[] = [];
  for (let stop = 0; stop < 2; stop += 1) {
    await expect(stopped).toBeVisible(WORKED_THROUGH);
    met.push(await stopped.getByText("Stanna vid bilen").innerText());
    await stopped.getByRole("button", { name: "Gå vidare" }).click();
    await expect(stopped).toHaveCount(0);
  }
  expect(met.toSorted()).toEqual([expired, similar].map((plate) => `Stanna vid bilen: ${readable(plate)}`).toSorted());
  await expect(list.getByRole("listitem")).toHaveCount(6, WORKED_THROUGH);
  await expect(list.getByText("GILTIG")).toHaveCount(4);
  await expect(list.getByText("UTGÅNGEN")).toHaveCount(1);
  await page.getByRole("button", { name: "Stäng kameran" }).click();
  await expect.poll(() => tracksOf(page)).toEqual(["ended"]);
  const checks = () => product.sql<{ plate: string; source: string }[]>`
    select plate_key as plate, source from plate_checks where plate_key = any(${plates}) order by plate_key`;
  await expect.poll(checks).toEqual(plates.toSorted().map((plate) => ({ plate, source: "camera" })));
  expect(large).toEqual([]);
});

test("a device whose camera does not open is told so, and fetches nothing for the camera @rights", async ({
  page,
  product,
}) => {
  await product.sql`update site_settings set camera_on = true where project_id = 'ostra-hamnen'`;
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await beginAsAttendant(page);
  for (const way of ["Läs skylten", "Gå längs raden"]) {
    await page.getByRole("button", { name: way }).click();
    await expect(camera(page).getByRole("alert")).toContainText("Webbläsaren får inte använda kameran.");
    await expect(camera(page).getByRole("button")).toHaveText(["Stäng kameran"]);
    await camera(page).getByRole("button", { name: "Stäng kameran" }).click();
  }
});

/** A page on a phone: touched, 390 px wide, with further options of the browser. */
async function openPhone(browser: Browser, { url }: RunningProduct, more: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: url, hasTouch: true, isMobile: true, viewport, ...more });
  return context.newPage();
}

/** Counts the presses on each page, as its own events tell them. */
const countPresses = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { presses: 0 });
    addEventListener("pointerdown", () => ((window as unknown as { presses: number }).presses += 1), { capture: true });
  });

/** The presses since the page was opened. */
const pressesOf = (page: Page) => page.evaluate(() => (window as unknown as { presses: number }).presses);

const OVERTIME = "Parkerat längre än tillåten tid";

/** From an answer to the next car, with a photo of the car and one of its sign; gives the presses until the fine was stored. */
async function fineWithTwoPhotos(page: Page, begun: { street: boolean; isFirst: boolean }): Promise<number> {
  const before = await pressesOf(page);
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).tap();
  await camera(page).getByRole("button", { name: "Ta bild på bilen" }).tap();
  await camera(page).getByRole("button", { name: "Ta bild på skyltningen" }).tap();
  await expect(page.getByRole("img", { name: "Bild 2" })).toBeVisible();
  if (begun.street) await page.getByRole("button", { name: "Samma gata som förra" }).tap();
  else {
    await camera(page).getByRole("button", { name: "Klar" }).tap();
    await expect.poll(() => tracksOf(page)).toEqual(expect.not.arrayContaining(["live"]));
  }
  if (begun.isFirst) await violations(page).getByRole("radio", { name: OVERTIME }).tap();
  else await violations(page).getByRole("radio").first().tap();
  // The name is the word alone, whatever the amount beside it.
  const generate = page.getByRole("button", { name: "Generera", exact: true });
  await expect(generate).toHaveText(/^Generera\s*· 700\skr$/);
  await expect(generate).toBeInViewport({ ratio: 1 });
  await generate.tap();
  await expect(stored(page)).toBeVisible();
  const presses = (await pressesOf(page)) - before;
  await expect.poll(() => tracksOf(page)).toEqual(expect.not.arrayContaining(["live"]));
  await expect(stored(page)).toContainText("Alla 2 bilder har skickats");
  // The second press of a double one on `Generera` delivers nothing.
  await stored(page).getByRole("button", { name: "Överlämnad" }).dispatchEvent("click", { detail: 2 });
  // The delivery is one press, which goes on to the next car.
  await stored(page).getByRole("button", { name: "Fäst på bilen" }).tap();
  await expect(page).toHaveURL(/attendant-dashboard$/);
  expect(await pressesOf(page)).toBe(before + presses + 1);
  return presses;
}

// Spec 4 §5: From an answer
// Spec 3 §6: Generera stays at
// Spec 3 §6: A fine's camera
test("fines with two photos take six presses each from the answer, in a camera that stays open @all", async ({
  browser,
  product,
}) => {
  const page = await openPhone(browser, product, { permissions: ["camera"] });
  await watch(page);
  await countPresses(page);
  const expired = { start_time: hours(-3), end_time: hours(-2), street: "Kajen 4" };
  const parked = [await registerParking(product, expired), await registerParking(product, expired)];
  const plates = [...parked, newPlate()];
  await beginAsAttendant(page);
  for (const [index, plate] of plates.entries()) {
    await check(page, plate);
    const isReport = index === 2;
    const presses = await fineWithTwoPhotos(page, { street: isReport, isFirst: index === 0 });
    expect(presses).toBeLessThanOrEqual(6);
  }
  const fines = await product.sql`
    select f.plate, f.street, f.violation_text as violation, f.delivery,
      array(select p.category from fine_photos p where p.fine_id = f.id order by p.taken_at) as shows,
      (select count(*)::int from fine_events e where e.fine_id = f.id and e.kind = 'delivered') as deliveries,
      (select count(*)::int from storage.objects o where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as arrived
    from fines f where f.plate = any (${plates}) order by f.issued_at`;
  expect(fines).toEqual(
    plates.map((plate) => ({
      plate,
      street: "Kajen 4",
      violation: OVERTIME,
      delivery: "fixed",
      deliveries: 1,
      shows: ["car", "sign"],
      arrived: 2,
    })),
  );
  await page.context().close();
});

// Spec 3 §6: A phone shows
test("on a phone the rest of a fine is folded until something in it is wrong, and a refused camera leaves the phone's own @all", async ({
  browser,
  product,
}) => {
  const page = await openPhone(browser, product);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await beginAsAttendant(page);
  const plate = newPlate();
  await check(page, plate);
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).tap();
  await expect(page.getByRole("heading", { name: `Parkeringsbot ${plate}`, level: 1 })).toBeVisible();
  // Nobody is asked for the camera who did not ask for it.
  await page.getByRole("button", { name: "Ta bild" }).tap();
  await expect(page.getByRole("alert").filter({ hasText: "Webbläsaren får inte använda kameran." })).toBeVisible();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Ta bild" }).tap();
  const chooser = await choosing;
  expect(await chooser.element().getAttribute("capture")).toBe("environment");
  await chooser.setFiles(await makePhoto(page, { name: "bil.jpg", width: 800, height: 600 }));
  await expect(page.getByRole("img", { name: "Bild 1" })).toBeVisible();

  const fold = page.getByRole("button", { name: "Fler uppgifter" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByLabel("Anteckningar")).toBeHidden();
  await fold.tap();
  await page.getByLabel("Belopp (kr)").fill("0");
  await fold.tap();
  await expect(page.getByLabel("Belopp (kr)")).toBeHidden();
  await chooseViolation(page, OVERTIME);
  await page.getByRole("button", { name: "Generera" }).tap();
  await expect(page.getByText("Beloppet måste vara större än 0 kr")).toBeVisible();
  await expect(page.getByLabel("Belopp (kr)")).toBeFocused();
  await page.getByLabel("Belopp (kr)").fill("500");
  // A field that holds something of its own is in sight when the draft is opened again.
  await page.reload();
  await expect(page.getByLabel("Belopp (kr)")).toHaveValue("500");
  await expect(page.getByLabel("Belopp (kr)")).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

// Spec rules §10: Below a warning
test("below a warning the shutter stands above the bar, and a photo's subjects stand in one row @once", async ({
  browser,
  product,
}) => {
  const page = await openPhone(browser, product, { permissions: ["camera"] });
  await watch(page);
  const [before] = await product.sql`select issuer_name from site_settings where project_id = 'ostra-hamnen'`;
  await product.sql`update site_settings set issuer_name = '' where project_id = 'ostra-hamnen'`;
  try {
    const plate = await registerParking(product, { start_time: hours(-3), end_time: hours(-2) });
    await beginAsAttendant(page);
    await check(page, plate);
    await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).tap();
    await expect(page.getByText("På avin saknas: utfärdare.")).toBeVisible();
    const shutter = camera(page).getByRole("button", { name: "Ta bild på bilen" });
    await expect(shutter).toBeEnabled();
    const bar = await page.getByRole("button", { name: "Generera" }).boundingBox();
    const place = await shutter.boundingBox();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(place!.y + place!.height).toBeLessThan(bar!.y);
    await shutter.tap();
    const subjects = page.getByRole("group", { name: "Vad bild 1 visar" }).getByRole("button");
    await expect(subjects).toHaveCount(4);
    const tops = await subjects.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  } finally {
    await product.sql`update site_settings set issuer_name = ${before?.["issuer_name"]} where project_id = 'ostra-hamnen'`;
  }
  await page.context().close();
});

// Spec rules §10: Below a warning
test("with text of twice the size the shutter stands above the bar @once", async ({ browser, product }) => {
  const page = await openPhone(browser, product, { permissions: ["camera"] });
  await beginAsAttendant(page);
  await check(page, newPlate());
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).tap();
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const shutter = camera(page).getByRole("button", { name: "Ta bild på bilen" });
  await expect(shutter).toBeEnabled();
  const [bar, place] = [
    await page.getByRole("button", { name: "Generera" }).boundingBox(),
    await shutter.boundingBox(),
  ];
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(place!.y + place!.height).toBeLessThan(bar!.y);
  await page.context().close();
});
