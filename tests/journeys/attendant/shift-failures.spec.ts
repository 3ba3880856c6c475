// An attendant's shift that fails on its way: form and photos stay, and what has arrived is not sent again.
// All but the upload are @all: shift-draft and working-offline.spec hold the rest.
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { holdAttendant, logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import {
  cardOf,
  choosePhotos,
  chosen,
  fillIn,
  openShifts,
  rowsOf,
  storedPhotos,
  submit,
} from "#tests/support/journeys/own-shifts.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { PHOTOS, plainClient } from "#tests/support/rows/writes.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";

const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

test.beforeEach(({ product }) => product.sql`truncate shift_registrations cascade`);

test.describe("what fails keeps form and photos", () => {
  // Spec 1 §8: Kunde inte ladda
  test(
    "an upload: trying again sends only what has not arrived",
    { tag: "@once" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      const { sql } = product;
      await sql`create function refuse_photo() returns trigger language plpgsql as
      $$ begin if new.name like '%vagrar.jpg' then raise exception 'Disken är full'; end if; return new; end $$`;
      await sql`create trigger refuse_photo before insert on storage.objects for each row execute function refuse_photo()`;
      await holdAttendant(page);
      await openShifts(page);
      await fillIn(page, "Uppladdning som vägrar");
      await choosePhotos(page, "kommer.jpg", "vagrar.jpg");
      await submit(page).click();
      await expect(page.getByText(/^Kunde inte ladda upp bild: .+/)).toBeVisible();
      expect(await rowsOf(product, "Uppladdning som vägrar")).toEqual([]);
      await expect(page.getByLabel("Beskrivning")).toHaveValue("Uppladdning som vägrar");
      await expect(chosen(page)).toHaveCount(2);

      await sql`drop trigger refuse_photo on storage.objects`;
      await sql`drop function refuse_photo()`;
      await submit(page).click();
      await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
      expect(await storedPhotos(product, "kommer.jpg")).toHaveLength(1);
      expect(await storedPhotos(product, "vagrar.jpg")).toHaveLength(1);
      expect(await rowsOf(product, "Uppladdning som vägrar")).toHaveLength(1);
    },
  );

  test("too many uploads: the wait is told @all", { tag: "@hardened" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const busy = { userId: "vakt-brattom", password: "Vakt-7410" };
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", ...busy });
    await logInAsAttendant(page, busy);
    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem("parkering.auth.attendant") ?? "{}") as { access_token: string }).access_token,
    );
    const bucket = plainClient(product.url, product.publishableKey, { Authorization: `Bearer ${token}` }).storage.from(
      PHOTOS,
    );
    const attempts = Array.from({ length: RATE_LIMITS.uploads.account.points }, () =>
      bucket.upload("a.png", "no photo"),
    );
    for (const { error } of await Promise.all(attempts)) expect(error).toMatchObject({ status: 400 });
    await openShifts(page);
    await fillIn(page, "För många bilder");
    await choosePhotos(page, "a.jpg", "b.jpg");
    await submit(page).click();
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om (9|10) minuter\.$/);
    await expect(page.getByLabel("Beskrivning")).toHaveValue("För många bilder");
    await expect(chosen(page)).toHaveCount(2);
  });

  test(
    "a shift while the network is away waits on the phone, with its photos",
    { tag: "@all" },
    async ({ page, context, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsAttendant(page);
      await openShifts(page);
      await fillIn(page, "Utan nät");
      await choosePhotos(page, "a.jpg", "b.jpg");
      await context.setOffline(true);
      await submit(page).click();
      await expect(page.getByText("Skiftet är sparat på telefonen och skickas när det finns nät")).toBeVisible();
      await expect(chosen(page)).toHaveCount(0);
      await expect(page.getByRole("link", { name: "1 väntar på att skickas" })).toBeVisible();
      expect(await rowsOf(product, "Utan nät")).toHaveLength(0);
      await context.setOffline(false);
      await expect(cardOf(page, "Utan nät")).toBeVisible(BACK_AGAIN);
      expect(await rowsOf(product, "Utan nät")).toHaveLength(1);
      await expect(page.getByRole("link", { name: /väntar på att skickas/ })).toHaveCount(0);
    },
  );

  // Spec 1 §8: Kunde inte skicka
  test("the row: the photos are not sent again", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAttendant(page);
    await openShifts(page);
    await fillIn(page, "Raden vägrar");
    await choosePhotos(page, "rad-a.jpg", "rad-b.jpg");
    await product.sql`alter table shift_registrations add constraint refuse check (description <> 'Raden vägrar') not valid`;
    await submit(page).click();
    await expect(page.getByText("Kunde inte skicka skiftregistrering")).toBeVisible();
    await expect(page.getByLabel("Beskrivning")).toHaveValue("Raden vägrar");
    await expect(chosen(page)).toHaveCount(2);
    await product.sql`alter table shift_registrations drop constraint refuse`;
    await submit(page).click();
    await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    expect(await rowsOf(product, "Raden vägrar")).toHaveLength(1);
    expect(await storedPhotos(product, "rad-a.jpg")).toHaveLength(1);
  });

  test("shows how far the photos have come", { tag: "@all" }, async ({ page, product }) => {
    await logInAsAttendant(page);
    await openShifts(page);
    await fillIn(page, "Långsamt nät");
    await choosePhotos(page, "snabb.jpg", "langsam.jpg");
    const held: (() => Promise<void>)[] = [];
    await page.route("**/*langsam.jpg", (route) => void held.push(() => route.continue()));
    await submit(page).click();
    await expect(page.getByRole("status").getByText("Laddar upp bilder: 1 av 2 klara")).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", "1");
    await expect(submit(page)).toHaveAttribute("aria-busy", "true");
    await submit(page).click({ force: true });
    for (const goOn of held) await goOn();
    await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    expect(await rowsOf(product, "Långsamt nät")).toHaveLength(1);
  });

  test(
    "an answer that was lost does not register the shift twice",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsAttendant(page);
      await openShifts(page);
      await fillIn(page, "Svaret försvann");
      await choosePhotos(page, "c.jpg", "d.jpg");
      let areAnswersLost = true;
      // This route stays until the end. If it were taken away, a request that it still holds would go on and get its answer.
      await page.route("**/rest/v1/shift_registrations*", async (route) => {
        if (!areAnswersLost || route.request().method() !== "POST") return route.continue();
        await route.fetch();
        await route.abort();
      });
      await submit(page).click();
      await expect(page.getByText("Skiftet är sparat på telefonen och skickas när det finns nät")).toBeVisible();
      areAnswersLost = false;
      await expect(page.getByRole("link", { name: /väntar på att skickas/ })).toHaveCount(0, BACK_AGAIN);
      expect(await rowsOf(product, "Svaret försvann")).toHaveLength(1);
    },
  );
});
