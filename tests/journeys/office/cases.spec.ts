// The fine as a case: the admin's lists and the page of a case with what can be done to it, and what its driver sees.
// Issued facts, disputes by letter, a changed case and the key's page in each state are @all: objections, letters,
// case-facts, case-dialogs, driver-case-view and backend/cases/events.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { logInAsAttendant, newPlate, registerParking, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectCapitals, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { draw, drawLetters } from "#tests/support/run/seed.ts";
import { beginAsAdmin, logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import {
  caseInTables,
  type IssuedFine,
  issueFine,
  listedPhoto,
  recordEvent,
  storePhoto,
} from "#tests/support/journeys/issued-fines.ts";
import { ONE_TRY } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";

const CASES = "/ostra-hamnen/cases";
const row = (page: Page, fine: IssuedFine) => page.getByRole("article", { name: fine.case_number, exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const event = (page: Page, title: string) =>
  section(page, "Händelser")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });

async function openCase(page: Page, fine: IssuedFine) {
  await page.goto(`${CASES}/${fine.case_number}`);
  await untilOpen(page, fine);
}

/** The same as the site's admin, who is logged in already. */
async function beginAtCase(page: Page, fine: IssuedFine) {
  await beginAsAdmin(page, { at: `${CASES}/${fine.case_number}` });
  await untilOpen(page, fine);
}

async function untilOpen(page: Page, fine: IssuedFine) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Ärende ${fine.case_number}`);
  await expect(section(page, "Läget")).toBeVisible();
}

test.describe("the lists of cases", () => {
  // Spec rules §4: A fine whose
  test("fines whose plate looked like one with a parking stand beside them, are withdrawn and refunded there, and lead to their cases @once", async ({
    page,
    product,
  }) => {
    await product.sql`delete from parkings where plate_key in ('QZY7OO', 'QZY700')`;
    const fine = await issueFine(product, { plate: "QZY 700" });
    await registerParking(product, {
      ref_number: "qzy 7oo",
      start_time: new Date(Date.now() - 3_600_000),
      end_time: new Date(Date.now() + 3_600_000),
    });
    await beginAsAdmin(page, { at: CASES });
    await page.getByText("Filer och brev", { exact: true }).click();
    await page.getByRole("link", { name: "Bot med liknande parkering" }).click();
    await expect(page.getByRole("heading", { name: "Bot med liknande parkering", level: 1 })).toBeVisible();
    await expect(row(page, fine)).toContainText(/Liknande parkeringQZY 7OO · .* – .* · Volvo V60, Röd, Åkergränd 1/);
    await expectAccessible(page);

    await recordEvent(product, fine, "payment", {
      data: { amount_ore: 70_000, value_date: "2026-01-02", method: "bankgiro" },
    });
    await row(page, fine).getByRole("button", { name: "Makulera" }).click();
    const withdrawal = page.getByRole("dialog", { name: "Makulera ärendet?" });
    await withdrawal.getByLabel("Grund").selectOption("Giltig rätt att stå");
    await withdrawal.getByRole("button", { name: "Makulera" }).click();
    await expect(row(page, fine)).toContainText(/Att återbetala700\skr/);
    await row(page, fine).getByRole("link", { name: fine.case_number }).click();
    await untilOpen(page, fine);
    await page.goBack();
    await row(page, fine).getByRole("button", { name: "Återbetala" }).click();
    const refund = page.getByRole("dialog", { name: "Återbetala" });
    await refund.getByLabel("Betalningssätt").selectOption("Swish");
    await refund.getByRole("button", { name: "Återbetala" }).click();
    await expect(row(page, fine)).toHaveCount(0);
    expect(await caseInTables(product, fine.id)).toMatchObject({ status: "withdrawn", left_ore: 0 });
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test("are found from the dashboard, counted, searched in any way of writing, and follow what happens @rights", async ({
    page,
    product,
  }) => {
    const plate = `QZX 4${draw(10)}${drawLetters("ABCDEFGH", 1)}`;
    const fine = await issueFine(product, { plate });
    const other = await issueFine(product, { was_offline: true, issued_at: new Date(Date.now() - 3_600_000) });
    await beginAsAdmin(page);
    await page.getByRole("link", { name: "Ärenden" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/cases$/);
    await expect(page.getByRole("heading", { name: "Ärenden", level: 1 })).toBeVisible();
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect(row(page, fine)).toContainText("Parkerat på gångbana");
    await expect(row(page, fine)).toContainText(/Kvar att betala700\skr/);
    const [counts] = await product.sql<Record<string, number>[]>`
      select count(*)::int as all, count(*) filter (where status in ('issued', 'reminded', 'collection'))::int as unpaid,
        count(*) filter (where needs_review)::int as review, count(*) filter (where status = 'disputed')::int as disputed,
        count(*) filter (where status in ('issued', 'reminded') and due_date < (now() at time zone 'Europe/Stockholm')::date)::int as overdue,
        count(*) filter (where left_ore < 0)::int as refund, count(*) filter (where status not in ('paid', 'withdrawn', 'written_off') and issued_at < now() - interval '2 years' + interval '60 days')::int as expiring
      from fines where project_id = 'ostra-hamnen'`;
    for (const [name, count] of [
      ["Alla", counts?.["all"]],
      ["Obetalda", counts?.["unpaid"]],
      ["Att granska", counts?.["review"]],
      ["Bestridna", counts?.["disputed"]],
      ["Förfallna", counts?.["overdue"]],
      ["Att återbetala", counts?.["refund"]],
      ["Preskriberas snart", counts?.["expiring"]],
    ] as const) {
      await expect(page.getByRole("tab", { name })).toHaveText(`${name} (${count})`);
    }
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Att granska" }).click();
    await expect(row(page, other)).toContainText("Att granska");
    await expect(row(page, fine)).toHaveCount(0);
    await page.getByRole("tab", { name: "Obetalda" }).click();
    await expect(row(page, fine)).toBeVisible();

    // Another admin's payment takes it out of the list, and a new fine comes, without a reload.
    await recordEvent(product, other, "withdrawn", { data: { ground: "felskrivet" } });
    await expect(row(page, other)).toHaveCount(0);
    const later = await issueFine(product);
    await expect(row(page, later)).toBeVisible();
    await expect(page.getByRole("tab", { name: "Alla" })).toHaveText(`Alla (${(counts?.["all"] ?? 0) + 1})`);

    // Narrowed to what nobody issued, and back; the address keeps it over a reload.
    await page.getByText("Filter", { exact: true }).click();
    const filters = page.getByRole("form", { name: "Filtrera ärenden" });
    await filters.getByLabel("Utfärdade av").fill("ingen");
    const narrow = filters.getByRole("button", { name: "Filtrera" });
    await narrow.click();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    // The filter stays open with the focus in it, and no number is said of what is narrowed.
    await expect(narrow).toBeFocused();
    await expect(page.getByRole("tab", { name: "Alla" })).toHaveText("Alla");
    await page.reload();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    await page.getByText("Filter (1)", { exact: true }).click();
    await filters.getByRole("button", { name: "Ta bort filter" }).click();
    await expect(row(page, later)).toBeVisible();

    const field = page.getByRole("searchbox", { name: "Ärendenummer eller registreringsnummer" });
    const search = page.getByRole("button", { name: "Sök" });
    for (const typed of [
      plate.toLowerCase().replace(" ", ""),
      plate.replace(" ", "-"),
      ` ${fine.case_number.slice(0, 4)} ${fine.case_number.slice(4)}`,
    ]) {
      await field.fill(typed);
      await search.click();
      await expect(row(page, later)).toHaveCount(0);
      await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article")).toHaveCount(1);
      await expect(row(page, fine)).toBeVisible();
      await expect(search).toBeFocused();
    }
    await row(page, fine).getByRole("link", { name: fine.case_number }).click();
    await expect(page).toHaveURL(new RegExp(`${CASES}/${fine.case_number}$`));
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/cases\?list=unpaid$/);
    await expect(field).toHaveValue(` ${fine.case_number.slice(0, 4)} ${fine.case_number.slice(4)}`.trim());
    await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article")).toHaveCount(1);
    await field.fill("FINNS INTE");
    await search.click();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    await page.getByRole("button", { name: "Rensa" }).click();
    await expect(row(page, later)).toBeVisible();
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test("are fetched in pages, newest first", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into fines (id, project_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from, issued_by,
        issued_at, last_event, created_at)
      select gen_random_uuid(), 'ostra-hamnen', 'report', lpad((n + 20000000)::text, 8, '0'), lpad('sida' || n, 22, '0'), 'SIDA' || n,
        'Parkerat på gångbana', 700, '2026-12-24', now(), 'vakt01', now(), gen_random_uuid(), timestamptz '2020-01-01T12:00Z' + n * interval '1 second'
      from generate_series(1, 120) n`;
    await logInAsAdmin(page);
    await page.goto(CASES);
    const list = page.getByRole("list", { name: "Ärendelista" });
    await expect(list.getByRole("article").first()).toBeVisible();
    const oldest = page.getByRole("article", { name: "20000001", exact: true });
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(oldest).toBeVisible(ONE_TRY);
    }).toPass();
    await expect(list.getByRole("article").last()).toHaveAccessibleName("20000001");
    await product.sql`delete from fines where plate like 'SIDA%'`;
    await expect(oldest).toHaveCount(0);
  });

  test("that cannot be fetched say so", { tag: "@all" }, async ({ page, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAdmin(page);
    await page.route(/\/rest\/v1\/fines/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(CASES);
    await expect(page.getByText("Kunde inte hämta ärenden")).toBeVisible();
    await page.unroute(/\/rest\/v1\/fines/);
    await page.getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByText("Kunde inte hämta ärenden")).toHaveCount(0);
  });
});

