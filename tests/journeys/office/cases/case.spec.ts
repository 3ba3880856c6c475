// The page of a case, with what can be done to it.
// Issued facts, disputes by letter and a changed case are @all: objections, letters, case-facts, case-dialogs and
// backend/cases/events ask them in `npm test`.
import { randomUUID } from "node:crypto";
import { logInAsAttendant, newPlate, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { caseInTables, issueFine, listedPhoto, recordEvent, storePhoto } from "#tests/support/journeys/issued-fines.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { CASES, section, event, openCase, beginAtCase } from "#tests/support/journeys/cases.ts";
import { pressAction } from "#tests/support/browser/case-page.ts";

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

    await pressAction(page, "Anteckna");
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
  test("is withdrawn by a ground, opened again, and reviewed @all", async ({ page, product }) => {
    const fine = await issueFine(product, { was_offline: true, issued_at: new Date(Date.now() - 3_600_000) });
    await beginAtCase(page, fine);
    await page.getByRole("button", { name: "Granskad" }).click();
    await expect(page.getByText("Ärendet är granskat")).toBeVisible();
    await expect(page.getByRole("button", { name: "Granskad" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Öppna igen" })).toHaveCount(0);

    await pressAction(page, "Makulera");
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
    const press = (name: string) => pressAction(page, name);
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
    await pressAction(page, "Makulera");
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
    await page.getByRole("button", { name: "Sök", exact: true }).click();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    await removePeople(product, userId);
    await product.sql`delete from main_page_sites where id = ${site}`;
  });
});
