// What an admin rejected is corrected and sent again: a turn on the clock, and a registered shift.
// In `hardened`: policies decide who reads and corrects. Rules are asked by tests/backend/products/clock.test.ts.
import type { Page } from "@playwright/test";
import { expect, expectTold, test } from "#tests/support/browser/browser.ts";
import { beginAsAttendant, holdAttendant } from "#tests/support/journeys/attendant.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { cardOf, choosePhotos, openShifts, submit } from "#tests/support/journeys/own-shifts.ts";

test.afterEach(({ product }) => product.sql`truncate work_turns cascade`);

/** Corrects the end of a turn in the open dialog. */
async function correctEnd(page: Page, time: string, reason: string) {
  const dialog = page.getByRole("dialog", { name: "Rätta pass" });
  await dialog.getByLabel("Sluttid").fill(time);
  await dialog.getByLabel("Varför?").fill(reason);
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expectTold(page, "Passet är sparat och väntar på godkännande");
}

// Spec 5 §6: The person is
// Spec 5 §6: `type_turn
// Spec 5 §6: Who was corrected
test("an attendant who forgot the end corrects it, is rejected, corrects again and is approved @rights", async ({
  page,
  browser,
  product,
}) => {
  await product.sql`insert into work_turns (project_id, kind, person_id, user_id, started_at, status, is_forgotten)
    select 'ostra-hamnen', 'attendant', id, user_id, date_trunc('day', now()) - interval '16 hours', 'waiting', true
    from (select id, user_id from project_attendants union all select id, user_id from attendants) p where user_id = 'vakt01' limit 1`;
  await beginAsAttendant(page);
  await page.getByRole("alert").filter({ hasText: "När slutade passet?" }).getByRole("link", { name: "Rätta" }).click();
  await correctEnd(page, "17:00", "Glömde stämpla ut");

  const admin = await (await browser.newContext({ baseURL: product.url })).newPage();
  await beginAsAdmin(admin);
  await admin.getByRole("tab", { name: "Skift" }).click();
  await admin.getByRole("tab", { name: "Stämplingar" }).click();
  const marked = admin.getByRole("checkbox", { name: /^Markera vakt01/ });
  await marked.check();
  await admin.getByRole("button", { name: "Neka" }).click();
  await admin.getByRole("dialog").getByLabel("Varför?").fill("Du gick klockan 16");
  await admin.getByRole("dialog").getByRole("button", { name: "Neka" }).click();

  const row = page.getByRole("list", { name: /^Pass i / }).getByRole("listitem");
  await expect(row.getByText("Nekat", { exact: true })).toBeVisible();
  await expect(row.getByText("Du gick klockan 16")).toBeVisible();
  await row.getByRole("button", { name: "Rätta" }).click();
  await correctEnd(page, "16:00", "Ja, klockan 16");
  await expect(row.getByText("Väntar", { exact: true })).toBeVisible();
  await marked.check();
  await admin.getByRole("button", { name: "Godkänn valda" }).click();
  await expectTold(admin, "Passet är godkänt");
  await expect(row.getByText("Godkänt", { exact: true })).toBeVisible();
  expect(await product.sql`select status, reviewed_by, is_forgotten from work_turns`).toEqual([
    { status: "approved", reviewed_by: "admin01", is_forgotten: false },
  ]);
  await admin.context().close();
});

// Spec 5 §6: A rejected shift stands
test("a rejected shift stands with its reason, and is corrected and sent again as a new one @rights", async ({
  page,
  product,
}) => {
  const [old] = await product.sql<{ id: string }[]>`
    insert into shift_registrations (project_id, attendant_user_id, start_time, end_time, description, image_urls, status, reviewed_by, review_note, reviewed_at)
    values ('ostra-hamnen', 'vakt01', '2026-11-20T07:00Z', '2026-11-20T16:00Z', 'Kväll vid kajen', '{/favicon.svg,/icon-192.png}', 'rejected',
      'admin01', 'Du gick klockan 16', now()) returning id`;
  await holdAttendant(page);
  await openShifts(page);
  await page.getByRole("tab", { name: "Granskade" }).click();
  const card = cardOf(page, "Kväll vid kajen");
  await expect(card.getByText("Nekat", { exact: true })).toBeVisible();
  await expect(card).toContainText("Du gick klockan 16");
  await card.getByRole("button", { name: "Rätta och skicka igen" }).click();
  await expect(page.getByLabel("Starttid")).toHaveValue("08:00");
  await expect(page.getByLabel("Beskrivning")).toHaveValue("Kväll vid kajen");
  await page.getByLabel("Sluttid").fill("16:00");
  await choosePhotos(page, "kaj.jpg", "bod.jpg");
  await submit(page).click();
  await expect(page.getByText("Skiftregistrering skickad för godkännande!")).toBeVisible();
  expect(
    await product.sql`select end_time, status, description from shift_registrations where replaces_id = ${old?.id ?? ""}`,
  ).toEqual([{ end_time: new Date("2026-11-20T15:00Z"), status: "pending", description: "Kväll vid kajen" }]);
  await expect(page.getByLabel("Beskrivning")).toHaveValue("");
  await product.sql`delete from shift_registrations where description = 'Kväll vid kajen'`;
});
