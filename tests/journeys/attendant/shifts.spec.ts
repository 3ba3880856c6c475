// An attendant's shift: the form with real photos, and the own shifts live in two windows. What fails stands in shift-failures.spec.
// The guard, missing fields and the way without a network are @all: attendant.spec's guard, shift-draft and
// working-offline.spec ask them.
import type { Page } from "@playwright/test";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";
import { addPeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  pressUnlessHealed,
  test,
} from "#tests/support/browser/browser.ts";
import { describeJpeg, makePhoto } from "#tests/support/browser/photos.ts";
import { PHOTOS, plainClient } from "#tests/support/rows/writes.ts";
import { beginAsAttendant, holdAttendant } from "#tests/support/journeys/attendant.ts";
import type { Differences } from "#tests/support/browser/profile-differences.ts";
import {
  cardOf,
  choosePhotos,
  chosen,
  fillIn,
  openShifts,
  ownShifts,
  photosField,
  rowsOf,
  type ShiftRow,
  SHIFTS,
  storedPhotos,
  submit,
} from "#tests/support/journeys/own-shifts.ts";

const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

async function logIn(page: Page, { project = "ostra-hamnen", userId = "vakt01" } = {}) {
  const prefix = project === "" ? "" : `/${project}`;
  await page.goto(`${prefix}/attendant-login`);
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(new RegExp(`${prefix}/attendant-dashboard$`));
}

/** A shift as another device of the attendant, or somebody else, registers it. */
async function insertShift(
  { sql }: RunningProduct,
  description: string,
  over: Record<string, string | string[] | null> = {},
) {
  const row: Record<string, string | string[] | null> = {
    project_id: "ostra-hamnen",
    attendant_user_id: "vakt01",
    start_time: "2026-11-20T08:00:00Z",
    end_time: "2026-11-20T16:00:00Z",
    description,
    image_urls: ["/favicon.svg", "/icon-192.png"],
    ...over,
  };
  await sql`insert into shift_registrations ${sql(row)}`;
}

/** The photo's bytes, asked for as the server itself may. */
async function storedPhoto({ url, secretKey }: RunningProduct, path: string): Promise<Buffer> {
  const { data, error } = await plainClient(url, secretKey).storage.from(PHOTOS).download(path);
  expect(error).toBeNull();
  if (data === null) throw new Error(`There is no photo ${path}.`);
  return Buffer.from(await data.arrayBuffer());
}

async function actionsOf({ sql }: RunningProduct, action: string) {
  return sql<{ user_id: string; user_type: string; page_url: string; additional_data: Record<string, unknown> }[]>`
    select user_id, user_type, page_url, additional_data from web_activity_logs where action = ${action}
    order by created_at desc`;
}

/** Chooses one photo, which is too few, two more, and takes one away again. */
async function chooseUntilTwo(page: Page): Promise<void> {
  await photosField(page).setInputFiles([
    await makePhoto(page, { name: "Åkergränd på kvällen.jpg", width: 4000, height: 3000, orientation: 6 }),
  ]);
  await expect(page.getByText("Du måste bifoga minst 2 bilder")).toBeVisible();
  await photosField(page).setInputFiles([
    await makePhoto(page, { name: "skärm.png", width: 320, height: 200, type: "image/png" }),
    await makePhoto(page, { name: "fel bild.jpg", width: 640, height: 480 }),
  ]);
  await expect(chosen(page)).toHaveCount(3);
  await expect(page.getByText("Du måste bifoga minst 2 bilder")).toBeHidden();
  await page.getByRole("button", { name: "Ta bort fel bild.jpg" }).click();
  await expect(chosen(page)).toHaveCount(2);
}