test.describe("a case", () => {
  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  // Spec 4 §3: fines: kind (ticket
  test("shows what was issued, its photos, the parking as it stood and what happened @all", async ({
    page,
    product,
  }) => {
    const plate = newPlate();
    const [parking] = await product.sql<{ id: string }[]>`
      insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
      values ('ostra-hamnen', 'Saab 9-5', 'Grön', 'Åkergränd 17', ${plate}, now() - interval '3 hours', now() - interval '1 hour')
      returning id`;
    const id = randomUUID();
    const photos = [listedPhoto(id, "car"), listedPhoto(id, "sign")];
    const fine = await issueFine(product, {
      id,
      plate,
      parking_id: parking?.id,
      street: "Åkergränd 17",
      notes: "Två hjul på\ngångbanan",
      delivery: "fixed",
      photos,
    });
    await logInAsAdmin(page);
    const { buffer } = await makePhoto(page, { name: "bil.jpg", width: 900, height: 600 });
    await storePhoto(product, photos[0]?.path ?? "", buffer);
    await openCase(page, fine);
    await expect(page).toHaveTitle(`Ärende ${fine.case_number} · Parkering`);
    await expect(section(page, "Läget")).toContainText("Utfärdat");
    await expect(section(page, "Läget")).toContainText(/Kvar att betala700\skr/);
    for (const text of ["Parkerat på gångbana", "Åkergränd 17", "vakt01", "Fäst på bilen", "Två hjul på"]) {
      await expect(section(page, "Boten")).toContainText(text);
    }
    await expect(section(page, "Parkeringen när boten utfärdades")).toContainText(plate);
    await expect(event(page, "Boten utfärdades")).toContainText("Parkeringsvakt vakt01");

    const thumbnail = page.getByRole("button", { name: /^Visa bild: Bilen/ });
    const image = thumbnail.locator("img");
    await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(900);
    expect(await image.getAttribute("src")).toContain("/object/sign/case-photos/");
    await expect(section(page, "Bilder").getByText("Bilden har inte kommit fram.")).toHaveCount(1);
    await expectAccessible(page);
    await thumbnail.click();
    await expect(page.getByRole("dialog", { name: "Bild 1 av 1" })).toBeVisible();
    await page.keyboard.press("Escape");
    // Looks at a case stand apart, and do not change the case.
    await expect(page.getByText("Visat 1 gång")).toBeVisible();
    expect((await caseInTables(product, id)).events).toHaveLength(1);
  });

  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  test("gets a photo from the office, and shows what was changed in its parking @all", async ({ page, product }) => {
    const plate = newPlate();
    const [parking] = await product.sql<{ id: string }[]>`
      insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
      values ('ostra-hamnen', 'Saab 9-5', 'Grön', 'Åkergränd 17', ${plate}, '2026-11-20T08:00Z', '2026-11-20T10:00Z') returning id`;
    await product.sql`update parkings set end_time = '2026-11-20T11:30Z' where id = ${parking?.id ?? ""}`;
    const fine = await issueFine(product, { plate, parking_id: parking?.id });
    await logInAsAdmin(page);
    await openCase(page, fine);
    await expect(section(page, "Parkeringen när boten utfärdades")).toContainText(
      /Ändrad .*: Sluttid var 2026-11-20 11:00/,
    );
    await expect(section(page, "Bilder")).toContainText("Boten har inga bilder.");
    const choosing = page.waitForEvent("filechooser");
    await section(page, "Bilder").getByRole("button", { name: "Välj bilder" }).click();
    await (
      await choosing
    ).setFiles([
      await makePhoto(page, { name: "skylt.jpg", width: 400, height: 300 }),
      { name: "IMG_2041.heic", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x18ftypheic") },
    ]);
    await expect(page.getByText("HEIC-bilder kan inte läsas här: IMG_2041.heic. Välj JPEG eller PNG.")).toBeVisible();
    await expect(section(page, "Bilder").getByRole("button", { name: /^Visa bild/ })).toHaveCount(1);
    await expect(event(page, "En bild lades till")).toContainText("Administratör admin01");
    expect((await caseInTables(product, fine.id)).events.map(({ kind }) => kind)).toEqual(["issued", "photo_added"]);
  });

  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  test("is paid in parts, noted about, and follows another admin @rights", async ({ page, product }) => {
    const fine = await issueFine(product);
    await beginAtCase(page, fine);
    await page.getByRole("button", { name: "Registrera betalning" }).click();
    const dialog = page.getByRole("dialog", { name: "Registrera betalning" });
    await expect(dialog.getByLabel("Belopp")).toHaveValue("700");
    await dialog.getByLabel("Belopp").fill("0");
    await dialog.getByRole("button", { name: "Registrera betalning" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Fyll i belopp, betalningsdag och betalningssätt");
    await dialog.getByLabel("Betalningssätt").selectOption("Bankgiro");
    await expect(dialog.getByText("Ange ett belopp över 0 kr, med högst två siffror för ören")).toBeVisible();
    await dialog.getByLabel("Belopp").fill("200,50");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Registrera betalning" }).click();
    await expect(page.getByText("Betalningen är registrerad")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(section(page, "Läget")).toContainText(/Kvar att betala499,50\skr/);
    await expect(event(page, "Betalning")).toContainText("Bankgiro");
    await expect(event(page, "Betalning")).toContainText("Administratör admin01");

    await recordEvent(product, fine, "payment", {
      data: { amount_ore: 49_950, value_date: "2026-11-20", method: "swish" },
    });
    await expect(section(page, "Läget")).toContainText("Betalt");
    await expect(event(page, "Betalning").filter({ hasText: "Swish" })).toContainText("Utfärdat → Betalt");

    await page.getByRole("button", { name: "Anteckna" }).click();
    const note = page.getByRole("dialog", { name: "Anteckna" });
    await note.getByRole("button", { name: "Spara" }).click();
    await expect(note.getByRole("alert")).toHaveText("Skriv en anteckning");
    await note.getByLabel("Anteckning").fill("Ringde om kvittot");
    await note.getByRole("button", { name: "Spara" }).click();
    await expect(event(page, "Anteckning")).toContainText("Ringde om kvittot");
    const known = await caseInTables(product, fine.id);
    expect(known).toMatchObject({ status: "paid", left_ore: 0 });
    expect(known.events.map(({ kind }) => kind)).toEqual(["issued", "payment", "payment", "noted"]);
  });

  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  test("is withdrawn by a ground, opened again, and reviewed @rights", async ({ page, product }) => {
    const fine = await issueFine(product, { was_offline: true, issued_at: new Date(Date.now() - 3_600_000) });
    await beginAtCase(page, fine);
    await page.getByRole("button", { name: "Granskad" }).click();
    await expect(page.getByText("Ärendet är granskat")).toBeVisible();
    await expect(page.getByRole("button", { name: "Granskad" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Öppna igen" })).toHaveCount(0);

    await page.getByRole("button", { name: "Makulera" }).click();
    const withdraw = page.getByRole("dialog", { name: "Makulera ärendet?" });
    await withdraw.getByRole("button", { name: "Makulera" }).click();
    await expect(withdraw.getByRole("alert")).toHaveText("Välj en grund");
    await withdraw.getByLabel("Grund").selectOption("Annat");
    await withdraw.getByRole("button", { name: "Makulera" }).click();
    await expect(withdraw.getByText("Skriv varför när grunden är Annat")).toBeVisible();
    await withdraw.getByLabel("Anteckning").fill("Vi hade skrivit fel");
    await withdraw.getByRole("button", { name: "Makulera" }).click();
    await expect(page.getByText("Ärendet är makulerat")).toBeVisible();
    await expect(event(page, "Ärendet makulerades")).toContainText("Grund: Annat");
    await expect(event(page, "Ärendet makulerades")).toContainText("Vi hade skrivit fel");
    await expect(page.getByRole("button", { name: "Makulera" })).toHaveCount(0);
    expect(await caseInTables(product, fine.id)).toMatchObject({
      status: "withdrawn",
      left_ore: 0,
      needs_review: false,
    });

    await page.getByRole("button", { name: "Öppna igen" }).click();
    const reopen = page.getByRole("dialog", { name: "Öppna ärendet igen?" });
    await reopen.getByLabel("Skäl").fill("Fel ärende makulerades");
    await expectAccessible(page);
    await reopen.getByRole("button", { name: "Öppna igen" }).click();
    await expect(event(page, "Ärendet öppnades igen")).toContainText("Makulerat → Utfärdat");
    const known = await caseInTables(product, fine.id);
    expect(known).toMatchObject({ status: "issued", left_ore: 70_000 });
    expect(known.events.map(({ kind }) => kind)).toEqual(["issued", "reviewed", "withdrawn", "reopened"]);
  });

  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  test("is disputed by letter, rejected, sent to its owner, and written off, with what hinders a reminder in words @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of 400/);
    const fine = await issueFine(product);
    await logInAsAdmin(page);
    await openCase(page, fine);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
    await press("Registrera bestridande");
    await page.getByRole("dialog").getByLabel("Vad som bestrids och varför").fill("Jag hade betalat.");
    await page.getByRole("dialog").getByLabel("Grund").selectOption("Hade rätt att stå");
    await expect(page.getByText("Föraren läser: Boten är bestridd.")).toBeVisible();
    await inDialog("Registrera bestridande");
    await expect(section(page, "Bestridanden")).toContainText("Jag hade betalat.");
    await press("Avslå bestridande");
    await page.getByRole("dialog").getByLabel("Svar till föraren").fill("Biljetten gällde en annan zon.");
    await inDialog("Avslå bestridande");
    await expect(section(page, "Bestridanden")).toContainText("Avslaget av admin01");
    await press("Påminn");
    await inDialog("Påminn");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Ingen mottagare med adress är angiven.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await press("Ange mottagare");
    await page.getByRole("dialog").getByLabel("Roll").selectOption("Ägare");
    await page.getByRole("dialog").getByLabel("Namn").fill("Åsa Berg");
    await page.getByRole("dialog").getByLabel("Adress").fill("Gatan 1");
    await inDialog("Ange mottagare");
    await expect(section(page, "Mottagare")).toContainText("Åsa Berg");
    await press("Skriv av");
    await page.getByRole("dialog").getByLabel("Skäl").fill("Dödsbo utan tillgångar");
    await inDialog("Skriv av");
    await expect(section(page, "Läget")).toContainText("Avskrivet");
    const kinds = ["issued", "objected", "objection_rejected", "recipient_set", "written_off"];
    expect((await caseInTables(product, fine.id)).events.map(({ kind }) => kind)).toEqual(kinds);
  });

  // Spec 4 §4: expected_event is the
  test("that changed since its dialog was opened is told as it is now, and is done to by whoever has read that @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of 400/);
    const fine = await issueFine(product);
    await logInAsAdmin(page);
    await openCase(page, fine);
    await page.getByRole("button", { name: "Makulera" }).click();
    const dialog = page.getByRole("dialog", { name: "Makulera ärendet?" });
    await dialog.getByLabel("Grund").selectOption("Skyltning");
    await recordEvent(product, fine, "payment", {
      data: { amount_ore: 70_000, value_date: "2026-11-20", method: "swish" },
    });
    // The page behind the dialog follows; what its form was opened for does not.
    await expect(page.getByText("Utfärdat → Betalt")).toBeAttached();
    await dialog.getByRole("button", { name: "Makulera" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Ärendet har ändrats sedan du öppnade det. Det är nu: betalt.");
    expect((await caseInTables(product, fine.id)).status).toBe("paid");
    await expect(dialog.getByLabel("Grund")).toHaveValue("skyltning");
    await dialog.getByRole("button", { name: "Makulera" }).click();
    await expect(page.getByText("Ärendet är makulerat")).toBeVisible();
    await expect(section(page, "Läget")).toContainText(/Att återbetala700\skr/);
    expect(await caseInTables(product, fine.id)).toMatchObject({ status: "withdrawn", left_ore: -70_000 });
  });

  // Spec 4 §5: A case, /{code}/cases/{case_number}:
  test("an answer that was lost is pressed again, and the payment is there once @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const fine = await issueFine(product);
    await logInAsAdmin(page);
    await openCase(page, fine);
    await page.getByRole("button", { name: "Registrera betalning" }).click();
    const dialog = page.getByRole("dialog", { name: "Registrera betalning" });
    await dialog.getByLabel("Belopp").fill("100");
    await dialog.getByLabel("Betalningssätt").selectOption("Swish");
    await page.route(
      /rpc\/record_case_event/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole("button", { name: "Registrera betalning" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Kunde inte registrera betalningen");
    await dialog.getByRole("button", { name: "Registrera betalning" }).click();
    await expect(page.getByText("Betalningen är registrerad")).toBeVisible();
    expect(await caseInTables(product, fine.id)).toMatchObject({ left_ore: 60_000 });
  });

  // Spec rules §6: Cases are their
  // Spec 4 §4: Functions of staff
  test("is its site's admins': nobody else learns of it @all", async ({ page, product }) => {
    const fine = await issueFine(product);
    await page.goto(`${CASES}/${fine.case_number}`);
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    await logInAsAttendant(page);
    await page.goto(CASES);
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    const site = await insertRow(product.sql, "main_page_sites", { name: "Västra hamnen", path: "vastra-hamnen" });
    const userId = `admin-${randomUUID().slice(0, 8)}`;
    await addPeople(product, { kind: "admin", project: "vastra-hamnen", userId, password: "Annan-7410" });
    await logInAsAdmin(page, { project: "vastra-hamnen", userId, password: "Annan-7410" });
    await page.goto(`/vastra-hamnen/cases/${fine.case_number}`);
    await expect(page.getByText("Ärendet finns inte.")).toBeVisible();
    await page.goto("/vastra-hamnen/cases");
    await page.getByRole("searchbox").fill(fine.case_number);
    await page.getByRole("button", { name: "Sök" }).click();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    await removePeople(product, userId);
    await product.sql`delete from main_page_sites where id = ${site}`;
  });
});

async function lookUp(page: Page, caseNumber: string, plate: string) {
  await page.getByLabel("Ärendenummer").fill(caseNumber);
  await page.getByLabel("Registreringsnummer").fill(plate);
  await expectCapitals(page.getByLabel("Registreringsnummer"));
  await page.getByRole("button", { name: "Visa ärende" }).click();
}

test.describe("the driver", () => {
  // Spec 4 §2: It is a
  // Spec 4 §2: Screens show a
  // Spec 4 §5: Driver, Swedish …
  // Spec 4 §4: Not: who issued
  test("finds a case by number and plate, from the landing page, and reads how to pay @rights", async ({
    page,
    product,
  }) => {
    const fine = await issueFine(product, { notes: "Hemlig anteckning", discord_username: "hemlig_forare" });
    await product.sql`
      update site_settings set issuer_name = 'Parkering i Hamnen AB', org_number = '556000-1234', contact_phone = '040-12 34 56',
        payment_methods = '[{"kind": "bankgiro", "value": "123-4567"}, {"kind": "swish", "value": "123 456 78 90", "text": "Parkering i Hamnen"}]'
      where project_id = 'ostra-hamnen'`;
    await page.goto("/");
    await page.getByRole("link", { name: "In English" }).click();
    await expect(page).toHaveURL(/\/case$/);
    await expect(page.getByRole("button", { name: "Show case" })).toBeVisible();
    await page.getByRole("button", { name: "På svenska" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Visa ärende" }).click();
    await expect(page.getByRole("alert")).toHaveText("Fyll i både ärendenummer och registreringsnummer");
    await lookUp(page, fine.case_number, "FEL 123");
    await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    await lookUp(page, "00000000", fine.plate);
    await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    // The landing page has the same form.
    await page.getByRole("link", { name: "Tillbaka" }).click();
    await lookUp(page, ` ${fine.case_number} `, fine.plate.toLowerCase().replace(/^(.{3})/, "$1-"));
    await expect(page).toHaveURL(new RegExp(`/case/${fine.public_key}$`));
    await expect(page).toHaveTitle("Ärende · Parkering");
    await expect(page.getByText("Boten är inte betald.")).toBeVisible();
    await expect(page.getByText(/^700\skr$/).first()).toBeVisible();
    const pay = section(page, "Så betalar du");
    for (const text of [
      "Bankgiro123-4567",
      "Swish123 456 78 90",
      `Referens (OCR eller meddelande)${fine.case_number}`,
    ]) {
      await expect(pay).toContainText(text);
    }
    await expect(section(page, "Vem som har utfärdat boten")).toContainText("Parkering i Hamnen AB");
    await expect(section(page, "Boten")).toContainText("Parkerat på gångbana");
    const text = await page.locator("body").innerText();
    for (const secret of ["vakt01", "Hemlig anteckning", "hemlig_forare"]) expect(text).not.toContain(secret);
    await expectAccessible(page);
  });

  // Spec 4 §5: Driver, Swedish with
  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  test("objects with a photo over a lost connection; the office sees it live and refuses, and the key reads why @rights", async ({
    page,
    product,
    browser,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const photo = listedPhoto(randomUUID(), "car");
    const fineId = randomUUID();
    const listed = { ...photo, path: `${fineId}/${photo.id}.jpg` };
    const fine = await issueFine(product, { id: fineId, photos: [listed] });
    const { buffer } = await makePhoto(page, { name: "bil.jpg", width: 800, height: 600 });
    await storePhoto(product, listed.path, buffer);
    await product.sql`
      update site_settings set issuer_name = 'Parkering i Hamnen AB', payment_methods = '[{"kind": "bankgiro", "value": "123-4567"}]'
      where project_id = 'ostra-hamnen'`;
    const office = await (await browser.newContext({ baseURL: product.url, locale: "sv-SE" })).newPage();
    await beginAtCase(office, fine);

    const asked: string[] = [];
    page.on("request", async (request) => asked.push(String(await request.headerValue("referer").catch(() => null))));
    await page.goto(`/case/${fine.public_key}`);
    await expect(page.getByText(/^700\skr$/).first()).toBeVisible();
    await page.getByRole("button", { name: "Betala" }).click();
    await expect(page.getByRole("dialog").getByRole("img", { name: "QR-kod för betalning" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Visa bild: Bilen/ }).click();
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Bestrid" }).click();
    await page.getByRole("button", { name: "Skicka bestridandet" }).click();
    await expect(page.getByRole("alert")).toHaveText("Fyll i namn och text");
    await expectAccessible(page);

    // The other language is remembered; what was typed is kept over a reload, the photo too.
    await page.getByRole("button", { name: "In English" }).click();
    await page.getByLabel("Name").fill("Åsa Berg");
    await page.getByLabel("Why is the fine wrong?").fill("Skylten var täckt av snö.");
    const files = [
      await makePhoto(page, { name: "snö.jpg", width: 2400, height: 1200 }),
      { name: "brev.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
    ];
    await page.locator("input[type=file]").setInputFiles(files);
    await expect(page.getByText("Could not be read as a photo: brev.pdf")).toBeVisible();
    await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByLabel("Why is the fine wrong?")).toHaveValue("Skylten var täckt av snö.");
    await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();

    // The objection arrives, and the answer is lost: nothing in it changes until it is sent again, which counts once.
    await page.route(
      /rpc\/object_to_case/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Send the objection" }).click();
    await expect(page.getByRole("alert")).toContainText("We do not know whether it arrived.");
    await expect(page.getByLabel("Name")).not.toBeEditable();
    await page.route(/upload\/sign/, (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Send again" }).click();
    const sent = section(page, "The objection has been received");
    await expect(sent).toContainText("The photos could not be sent.");
    await sent.getByRole("button", { name: "Send the photos again" }).click();
    await expect(sent.getByRole("alert")).toHaveCount(0);
    const address = page.url();
    expect(address).toMatch(new RegExp(`/case/${fine.public_key}#[\\w-]{22}$`));
    await expect(sent).toContainText(address);

    const objections = section(office, "Bestridanden");
    await expect(objections).toContainText("Skylten var täckt av snö.");
    await expect(objections.getByRole("button", { name: "Visa bild: Bild 1" })).toBeVisible();
    await office.getByRole("button", { name: "Avslå bestridande" }).click();
    await office.getByRole("dialog").getByLabel("Svar till föraren").fill("Skylten syns på bilden.");
    await office.getByRole("dialog").getByRole("button", { name: "Avslå bestridande" }).click();
    await expect(objections).toContainText("Avslaget av admin01");
    await office.context().close();

    // Without the key nobody's words are read, on any device but the one that objected.
    const elsewhere = await (await browser.newContext({ baseURL: product.url })).newPage();
    await elsewhere.goto(`/case/${fine.public_key}`);
    await expect(elsewhere.getByText("Ett bestridande har avgjorts.")).toBeVisible();
    await expect(elsewhere.getByText("Skylten var täckt av snö.")).toHaveCount(0);
    await elsewhere.context().close();
    await page.goto(`/case/${fine.public_key}`);
    await page.reload();
    await expect(page.getByText("Skylten var täckt av snö.")).toBeVisible();
    await page.goto(address);
    const reply = section(page, "Your objection");
    await expect(reply).toContainText("The objection has been rejected.");
    await expect(reply).toContainText("Skylten syns på bilden.");
    await expect(reply.getByRole("button", { name: "Show photo: Photo 1" })).toBeVisible();
    await expect(page).toHaveTitle("Case · Parkering");
    await expectAccessible(page);
    expect(asked.filter((referer) => referer.includes(fine.public_key))).toEqual([]);
    const kinds = (await caseInTables(product, fine.id)).events.map(({ kind }) => kind);
    expect(kinds).toEqual(["issued", "objected", "objection_rejected"]);
  });

  // Spec 4 §5: Driver, Swedish with
  // Spec 4 §4: Not: who issued
  test("sees by the key of the QR code where the case stands, whatever became of it @all", async ({
    page,
    product,
  }) => {
    const fine = await issueFine(product);
    const open = async (text: string) => {
      await page.goto(`/case/${fine.public_key}`);
      await expect(page.getByText(text)).toBeVisible();
    };
    await open("Boten är inte betald.");
    await recordEvent(product, fine, "objected", { note: "Skylten var täckt av snö", data: { name: "Hemlig Förare" } });
    await open("Boten är bestridd. Du behöver inte betala förrän bestridandet är avgjort.");
    await expect(page.getByText("Ett bestridande väntar på beslut.")).toBeVisible();
    await expect(section(page, "Så betalar du")).toHaveCount(0);
    await expect(page.getByText("Skylten var täckt av snö")).toHaveCount(0);
    await expect(page.getByText("Hemlig Förare")).toHaveCount(0);
    await recordEvent(product, fine, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
    await recordEvent(product, fine, "withdrawn", { data: { ground: "skyltning" } });
    await open("Boten är makulerad. Du ska inte betala något.");
    await expect(page.getByText(/700\skr är betalt för mycket/)).toBeVisible();
    await expect(page.getByText("Ett bestridande har avgjorts.")).toBeVisible();

    await page.goto("/case/AAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByText("Inget ärende med de uppgifterna.")).toBeVisible();
    await page.getByRole("link", { name: "Sök ett annat ärende" }).click();
    await expect(page).toHaveURL(/\/case$/);
  });

  // Spec rules §8: The driver's pages
  test("sees the page before its code has come, in the language of the device, and what is typed then counts @once", async ({
    page,
    product,
    browser,
  }) => {
    const fine = await issueFine(product);
    const withoutScripts = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    const drawn = await withoutScripts.newPage();
    for (const [path, part] of [
      ["/case", drawn.getByRole("button", { name: "Visa ärende" })],
      [`/case/${fine.public_key}`, drawn.getByText("Hämtar ärendet …")],
    ] as const) {
      const html = (await (await drawn.goto(path))?.text()) ?? "";
      await expect(drawn.getByRole("heading", { name: "Ärende" })).toBeVisible();
      await expect(part).toBeAttached();
      await expect(drawn).toHaveTitle("Ärende · Parkering");
      expect(html).not.toContain(fine.public_key);
      expect(html).toContain('<meta name="robots" content="noindex" />');
    }
    await withoutScripts.close();

    await page.addInitScript(() => localStorage.setItem("parkering.driver-language", "en"));
    let comeAlive!: () => void;
    const held = new Promise<void>((resolve) => {
      comeAlive = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/case", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page).toHaveTitle("Case · Parkering");
    await page.getByLabel("Case number").fill(fine.case_number);
    await page.getByLabel("Registration number").fill(fine.plate);
    await page.getByRole("button", { name: "Show case" }).click();
    comeAlive();
    await expect(page).toHaveURL(new RegExp(`/case/${fine.public_key}$`));
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    await expectAccessible(page);
    // The drawn page of a case comes alive as it stands too (no error in the console), and so does app.html of a static host.
    await page.reload();
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    const shell = await page.request.get("/app.html");
    await page.route(`**/case/${fine.public_key}`, (route) => route.fulfill({ response: shell }), { times: 1 });
    await page.reload();
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByLabel("Case number")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "På svenska" }).click();
    await expect(page.getByLabel("Ärendenummer")).toBeVisible();
  });

  // Spec 4 §5: Driver, Swedish …
  test("is told how long to wait after too many looks, right or wrong; the QR code opens the case all the same @hardened @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of 429/);
    const fine = await issueFine(product);
    await page.goto("/case");
    for (let wrong = 1; wrong <= RATE_LIMITS.caseLookUps.address.points; wrong += 1) {
      const answer = page.waitForResponse(/rpc\/look_up_case/);
      await lookUp(page, String(10_000_000 + wrong), fine.plate);
      // Other journeys of this worker looked from the same address.
      if ((await answer).status() === 429) break;
      await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    }
    await lookUp(page, fine.case_number, "FEL 123");
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om 1[45] minuter\.$/);
    await expect(page.getByLabel("Ärendenummer")).toHaveValue(fine.case_number);
    await lookUp(page, fine.case_number, fine.plate);
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om 1[45] minuter\.$/);
    await page.goto(`/case/${fine.public_key}`);
    await expect(page.getByText("Boten är inte betald.")).toBeVisible();
  });

  test("is told that the network is gone; what was typed stays", { tag: "@all" }, async ({ page, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/case");
    await page.route(/rpc\/look_up_case/, (route) => route.abort(), { times: 1 });
    await lookUp(page, "12345678", "ABC 123");
    await expect(page.getByRole("alert")).toHaveText("Ärendet kunde inte hämtas");
    await expect(page.getByLabel("Ärendenummer")).toHaveValue("12345678");
  });
});
