// The main admin's sites: added, changed and removed, their first admins, and what hinders each.
// @all: refusals and failures of one form; site-path.test and backend/products/sites ask them in `npm test`.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin, sendAdminLogin } from "#tests/support/journeys/customer-admin.ts";
import { chooseWhereAsked } from "#tests/support/journeys/own-password.ts";
import { DATABASE_AWAY } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { logIn, beginAsMainAdmin, sites, UNREACHABLE } from "#tests/support/journeys/main-admin.ts";

async function siteRow(product: RunningProduct, name: string) {
  const rows = await product.sql<{ path: string; description: string; created_at: Date; updated_at: Date }[]>`
    select path, description, created_at, updated_at from main_page_sites where name = ${name}`;
  return rows[0];
}

const confirmRemoval = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();

test.describe("sites", () => {
  // Spec 1 §2: Contact messages, registered
  // Spec 1 §5: Site add/edit: …
  // Spec 1 §7: insert {name, path,
  // Spec 1 §8: Ny sida tillagd
  // Spec rules §2: Lägg till admin
  test("are added @rights", async ({ page, context, product }) => {
    await beginAsMainAdmin(page);
    const region = sites(page);
    await expect(region.getByRole("button", { name: "Redigera Östra hamnen" })).toBeVisible();
    await expect(region.getByRole("button", { name: "Redigera Standardparkeringen" })).toHaveCount(0);

    const name = region.getByLabel("Namn");
    const path = region.getByLabel("Sökväg");
    const description = region.getByLabel("Beskrivning");
    const add = region.getByRole("button", { name: "Lägg till sida" });
    await add.click();
    await expect(region.getByText("Alla fält måste fyllas i")).toBeVisible();
    await name.fill("Kajen");
    await description.fill("Vid vattnet");
    await path.fill("åäö");
    await expect(region.getByText("Alla fält måste fyllas i")).toBeVisible();
    await path.fill("  Kajen & Torget 7 ");
    await expect(region.getByText("Adressen blir /kajen--torget-7")).toBeVisible();
    await path.fill("Kajen Torget 7");
    await expect(region.getByText("Adressen blir /kajen-torget-7")).toBeVisible();
    await add.click();
    await expect(page.getByText("Ny sida tillagd på huvudsidan")).toBeVisible();
    // A new site asks for its first admin at once; that can wait.
    const firstAdmin = page.getByRole("dialog", { name: "Lägg till admin för Kajen" });
    await expect(firstAdmin.getByText(/Sidan har ingen admin ännu/)).toBeVisible();
    await firstAdmin.getByRole("button", { name: "Senare" }).click();
    await expect(region.getByText("/kajen-torget-7")).toBeVisible();
    await expect(name).toHaveValue("");
    expect(await siteRow(product, "Kajen")).toMatchObject({ path: "kajen-torget-7", description: "Vid vattnet" });

    const visitor = await context.newPage();
    await visitor.goto("/");
    await visitor.getByRole("button", { name: "Continue as Guest" }).click();
    await expect(visitor.getByRole("list", { name: "Our sites" }).getByText("Kajen")).toBeVisible();
    await visitor.close();
    await product.sql`delete from main_page_sites where path = 'kajen-torget-7'`;
  });

  // Spec 1 §4: Site edit …
  // Spec 1 §5: Site add/edit: …
  // Spec 1 §7: update {name, path,
  // Spec 1 §7: main_page_sites: select one … delete by id
  // Spec 1 §8: Sida uppdaterad
  // Spec 1 §8: Sida borttagen från
  test("are changed and removed @all", async ({ page, product }) => {
    await product.sql`insert into main_page_sites (name, path, description) values ('Kajen', 'kajen-torget-7', 'Vid vattnet')`;
    await beginAsMainAdmin(page);
    const region = sites(page);
    const name = region.getByLabel("Namn");
    const path = region.getByLabel("Sökväg");
    const add = region.getByRole("button", { name: "Lägg till sida" });
    await region.getByRole("button", { name: "Redigera Kajen" }).click();
    await expect(name).toBeFocused();
    await expect(path).toHaveValue("kajen-torget-7");
    await region.getByRole("button", { name: "Avbryt" }).click();
    await expect(add).toBeVisible();
    await expect(name).toHaveValue("");
    await expect(region.getByRole("button", { name: "Redigera Kajen" })).toBeFocused();
    await region.getByRole("button", { name: "Redigera Kajen" }).click();
    await path.fill("kajen");
    await expect(region.getByText("Adressen blir /kajen och koden kajen-torget-7 slutar gälla.")).toBeVisible();
    await region.getByRole("button", { name: "Uppdatera sida" }).click();
    await expect(page.getByText("Sida uppdaterad")).toBeVisible();
    await expect(add).toBeVisible();
    const changed = await siteRow(product, "Kajen");
    expect(changed?.path).toBe("kajen");
    expect(changed?.updated_at.getTime()).toBeGreaterThan(changed?.created_at.getTime() ?? Infinity);

    await region.getByRole("button", { name: "Ta bort Kajen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
    expect(await siteRow(product, "Kajen")).toBeDefined();
    await region.getByRole("button", { name: "Ta bort Kajen" }).click();
    await confirmRemoval(page);
    await expect(page.getByText("Sida borttagen från huvudsidan")).toBeVisible();
    await expect(region.getByText("Kajen", { exact: true })).toHaveCount(0);
    expect(await siteRow(product, "Kajen")).toBeUndefined();
  });

  // Spec rules §2: Lägg till admin
  test("get an admin, who logs in there @rights", async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/status of 409/);
    await product.sql`insert into main_page_sites (name, path, description) values ('Norra torget', 'norra', 'Nytt')`;
    await beginAsMainAdmin(page);
    const region = sites(page);
    await expect(region.getByRole("button", { name: "Lägg till admin för Östra hamnen" })).toBeVisible();
    // Other products make their people themselves.
    for (const other of ["Taxi Ystad", "Ledningscentralen", "Ambulanssjukvården", "Ystadbostäder"])
      await expect(region.getByRole("button", { name: `Lägg till admin för ${other}` })).toHaveCount(0);
    await region.getByRole("button", { name: "Lägg till admin för Norra torget" }).click();
    const dialog = page.getByRole("dialog", { name: "Lägg till admin för Norra torget" });
    const add = dialog.getByRole("button", { name: "Lägg till admin" });
    await add.click();
    await expect(dialog.getByText("Användar-ID och lösenord måste fyllas i")).toBeVisible();
    await dialog.getByLabel("Användar-ID").fill("norra-admin");
    await dialog.getByRole("button", { name: "Skapa ett lösenord" }).click();
    await expectAccessible(page);
    await add.click();
    await expect(page.getByText("Admin-konto tillagt")).toBeVisible();
    const given = dialog.getByRole("region", { name: "Ge lösenordet till norra-admin" });
    await expect(given).toBeFocused();
    await expect(given.getByText("Inloggningen är /norra/admin-login.")).toBeVisible();
    const password = await given.getByRole("code").innerText();
    await given.getByRole("button", { name: "Klar" }).click();
    await expect(dialog).toBeHidden();
    const [row] = await product.sql`select project_id, created_by from admin_accounts where user_id = 'norra-admin'`;
    expect(row).toEqual({ project_id: "norra", created_by: "huvudadmin" });
    await region.getByRole("button", { name: "Lägg till admin för Norra torget" }).click();
    await dialog.getByLabel("Användar-ID").fill("norra-admin");
    await dialog.getByLabel("Lösenord", { exact: true }).fill("Granen-7412");
    await add.click();
    await expect(dialog.getByText("Användar-ID finns redan")).toBeVisible();
    await dialog.getByRole("button", { name: "Avbryt" }).click();

    await sendAdminLogin(page, { project: "norra", userId: "norra-admin", password });
    await chooseWhereAsked(page, product, "Granen-7410");
    await expect(page).toHaveURL(/\/norra\/admin-dashboard$/);
    await expect(page.getByRole("tab", { name: "Hantera konton" })).toBeVisible();
    await page.goto("about:blank");
    await removePeople(product, "norra-admin");
    await product.sql`delete from main_page_sites where path = 'norra'`;
  });

  // Spec rules §2: A company begins
  test("of the special projects are added by one press each", { tag: "@all" }, async ({ page, product }) => {
    const codes = ["721075", "157715", "ASE", "YSTAD"];
    const own = await startProduct({ profile: product.profile });
    try {
      await own.sql`delete from main_page_sites where path = any(${codes})`;
      await page.goto(`${own.url}/admin-login`);
      await page.getByLabel("Användarnamn").fill("huvudadmin");
      await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
      await page.getByRole("button", { name: "Logga in" }).click();
      const projects = page.getByRole("region", { name: "Särskilda projekt" });
      await expect(projects.getByRole("listitem")).toHaveCount(4);
      await expectAccessible(page);
      for (const [added, name] of [
        "Ledningscentralen",
        "Taxi Ystad",
        "Ambulanssjukvården",
        "Ystadbostäder",
      ].entries()) {
        await projects.getByRole("button", { name: `Lägg till ${name}` }).click();
        await expect(sites(page).getByRole("button", { name: `Redigera ${name}` })).toBeVisible();
        await expect(projects.getByRole("listitem")).toHaveCount(3 - added);
      }
      await expect(projects).toHaveCount(0);
      // These sites have people of other kinds: no admin of a site is asked for.
      await expect(page.getByRole("dialog")).toHaveCount(0);
      expect(await own.sql`select path from main_page_sites where path = any(${codes})`).toHaveLength(4);
      await page.goto("about:blank");
    } finally {
      await own.stop();
    }
  });

  test("keep a code of upper-case letters that nobody changed", { tag: "@all" }, async ({ page, product }) => {
    await logIn(page);
    const region = sites(page);
    await region.getByRole("button", { name: "Redigera Ambulanssjukvården" }).click();
    await region.getByLabel("Beskrivning").fill("Portal, ny text");
    await expect(region.getByText("Adressen blir /ASE")).toBeVisible();
    await region.getByRole("button", { name: "Uppdatera sida" }).click();
    await expect(page.getByText("Sida uppdaterad")).toBeVisible();
    expect(await siteRow(product, "Ambulanssjukvården")).toMatchObject({ path: "ASE", description: "Portal, ny text" });
  });

  // Spec 1 §5: Duplicate id or
  test("cannot take a path that is taken @all", async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/409 \(Conflict\)/);
    await logIn(page);
    const region = sites(page);
    await expect(region.getByRole("list", { name: "Sidor" })).toBeVisible();
    await region.getByLabel("Namn").fill("Dubblett");
    await region.getByLabel("Beskrivning").fill("Finns redan");
    for (const taken of ["Ostra Hamnen", "ase", "standard", "login"]) {
      await region.getByLabel("Sökväg").fill(taken);
      await expect(region.getByText("Denna sökväg finns redan")).toHaveCount(0);
      await region.getByRole("button", { name: "Lägg till sida" }).click();
      await expect(region.getByText("Denna sökväg finns redan")).toBeVisible();
    }
    // A site that this window has not heard of: the database says it (23505).
    await product.sql`insert into main_page_sites (name, path, description) values ('Snabbare', 'vem-hinner', 'Först')`;
    await region.getByLabel("Sökväg").fill("vem-hinner");
    await expect(region.getByText("Denna sökväg finns redan")).toHaveCount(0);
    await region.getByRole("button", { name: "Lägg till sida" }).click();
    await expect(region.getByText("Denna sökväg finns redan")).toBeVisible();
    await expect(region.getByLabel("Namn")).toHaveValue("Dubblett");
    await expect(region.getByRole("button", { name: "Redigera Snabbare" })).toBeVisible();
    expect(await siteRow(product, "Dubblett")).toBeUndefined();
  });

  test("cannot have an address of the product, and say so @all", async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/status of 40[0-9]/);
    const [site] = await product.sql<{ id: string }[]>`
      insert into main_page_sites (name, path, description) values ('Gammal adress', 'gammal', 'Var en adress') returning id`;
    await logIn(page);
    const region = sites(page);
    await region.getByRole("button", { name: "Redigera Gammal adress" }).click();
    for (const code of ["privacy", "People", "design", "admin-accounts"]) {
      await region.getByLabel("Sökväg").fill(code);
      await region.getByRole("button", { name: "Uppdatera sida" }).click();
      await expect(
        region.getByText("Denna sökväg finns redan som en av webbplatsens egna adresser. Välj en annan."),
      ).toBeVisible();
    }
    expect(await siteRow(product, "Gammal adress")).toMatchObject({ path: "gammal" });
    await product.sql`delete from main_page_sites where id = ${site?.id ?? null}`;
  });

  test("say what goes with them before they are removed @all", async ({ page, product }) => {
    await product.sql`insert into main_page_sites (name, path, description) values ('Parkhuset', 'parkhuset', 'Rivs')`;
    const person = { project: "parkhuset", password: "Parkhus-7410" };
    await addPeople(
      product,
      { ...person, kind: "attendant", userId: "p-vakt" },
      { ...person, kind: "admin", userId: "p-admin" },
    );
    await product.sql`
      insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
      values ('parkhuset', 'Volvo', 'Blå', 'Gatan 1', 'PARK1', now(), now())`;
    await logIn(page);
    const region = sites(page);
    await region.getByRole("button", { name: "Ta bort Parkhuset" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(
      dialog.getByText("2 konton tas bort och loggas ut. 1 parkering, 0 skift och 0 rader i loggarna"),
    ).toBeVisible();
    await expectAccessible(page);
    await confirmRemoval(page);
    await expect(page.getByText("Sida borttagen från huvudsidan")).toBeVisible();
    const left = await product.sql`
      select user_id from attendants where user_id = 'p-vakt' union select user_id from admin_accounts where user_id = 'p-admin'`;
    expect(left).toHaveLength(0);
    // The next owner of the path sees nothing of the site.
    await product.sql`insert into main_page_sites (name, path, description) values ('Parkhuset', 'parkhuset', 'Nybyggt')`;
    await addPeople(product, { ...person, kind: "admin", userId: "ny-admin" });
    await logInAsAdmin(page, { project: "parkhuset", userId: "ny-admin", password: person.password });
    await expect(page.getByText("PARK1")).toHaveCount(0);
    // The screen's last notes are written before its person goes.
    await page.goto("about:blank");
    await removePeople(product, "ny-admin");
    await product.sql`delete from main_page_sites where path = 'parkhuset'`;
  });

  test(
    "that are saved late leave the form open that was opened meanwhile",
    { tag: "@all" },
    async ({ page, product }) => {
      await product.sql`
      insert into main_page_sites (name, path, description)
      values ('Långsam', 'langsam', 'Sparas sent'), ('Nästa', 'nasta', 'Ändras under tiden')`;
      await logIn(page);
      const region = sites(page);
      let answer!: () => void;
      const saved = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/rest\/v1\/main_page_sites/, async (route) => {
        if (route.request().method() === "PATCH") await saved;
        return route.continue();
      });
      await region.getByRole("button", { name: "Redigera Långsam" }).click();
      await region.getByLabel("Beskrivning").fill("Till slut");
      await region.getByRole("button", { name: "Uppdatera sida" }).click();
      await region.getByRole("button", { name: "Redigera Nästa" }).click();
      await region.getByLabel("Beskrivning").fill("Påbörjad");
      answer();
      await expect(page.getByText("Sida uppdaterad")).toBeVisible();
      await expect(region.getByText("Till slut")).toBeVisible();
      await expect(region.getByLabel("Beskrivning")).toHaveValue("Påbörjad");
      expect(await siteRow(product, "Långsam")).toMatchObject({ description: "Till slut" });
    },
  );

  // Spec 1 §8: Sites | Kunde
  // Spec 1 §8: Kunde inte lägga
  test("say what failed and keep what was typed", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await product.sql`
      insert into main_page_sites (name, path, description)
      values ('Flyktig', 'flyktig', 'Försvinner'), ('Flyktig två', 'flyktig-2', 'Försvinner'), ('Kvar', 'kvar', 'Stannar')`;
    await logIn(page);
    const region = sites(page);
    await region.getByRole("button", { name: "Redigera Flyktig", exact: true }).click();
    await product.sql`delete from main_page_sites where path like 'flyktig%'`;
    await region.getByLabel("Beskrivning").fill("Hinner inte");
    await region.getByRole("button", { name: "Uppdatera sida" }).click();
    await expect(page.getByText("Kunde inte uppdatera sida")).toBeVisible();
    await expect(region.getByLabel("Beskrivning")).toHaveValue("Hinner inte");
    await region.getByRole("button", { name: "Avbryt" }).click();
    await region.getByRole("button", { name: "Ta bort Flyktig två" }).click();
    await confirmRemoval(page);
    await expect(page.getByText("Kunde inte ta bort sida")).toBeVisible();
    await expect(region.getByText("Flyktig två")).toHaveCount(0);

    await product.stopDatabase();
    try {
      await region.getByLabel("Namn").fill("Oskriven");
      await region.getByLabel("Sökväg").fill("oskriven");
      await region.getByLabel("Beskrivning").fill("Databasen är borta");
      await region.getByRole("button", { name: "Lägg till sida" }).click();
      await expect(page.getByText("Kunde inte lägga till sida")).toBeVisible();
      await expect(region.getByLabel("Namn")).toHaveValue("Oskriven");
      await page.reload();
      await expect(region.getByText("Kunde inte ladda sidor")).toBeVisible(DATABASE_AWAY);
      await expect(page.getByText("Kunde inte hämta meddelanden")).toBeVisible(DATABASE_AWAY);
      await expect(page.getByText("Kunde inte hämta användare")).toBeVisible();
      await expect(page.getByText("Kunde inte hämta sparade lösenord")).toBeVisible();
    } finally {
      await product.startDatabase();
    }
    await region.getByRole("button", { name: "Försök igen" }).click();
    await expect(region.getByRole("button", { name: "Redigera Kvar" })).toBeVisible();
    expect(await siteRow(product, "Oskriven")).toBeUndefined();
  });
});