/** Expects a large photo scaled down and upright and a small one as it was, in the attendant's folder, and none that was taken away. */
async function expectPhotosStored(
  page: Page,
  product: RunningProduct,
  { row, differences }: { row: ShiftRow | undefined; differences: Differences },
): Promise<void> {
  const folder = await differences.photos.folder(product, "vakt01");
  const paths = (row?.image_urls ?? []).map((address) => differences.photos.path(address));
  expect(paths.map((path) => path.startsWith(`${folder}/`))).toEqual([true, true]);
  expect(paths.map((path) => path.slice(folder.length + 1))).toEqual([
    expect.stringMatching(/^\d{13}-Akergrand-pa-kvallen\.jpg$/),
    expect.stringMatching(/^\d{13}-skarm\.jpg$/),
  ]);
  const stored = await Promise.all(paths.map((path) => storedPhoto(product, path)));
  expect(await describeJpeg(page, stored[0] as Buffer)).toEqual({
    width: 1200,
    height: 1600,
    top: "red",
    bottom: "blue",
    isJpeg: true,
    hasExif: false,
  });
  expect(await describeJpeg(page, stored[1] as Buffer)).toMatchObject({ width: 320, height: 200, isJpeg: true });
  expect(await storedPhotos(product, "fel-bild.jpg")).toEqual([]);
}

async function expectSubmissionLogged(product: RunningProduct, row: ShiftRow | undefined): Promise<void> {
  await expect
    .poll(async () => {
      const all = await actionsOf(product, "shift_registration_submitted");
      return all.filter(({ additional_data: data }) => data["shift_id"] === row?.id);
    })
    .toMatchObject([
      {
        user_id: "vakt01",
        user_type: "attendant",
        page_url: SHIFTS,
        additional_data: { shift_id: row?.id, images: 2 },
      },
    ]);
}

test.beforeEach(({ product }) => product.sql`truncate shift_registrations cascade`);

