// The office of a site: its settings with the notice as it becomes, its cases as a file, and permits from one.
// Bar and contents are @all: the first journey saves by the bar. Cases and permits as files are @all: case-export, case-csv, imported-permits, import-permits-dialog and
// backend/cases/data.
import { readFile } from "node:fs/promises";
import { beginAsAttendant, newPlate } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** The settings that a journey changes. Other tests of its worker read the seed's, so the journey writes them back. */
const readSettings = async ({ sql }: RunningProduct) => {
  const [settings] = await sql`
    select issuer_name, contact_phone, reminder_fee, fee_is_agreed from site_settings where project_id = 'ostra-hamnen'`;
  return settings ?? {};
};

const writeSettings = ({ sql }: RunningProduct, settings: object) =>
  sql`update site_settings set ${sql(settings)} where project_id = 'ostra-hamnen'`;

// Spec 4 §5: Inställningar: all of
test("settings are seen in the notice before they are saved, and another admin's changes stay @all", async ({
  page,
  product,
}) => {
  const before = await readSettings(product);
  await beginAsAdmin(page);
  await page.getByRole("link", { name: "Inställningar" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/settings$/);
  const notice = page.getByRole("region", { name: "Förhandsvisning" });
  await expect(notice).toContainText("EXEMPEL");
  const save = page.getByRole("button", { name: "Spara", exact: true });
  await expect(save).toBeDisabled();

  await page.getByLabel("Utfärdare").fill("Kajens parkering AB");
  await expect(notice).toContainText("Kajens parkering AB");
  await page.getByLabel("Avgiften är avtalad (skylt och avi)").uncheck();
  await page.getByLabel("Påminnelseavgift (kr)").fill("45");
  await save.click();
  await expect(page.getByText("En avgift kräver att den är avtalad: kryssa i det, eller ange 0")).toBeVisible();
  await page.getByLabel("Avgiften är avtalad (skylt och avi)").check();
  await expect(notice).toContainText(/Påminnelse skickas med en avgift på 45\skr/);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Tillbaka" }).click();
  await page
    .getByRole("alertdialog", { name: "Lämna inställningarna?" })
    .getByRole("button", { name: "Stanna" })
    .click();
  // Another admin, meanwhile.
  await writeSettings(product, { contact_phone: "0411-99 99 99" });
  await save.click();
  const conflict = page.getByRole("alert").filter({ hasText: "Någon annan sparade ändringar medan du höll på." });
  await expect(conflict).toContainText("är nu 0411-99 99 99");
  await conflict.getByRole("button", { name: "Spara mina ändringar också" }).click();
  await expect(page.getByText("Sparad", { exact: true })).toBeVisible();
  await expect(notice).toContainText("0411-99 99 99");
  expect(await readSettings(product)).toEqual({
    issuer_name: "Kajens parkering AB",
    contact_phone: "0411-99 99 99",
    reminder_fee: 45,
    fee_is_agreed: true,
  });
  await writeSettings(product, before);
});

// Spec 4 §5: Inställningar: all of
test("saved settings and violations are on the next notice @rights", async ({ page, product, browser }) => {
  const { sql } = product;
  const before = await readSettings(product);
  await writeSettings(product, { issuer_name: "Kajens parkering AB", reminder_fee: 45, fee_is_agreed: true });
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const notice = page.getByRole("region", { name: "Förhandsvisning" });
  await page.getByRole("button", { name: "Ändra 02" }).click();
  const violation = page.getByRole("form", { name: "Överträdelse", exact: true });
  await violation.getByLabel("Belopp (kr)", { exact: true }).fill("850");
  await expect(notice).toContainText(/850\skr/);
  await violation.getByRole("button", { name: "Spara överträdelsen" }).click();
  await expect(violation).toHaveCount(0);
  const listed = page.getByRole("list", { name: "Överträdelser" }).getByRole("listitem");
  await listed.nth(1).getByRole("button", { name: "Flytta upp 02" }).click();
  await expect(listed.nth(0)).toContainText("02");
  await expect(listed.last()).toContainText("Övrigt");

  const context = await browser.newContext({ baseURL: product.url });
  const street = await context.newPage();
  await beginAsAttendant(street);
  await street.getByLabel("Kontrollera registreringsnummer").fill(newPlate());
  await street.getByLabel("Kontrollera registreringsnummer").press("Enter");
  await street.getByRole("region", { name: "Svar" }).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await street.getByLabel("Gata").fill("Hamngatan 1");
  await chooseViolation(street, "Parkerat längre än tillåten tid");
  await street.getByRole("button", { name: "Generera" }).click();
  await expect(street.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
  const issued = street.getByRole("region", { name: "Förhandsvisning" });
  await expect(issued).toContainText(/850\skr/);
  await expect(issued).toContainText("Kajens parkering AB");
  await expect(issued).toContainText(/med en avgift på 45\skr/);
  await context.close();

  await writeSettings(product, before);
  await sql`update violations set amount = 700, sort_order = code::int where project_id = 'ostra-hamnen'`;
});

test("facts that the notice lacks are named above its settings until they are filled in @rights", async ({
  page,
  product,
}) => {
  const { sql } = product;
  const [before] = await sql`
    select contact_phone, contact_email from site_settings where project_id = 'ostra-hamnen'`;
  await sql`update site_settings set contact_phone = '', contact_email = '' where project_id = 'ostra-hamnen'`;
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const missing = page.getByText("På avin saknas: kontaktuppgift.");
  await expect(missing).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Telefon").fill("0411-12 34 56");
  await page.getByRole("button", { name: "Spara", exact: true }).click();
  await expect(page.getByText("Sparad", { exact: true })).toBeVisible();
  await expect(missing).toHaveCount(0);
  await sql`update site_settings set ${sql(before ?? {})} where project_id = 'ostra-hamnen'`;
});

test(
  "contents lead a desk through the settings, and a bar says what is not saved, on a phone above the navigation",
  { tag: "@all" },
  async ({ page }) => {
    await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
    const contents = page.getByRole("navigation", { name: "Innehåll" });
    await contents.getByRole("link", { name: "Spartider" }).press("Enter");
    await expect(page.getByRole("region", { name: "Så länge sparas uppgifter" })).toBeFocused();
    await expect(contents.getByRole("link", { name: "Spartider" })).toHaveAttribute("aria-current", "location");
    await expect(contents.locator("[aria-current]")).toHaveCount(1);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(contents).toBeHidden();
    await expect(page.getByText("Allt är sparat")).toBeVisible();
    await page.getByLabel("Text i påminnelsen").fill("Betala {kvar} senast {förfallodag}.");
    await expect(page.getByText("Betala 760 kr senast 12 december 2026.")).toBeVisible();
    await expect(page.getByText("Osparade ändringar")).toBeVisible();
    const save = await page.getByRole("button", { name: "Spara", exact: true }).boundingBox();
    const places = await page.getByRole("navigation", { name: "Administrationens sidor" }).boundingBox();
    expect(save!.y + save!.height).toBeLessThanOrEqual(places!.y);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Återställ" }).click();
    await expect(page.getByText("Allt är sparat")).toBeVisible();
    await page.getByRole("button", { name: "Visa avin" }).click();
    await expect(page.getByRole("dialog", { name: "Förhandsvisning" })).toContainText("EXEMPEL");
  },
);

// Spec 4 §5: Tillstånd: list, search,
// Spec 4 §5: Exportera CSV (UTF-8
test("cases leave and permits come as files @all", async ({ page, product }) => {
  const { sql } = product;
  await beginAsAdmin(page, { at: "/ostra-hamnen/cases?status=paid" });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^arenden-ostra-hamnen-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const paid = await sql<{ case_number: string }[]>`
    select case_number from fines where project_id = 'ostra-hamnen' and status = 'paid' order by created_at desc, id desc`;
  const lines = text.split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFÄrendenummer;Slag;Status;Registreringsnummer;/);
  expect(lines.slice(1, -1).map((line) => line.split(";")[0])).toEqual(paid.map(({ case_number }) => case_number));
  // How many other tests of this worker have left is theirs to say.
  const told = paid.length === 1 ? "1 ärende exporterat" : `${paid.length} ärenden exporterade`;
  await expect(page.getByText(told)).toBeVisible();
  const [noted] = await sql`
    select actor_id, after from audit_trail where action = 'export' and subject = 'fines' order by created_at desc limit 1`;
  expect(noted).toEqual({ actor_id: "admin01", after: { list: "all", status: "paid" } });

  const [one, other] = [newPlate(), newPlate()];
  await page.goto("/ostra-hamnen/permits");
  await page.getByRole("button", { name: "Läs in CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Läs in tillstånd" });
  const table = `Regnr;Innehavare;Giltigt från\r\n${one};Åsa Berg;\r\n${newPlate()};Örn;25/11\r\n${other};"Ö; AB";2026-12-01\r\n`;
  await dialog
    .getByLabel("Fil")
    .setInputFiles({ name: "tillstånd.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(dialog.getByText("2 av 3 rader läggs till.")).toBeVisible();
  await expect(dialog.getByRole("list", { name: /^Fel i filen/ })).toContainText("Giltigt från: ”25/11” är ingen dag");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Lägg till 2 tillstånd" }).click();
  await expect(page.getByText("2 tillstånd är tillagda")).toBeVisible();
  const kept = await sql`
    select plate, holder, created_by from permits where plate in ${sql([one, other])} order by plate = ${other}`;
  expect(kept.map((row) => ({ ...row }))).toEqual([
    { plate: one, holder: "Åsa Berg", created_by: "admin01" },
    { plate: other, holder: "Ö; AB", created_by: "admin01" },
  ]);
});
