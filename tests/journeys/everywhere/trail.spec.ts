// The trail on the screens: who did what in words, filters, new events, an export, and the wall that others meet.
// Reading is @all, an export shows the list here: backend/products/trail asks each act's words, tests/access whose rows are read.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { beginAsAttendant, newPlate, pressInRow, registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin, logInAsAdmin, registerShift } from "#tests/support/journeys/customer-admin.ts";
import { LOOK_AFTER_NEXT } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const entry = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const accesses = ({ sql }: RunningProduct, access: string) => sql`
  select project_id, actor_kind, actor_id, subject, after from audit_trail where action = ${access} order by created_at`;

async function logInAsMainAdmin(page: Page) {
  await page.goto("/admin-login");
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
}

test("a customer admin reads who did what, in words, and follows it @all", async ({ page, product }) => {
  const plate = await registerParking(product, { street: "Spårgatan 1" });
  await beginAsAttendant(page);
  await pressInRow(page, plate, "Ta bort parkering");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort", exact: true }).click();
  await expect(page.getByText("Parkeringen har tagits bort")).toBeVisible();
  await beginAsAdmin(page);
  await registerShift(product, page, { description: "Pass med spår" });
  await page.getByRole("tab", { name: "Skift" }).click();
  await page.getByRole("button", { name: "Godkänn", exact: true }).first().click();
  await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Händelser" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/audit-trail$/);
  const shift = entry(page, "Skift vakt01").first();
  await expect(shift.getByText("Status: Väntar → Godkänd")).toBeVisible();
  await expect(shift).toContainText("Administratör admin01");
  const removed = entry(page, `Parkering ${plate}`).filter({ hasText: "Borttaget" });
  await expect(removed).toContainText("Parkeringsvakt vakt01");
  await removed.getByText("Visa uppgifter").click();
  await expect(removed.getByText("Gata: Spårgatan 1")).toBeVisible();
  await expectAccessible(page);

  const form = page.getByRole("form", { name: "Filtrera händelser" });
  await form.getByLabel("Vem (ID)").fill("vakt01");
  await form.getByLabel("Vad").selectOption("Borttaget");
  await form.getByRole("button", { name: "Visa" }).click();
  await expect(shift).toHaveCount(0);
  await expect(removed).toBeVisible();
  await form.getByLabel("Vem (ID)").fill("ingen");
  await form.getByRole("button", { name: "Visa" }).click();
  await expect(page.getByText("Inga händelser hittades.")).toBeVisible();
  await form.getByRole("button", { name: "Rensa" }).click();
  await expect(shift).toBeVisible();

  // With no answer under way that could hold what comes next.
  await page.reload();
  await expect(shift).toBeVisible();
  const later = await registerParking(product);
  // The test comes back to the window, as a person does: else the page asks every 15 s.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Nya händelser" }).click(LOOK_AFTER_NEXT);
  await expect(entry(page, `Parkering ${later}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Nya händelser" })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(removed).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the entries that the filter finds are saved as a file that no spreadsheet runs, and the export stands in the trail @rights", async ({
  page,
  product,
}) => {
  const plate = `=1+${newPlate()}`;
  await registerParking(product, { ref_number: plate });
  await registerParking(product, { ref_number: `X${plate}`, project_id: "standard" });
  await beginAsAdmin(page, { at: "/ostra-hamnen/audit-trail" });
  await page.getByLabel("Typ").selectOption("Parkering");
  await page.getByRole("button", { name: "Visa", exact: true }).click();
  await expect(entry(page, `Parkering ${plate}`)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^handelser-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  expect(text.startsWith("\uFEFFTid;Projekt;Roll;ID;Händelse;Typ;Vad;")).toBe(true);
  expect(text).toContain(`;Skapat;Parkering;'${plate};`);
  expect(text).not.toContain(`X${plate}`);
  expect((await accesses(product, "export")).at(-1)).toMatchObject({
    project_id: "ostra-hamnen",
    actor_kind: "admin",
    actor_id: "admin01",
    subject: "audit_trail",
    after: { table: "parkings" },
  });
  await page.getByRole("button", { name: "Rensa" }).click();
  const exported = entry(page, "Händelser").first();
  await expect(exported).toContainText("Exporterat");
  await exported.getByText("Visa uppgifter").click();
  await expect(exported.getByText("Typ: Parkering")).toBeVisible();
});

test("the main admin reads every site, and one alone @all", async ({ page, product }) => {
  const [own, other] = [await registerParking(product), await registerParking(product, { project_id: "standard" })];
  await page.goto("/audit-trail");
  await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
  await expect(page).toHaveURL(/\/admin-login$/);
  await logInAsMainAdmin(page);
  await page.getByRole("link", { name: "Händelser" }).click();
  await expect(entry(page, `Parkering ${own}`)).toContainText("ostra-hamnen");
  await expect(entry(page, `Parkering ${other}`)).toContainText("standard");
  await page.getByLabel("Projektkod").fill("standard");
  await page.getByRole("button", { name: "Visa", exact: true }).click();
  await expect(entry(page, `Parkering ${own}`)).toHaveCount(0);
  await expect(entry(page, `Parkering ${other}`)).toBeVisible();
});

test("a list that cannot be fetched says so, and an export that cannot be noted saves nothing @all", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/Failed to load resource|WebSocket/);
  await logInAsAdmin(page);
  await page.route(/\/rest\/v1\/audit_trail/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/ostra-hamnen/audit-trail");
  await expect(page.getByText("Kunde inte hämta händelser")).toBeVisible();
  await page.unroute(/\/rest\/v1\/audit_trail/);
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByRole("list", { name: "Lista över händelser" })).toBeVisible();
  await page.route(/\/rest\/v1\/rpc\/record_access/, (route) => route.fulfill({ status: 500, json: {} }));
  const saved: unknown[] = [];
  page.on("download", (file) => saved.push(file));
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  await expect(page.getByText("Kunde inte exportera händelser")).toBeVisible();
  expect(saved).toEqual([]);
});

test("a look at a stored password stands in the trail with the person's name @specified", async ({ page, product }) => {
  await product.sql`
    insert into attendants (user_id, project_id, password) values ('vakt-spar', 'ostra-hamnen', 'Kvistigt-7410')`;
  await logInAsAdmin(page);
  await page.goto("/ostra-hamnen/manage-accounts");
  const row = page.getByRole("article", { name: "vakt-spar" });
  await row.getByRole("button", { name: "Visa lösenordet för vakt-spar" }).click();
  await expect(row.getByText("Kvistigt-7410")).toBeVisible();
  expect(await accesses(product, "read")).toContainEqual({
    project_id: "ostra-hamnen",
    actor_kind: "admin",
    actor_id: "admin01",
    subject: "user_passwords",
    after: { user_id: "vakt-spar" },
  });
  await logInAsMainAdmin(page);
  await expect(page.getByRole("region", { name: /Sparade lösenord/ })).toBeVisible();
  await expect
    .poll(() => accesses(product, "read"))
    .toContainEqual(
      expect.objectContaining({ actor_kind: "main-admin", actor_id: "huvudadmin", subject: "user_passwords" }),
    );
  await product.sql`delete from attendants where user_id = 'vakt-spar'`;
});