test.describe("the form", () => {
  // Spec 1 §2: Shift form …
  test("is kept for attendants @all", async ({ page }) => {
    await page.goto(SHIFTS);
    await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
  });

  // Spec 1 §2: Shift form …
  // Spec 1 §4: Shift: created pending
  // Spec 1 §4: Labels: "Godkänt" and
  // Spec 1 §5: choosing fewer than
  // Spec 1 §5: rating slider 1–10,
  // Spec 1 §7: read own by
  // Spec 1 §7: shift_registrations: read all … insert
  // Spec 1 §7: Storage: upload shift
  // Spec 1 §7: web_activity_logs: insert {user_id,
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: success: Skiftregistrering skickad
  // Spec 1 §9: Shift: at least
  test("registers a shift: large photos scaled down and upright, the row, the log, the list @rights", async ({
    page,
    product,
    differences,
  }) => {
    await beginAsAttendant(page);
    await page.getByRole("button", { name: "Registrera skift" }).click();
    await expect(page).toHaveURL(new RegExp(`${SHIFTS}$`));
    await expect(page.getByText("Du har inte registrerat något skift ännu.")).toBeVisible();
    const rating = page.getByRole("slider", { name: "Betyg" });
    await expect(rating).toHaveValue("5");
    await expect(rating).toHaveAttribute("min", "1");
    await expect(rating).toHaveAttribute("max", "10");
    const form = await page.getByRole("region", { name: "Nytt skift" }).boundingBox();
    const own = await page.getByRole("region", { name: "Mina skift" }).first().boundingBox();
    expect((form?.x ?? 0) + (form?.width ?? 0)).toBeLessThanOrEqual(own?.x ?? 0);

    await page.getByLabel("Starttid").fill("22");
    await page.getByRole("button", { name: "Slutdatum" }).click();
    const days = page.getByRole("dialog", { name: "Slutdatum" }).getByRole("gridcell", { selected: true });
    await expect(days.getByRole("button")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByLabel("Sluttid").fill("6.30");
    await page.getByRole("slider", { name: "Betyg" }).press("ArrowRight");
    await page.getByLabel("Beskrivning").fill("Natt på kajen");

    await chooseUntilTwo(page);
    await submit(page).click();
    await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    await expect(page.getByText("Nytt skift registrerat!")).toHaveCount(0);
    await expect(cardOf(page, "Natt på kajen").getByText("Väntar på godkännande")).toBeVisible();
    await expect(cardOf(page, "Natt på kajen").getByText("Betyg 6 av 10")).toBeVisible();
    await expect(page.getByLabel("Beskrivning")).toHaveValue("");
    await expect(chosen(page)).toHaveCount(0);

    const [row] = await rowsOf(product, "Natt på kajen");
    expect(row).toMatchObject({
      project_id: "ostra-hamnen",
      attendant_user_id: "vakt01",
      rating: 6,
      status: "pending",
      approved: false,
    });
    expect((row?.end_time.getTime() ?? 0) - (row?.start_time.getTime() ?? 0)).toBe(8.5 * 3_600_000);
    await expectPhotosStored(page, product, { row, differences });
    await expectSubmissionLogged(product, row);
    await expect
      .poll(async () => (await actionsOf(product, "page_visit")).map(({ page_url: address }) => address))
      .toContain(SHIFTS);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
    await expect
      .poll(async () => (await actionsOf(product, "navigate_back")).map((entry) => entry.page_url))
      .toContain(SHIFTS);
  });

  // Spec 1 §5: Shift: start, end,
  // Spec 1 §5: end after start
  // Spec 1 §9: Shift: at least
  test("says what is missing or wrong, at the field where it is", { tag: "@all" }, async ({ page, product }) => {
    await logIn(page);
    await openShifts(page);
    const missing = page
      .getByRole("alert")
      .filter({ hasText: "Vänligen fyll i alla obligatoriska fält och bifoga minst 2 bilder" });
    await submit(page).click();
    await expect(missing).toBeVisible();
    await expect(page.getByLabel("Starttid")).toBeFocused();
    await fillIn(page, "Ett kort pass");
    await expect(missing).toBeVisible();
    await choosePhotos(page, "ett.jpg");
    await expect(page.getByText("Du måste bifoga minst 2 bilder")).toBeVisible();
    await expect(photosField(page)).toHaveAttribute("aria-invalid", "true");
    await submit(page).click();
    await expect(missing).toBeVisible();
    await choosePhotos(page, "tva.jpg");
    await expect(missing).toBeHidden();

    await page.getByLabel("Sluttid").fill("08:00");
    await submit(page).click();
    await expect(page.getByText("Sluttid måste vara efter starttid")).toBeVisible();
    await expect(page.getByLabel("Sluttid")).toHaveAccessibleDescription(/Sluttid måste vara efter starttid/);
    await page.getByLabel("Sluttid").fill("27:00");
    await expect(page.getByText("Ange tiden som HH:mm")).toBeVisible();
    await page.getByLabel("Sluttid").fill("08:01");

    await photosField(page).setInputFiles([
      { name: "IMG_2041.heic", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x18ftypheic") },
      { name: "trasig.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) },
    ]);
    await expect(
      page.getByText(
        "HEIC-bilder kan inte läsas här: IMG_2041.heic. Välj JPEG eller PNG.\ntrasig.jpg kunde inte läsas som bild och togs inte med. Välj bilder i JPEG- eller PNG-format.",
      ),
    ).toBeVisible();
    await expect(chosen(page)).toHaveCount(2);
    expect(await rowsOf(product, "Ett kort pass")).toEqual([]);
    await submit(page).click();
    await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    expect(await rowsOf(product, "Ett kort pass")).toHaveLength(1);
  });

  // Spec rules §5: A fine, a
  test(
    "keeps what was typed over a reload and Tillbaka until it is sent or thrown away",
    { tag: "@all" },
    async ({ page, product }) => {
      await logIn(page);
      await openShifts(page);
      const description = page.getByLabel("Beskrivning");
      const discard = page.getByRole("button", { name: "Släng utkastet" });
      await fillIn(page, "Lång berättelse om natten");
      await page.getByRole("slider", { name: "Betyg" }).press("ArrowRight");
      await choosePhotos(page, "natt.jpg", "bort.jpg");
      await page.getByRole("button", { name: "Ta bort bort.jpg" }).click();
      await page.reload();
      await expect(description).toHaveValue("Lång berättelse om natten");
      await expect(chosen(page)).toHaveText(/natt\.jpg/);
      await expect(page.getByLabel("Sluttid")).toHaveValue("16:30");
      await expect(page.getByRole("slider", { name: "Betyg" })).toHaveValue("6");
      await page.getByRole("button", { name: "Tillbaka" }).click();
      await page.getByRole("button", { name: "Registrera skift" }).click();
      await expect(description).toHaveValue("Lång berättelse om natten");
      await expect(chosen(page)).toHaveText(/natt\.jpg/);
      await discard.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Släng" }).click();
      await expect(description).toHaveValue("");
      await expect(chosen(page)).toHaveCount(0);
      await expect(discard).toHaveCount(0);

      await fillIn(page, "Kort berättelse");
      await choosePhotos(page, "g.jpg");
      await page.reload();
      await expect(chosen(page)).toHaveText(/g\.jpg/);
      await choosePhotos(page, "h.jpg");
      await submit(page).click();
      await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
      const [row] = await rowsOf(product, "Kort berättelse");
      expect(row?.image_urls).toEqual([expect.stringContaining("-g.jpg"), expect.stringContaining("-h.jpg")]);
      await page.reload();
      await expect(page.getByText("Uppdateras direkt")).toBeVisible();
      await expect(description).toHaveValue("");
      await expect(chosen(page)).toHaveCount(0);
    },
  );

  test("offers the camera on a phone", { tag: "@all" }, async ({ browser, product }) => {
    const phone = await browser.newContext({
      baseURL: product.url,
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await phone.newPage();
    await logIn(page);
    await openShifts(page);
    for (const count of [1, 2]) {
      const choosing = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Ta foto" }).click();
      const chooser = await choosing;
      expect(await chooser.element().getAttribute("capture")).toBe("environment");
      await chooser.setFiles(await makePhoto(page, { name: "image.jpg", width: 3000, height: 4000 }));
      await expect(chosen(page)).toHaveCount(count);
    }
    await fillIn(page, "Med kameran");
    await submit(page).click();
    await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    const [row] = await rowsOf(product, "Med kameran");
    expect(new Set(row?.image_urls).size).toBe(2);
    await phone.close();
  });
});

test.describe("the own shifts", () => {
  // Spec 1 §2: Shift form …
  // Spec 1 §4: Labels: "Godkänt" and
  // Spec 1 §4: Attendants get live
  // Spec 1 §7: read own by
  // Spec 1 §7: shift_registrations: read all … insert
  // Spec 1 §7: realtime subscription to
  // Spec 1 §8: realtime: Nytt skift
  test("live in two windows: arrival, approval, rejection, removal; nobody else's @rights", async ({
    page,
    context,
    product,
  }) => {
    await holdAttendant(page);
    await openShifts(page);
    const other = await context.newPage();
    await openShifts(other);

    await fillIn(other, "Från den andra");
    await choosePhotos(other, "e.jpg", "f.jpg");
    await submit(other).click();
    await expect(page.getByText("Nytt skift registrerat!")).toBeVisible();
    await expect(cardOf(page, "Från den andra")).toBeVisible();
    await expect(other.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    await expect(other.getByText("Nytt skift registrerat!")).toHaveCount(0);

    const reviewed = page.getByRole("tab", { name: "Granskade" });
    await reviewed.click();
    await expect(page.getByText("Inga skift har granskats ännu.")).toBeVisible();
    const id = (await rowsOf(product, "Från den andra"))[0]?.id ?? "";
    await product.sql`update shift_registrations set approved = true where id = ${id}`;
    await expect(page.getByText("Skift godkänt!")).toBeVisible();
    await expect(cardOf(page, "Från den andra").getByText("Godkänt", { exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Väntande" }).click();
    await expect(page.getByText("Inga skift väntar på granskning.")).toBeVisible();

    await insertShift(product, "Ska nekas");
    await expect(cardOf(page, "Ska nekas")).toBeVisible();
    await product.sql`
      update shift_registrations set status = 'rejected', approved = false, review_note = 'Bilderna visar fel gata'
      where description = 'Ska nekas'`;
    await expect(page.getByText("Skift nekat")).toBeVisible();
    await reviewed.click();
    await expect(cardOf(page, "Ska nekas").getByText("Nekat", { exact: true })).toBeVisible();
    await expect(cardOf(page, "Ska nekas")).toContainText("Anteckning: Bilderna visar fel gata");

    await insertShift(product, "Någon annans", { attendant_user_id: "vakt02" });
    await insertShift(product, "Ett annat projekts", { project_id: "standard" });
    await product.sql`delete from shift_registrations where description = 'Någon annans'`;
    // Earlier changes have been told by now.
    await product.sql`delete from shift_registrations where id = ${id}`;
    await expect(page.getByText("Skift borttaget")).toHaveCount(1);
    await page.getByRole("tab", { name: "Alla" }).click();
    await expect(cardOf(page, "Ska nekas")).toBeVisible();
    await expect(ownShifts(page).getByRole("article")).toHaveCount(1);
  });

  // Spec 1 §9: list descriptions shortened
  // Spec 1 §9: the list scrolls
  test(
    "long descriptions open, photos are looked at with the keyboard",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(/finns-inte\.png/);
      const long = `Början ${"å".repeat(93)} slutet`;
      await insertShift(product, long, { image_urls: ["/icon-192.png", "/icon-512.png", "/finns-inte.png"] });
      await logIn(page);
      await openShifts(page);
      const card = cardOf(page, "Början");
      await expect(card.getByText(`${long.slice(0, 100)}…`, { exact: true })).toBeVisible();
      const more = card.getByRole("button", { name: "Visa mer" });
      await expect(more).toHaveAttribute("aria-expanded", "false");
      await more.click();
      await expect(card.getByText(long, { exact: true })).toBeVisible();
      await card.getByRole("button", { name: "Visa mindre" }).click();
      await expect(card.getByText(long, { exact: true })).toBeHidden();

      await card.getByRole("button", { name: "Visa bild 1 av 3" }).press("Enter");
      const first = page.getByRole("dialog", { name: "Bild 1 av 3" });
      await expect(first.getByRole("img")).toHaveAttribute("src", "/icon-192.png");
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("dialog", { name: "Bild 2 av 3" }).getByRole("img")).toHaveAttribute(
        "src",
        "/icon-512.png",
      );
      await expectAccessible(page);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      const third = page.getByRole("dialog", { name: "Bild 3 av 3" });
      await expect(third.getByText("Bilden kunde inte visas.")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(card.getByRole("button", { name: "Visa bild 1 av 3" })).toBeFocused();
    },
  );

  // Spec 1 §9: list descriptions shortened
  // Spec 1 §9: the list scrolls
  test("many: the box scrolls and fetches more", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into shift_registrations (project_id, attendant_user_id, start_time, end_time, description, image_urls, created_at)
      select 'ostra-hamnen', 'vakt01', now() - n * interval '1 day', now() - n * interval '1 day' + interval '8 hours',
        'Pass ' || n, '{/favicon.svg,/icon-192.png}', now() - n * interval '1 day'
      from generate_series(1, 120) as n`;
    await logIn(page);
    await openShifts(page);
    await expect(cardOf(page, "Pass 1").first()).toBeVisible();
    const box = page.getByRole("region", { name: "Mina skift" }).and(page.locator("[tabindex]"));
    expect((await box.boundingBox())?.height).toBe(24 * 16);
    expect(await ownShifts(page).getByRole("article").count()).toBeLessThan(20);
    await expect
      .poll(async () => {
        await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return cardOf(page, "Pass 120").count();
      })
      .toBe(1);
  });

  // Spec 1 §8: Shifts | Kunde
  // Spec 1 §8: the same with
  test(
    "says why they could not be fetched, and fetches again",
    { tag: "@all" },
    async ({ page, context, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await insertShift(product, "Finns hela tiden");
      await logIn(page);
      await product.stopDatabase();
      await page.goto(SHIFTS);
      const failed = page.getByText(/^Kunde inte hämta skiftregistreringar: .+/);
      await expect(failed).toBeVisible();
      await product.startDatabase();
      // Nobody has to press: the list comes with the live channel, or with the next look of a screen that is not live.
      await expect(cardOf(page, "Finns hela tiden")).toBeVisible(BACK_AGAIN);
      await expect(failed).toBeHidden();

      await context.setOffline(true);
      await page.getByRole("tab", { name: "Väntande" }).click();
      await expect(page.getByText("Kunde inte hämta skiftregistreringar - nätverksfel")).toBeVisible();
      await context.setOffline(false);
      await pressUnlessHealed(page.getByRole("button", { name: "Försök igen" }));
      await expect(cardOf(page, "Finns hela tiden")).toBeVisible();
    },
  );

  // Spec 1 §2: Shift form …
  test("without a project are those registered without one @all", async ({ page, product }) => {
    await addPeople(product, { kind: "attendant", project: null, userId: "vakt07", password: "Vakt-7410" });
    await insertShift(product, "Utan projekt", { attendant_user_id: "vakt07", project_id: null });
    await insertShift(product, "Med projekt", { attendant_user_id: "vakt07" });
    await logIn(page, { project: "", userId: "vakt07" });
    await page.goto("/shift-registration");
    await expect(cardOf(page, "Utan projekt")).toBeVisible();
    await expect(cardOf(page, "Med projekt")).toHaveCount(0);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/attendant-dashboard`);
  });
});

// Spec 1 §9: a reminder toast
test(
  "the attendant is reminded every 10 minutes, for 5 seconds, on both screens",
  { tag: "@all" },
  async ({ page, consoleErrors }) => {
    // Time runs ahead of the socket's own, which may join again, and of the server's answers.
    consoleErrors.tolerate(/WebSocket|signal timed out/);
    await page.clock.install();
    await logIn(page);
    const reminder = page.getByText("Glöm inte att registrera ditt skift!");
    await page.clock.runFor("09:00");
    await expect(reminder).toHaveCount(0);
    await page.getByRole("button", { name: "Registrera skift" }).click();
    await expect(page.getByRole("heading", { name: "Mina skift" })).toBeVisible();
    await page.clock.runFor("01:01");
    await expect(reminder).toBeVisible();
    await page.clock.runFor("00:06");
    await expect(reminder).toHaveCount(0);
    await page.clock.runFor("09:55");
    await expect(reminder).toBeVisible();
  },
);

test("passes axe empty, filled and with messages", { tag: "@all" }, async ({ page, product }) => {
  await logIn(page);
  await openShifts(page);
  await submit(page).click();
  await expectAccessible(page);
  await insertShift(product, "Väntar");
  await insertShift(product, `Nekad ${"ord ".repeat(50)}`, { status: "pending" });
  await product.sql`update shift_registrations set status = 'rejected', review_note = 'Fel gata' where description like 'Nekad%'`;
  await choosePhotos(page, "g.jpg");
  await expect(cardOf(page, "Nekad").getByText("Fel gata")).toBeVisible();
  await expectAccessible(page);
});
