// The phone reads the plate (document 4 §6a), from Chromium's fake camera: one plate that leads to a fine with its frame as the first photo,
// and a walk along a row. No picture leaves the page before the fine does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beginAsAttendant, registerParking } from "#tests/support/journeys/attendant.ts";
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
test("Gå längs raden checks each of six cars once, and stops at one that expired and one that has none @rights", async ({
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

test("where no camera opens, that is said, and nothing is fetched for it @rights", async ({ page, product }) => {
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
