// The main admin's day: login, sites, messages, users and stored passwords, and what it says when something fails.
// Login and a message from the form are @all: login-screens, hardened.spec and contact.spec ask both in `npm test`.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { logInAsAdmin, sendAdminLogin } from "#tests/support/journeys/customer-admin.ts";
import { chooseWhereAsked } from "#tests/support/journeys/own-password.ts";
import { DATABASE_AWAY, ONE_TRY, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";

/** A black stroke of 2 × 1 pixels. */
const SIGNATURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGNgYGD4D8IABgMB/8+HxnAAAAAASUVORK5CYII=";
const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

async function logIn(page: Page) {
  await page.goto("/admin-login");
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/\/admin-dashboard$/);
}

/** Opens the dashboard as the main admin, who is logged in already. */
async function beginAsMainAdmin(page: Page) {
  await holdLogin(page, { kind: "main-admin", userId: "huvudadmin", password: "Huvud-7410" });
  await page.goto("/admin-dashboard");
}

async function sendMessage(product: RunningProduct, over: { subject?: string; name?: string; message?: string } = {}) {
  const message = {
    name: "Anna Öberg",
    subject: `Fråga ${randomUUID()}`,
    email: "anna@example.com",
    message: "Hej!",
    signature: SIGNATURE,
    read: false,
    ...over,
  };
  const { error } = await product.client.from("contact_messages").insert(message);
  expect(error).toBeNull();
  return message;
}

async function messageRow(product: RunningProduct, subject: string) {
  const rows = await product.sql<{ id: string; read: boolean }[]>`
    select id, read from contact_messages where subject = ${subject}`;
  return rows[0];
}

async function siteRow(product: RunningProduct, name: string) {
  const rows = await product.sql<{ path: string; description: string; created_at: Date; updated_at: Date }[]>`
    select path, description, created_at, updated_at from main_page_sites where name = ${name}`;
  return rows[0];
}

/** The table that an address of the table API asks, of those that are fetched at intervals. */
const tableOf = (url: string) => /\/rest\/v1\/(contact_messages|profiles|user_passwords)/.exec(url)?.[1];

const sites = (page: Page) => page.getByRole("region", { name: "Sidor på huvudsidan" });
const confirmRemoval = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();

test.describe("login", () => {
  // Spec 1 §2: Username, password, …
  // Spec 1 §2: A button leads
  // Spec 1 §2: Logout goes to
  // Spec 1 §2: Not logged in
  // Spec 1 §5: Admin login: …
  // Spec 1 §8: Main admin login
  // Spec 1 §6: Without access to
  // Spec rules §1: A login that fails
  test("says what is missing or wrong, and takes the admin to the dashboard @all", async ({ page, product }) => {
    await page.goto("/admin-dashboard");
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
    await expect(page).toHaveURL(/\/admin-login$/);
    await page.goto("/contact-messages");
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
    await expect(page).toHaveURL(/\/admin-login$/);
    await expectAccessible(page);

    const userId = page.getByLabel("Användarnamn");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByText("Var god fyll i både användarnamn och lösenord")).toBeVisible();
    await userId.fill("ab");
    await password.fill("12345");
    await expect(page.getByText("Användarnamnet måste vara minst 3 tecken")).toBeVisible();
    await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await expect(userId).toHaveAttribute("maxlength", "50");
    await expect(password).toHaveAttribute("maxlength", "128");
    await userId.fill("huvudadmin");
    await password.fill("Huvud-7411");
    await submit.click();
    await expectToldAtForm(page, "Fel användarnamn eller lösenord");
    await expect(userId).toHaveValue("huvudadmin");

    await userId.fill("  huvudadmin ");
    await password.fill("Huvud-7410");
    await submit.click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
    await expect(page.getByText("Inloggning lyckades!")).toBeVisible();
    await page.goto("/admin-login");
    await expect(page).toHaveURL(/\/admin-dashboard$/);

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/admin-login");
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  test("says when it cannot be checked", { tag: "@all" }, async ({ page, context, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/admin-login");
    await page.getByLabel("Användarnamn").fill("huvudadmin");
    await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
    // The code of the toasts comes soon after start; without a network it could not, and the browser would say it in its own way.
    await expect(page.getByRole("region", { name: "Aviseringar" })).toBeAttached();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Logga in" }).click();
    await context.setOffline(false);
    await expectToldAtForm(page, "Ett fel uppstod vid inloggningen");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
  });
});

test.describe("sites", () => {
  // Spec 1 §2: Contact messages, registered
  // Spec 1 §4: Site edit …
  // Spec 1 §5: Site add/edit: …
  // Spec 1 §7: insert {name, path,
  // Spec 1 §7: update {name, path,
  // Spec 1 §7: main_page_sites: select one … delete by id
  // Spec 1 §8: Ny sida tillagd
  // Spec 1 §8: Sida uppdaterad
  // Spec 1 §8: Sida borttagen från
  // Spec rules §2: Lägg till admin
  test("are added, changed and removed @rights", async ({ page, context, product }) => {
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

test.describe("messages", () => {
  // Spec 1 §2: Contact messages, …
  // Spec 1 §2: Message list on
  // Spec 1 §4: Contact message: unread,
  // Spec 1 §7: update read to
  // Spec 1 §7: contact_messages: insert {name, … delete by id
  // Spec 1 §7: realtime insert and
  // Spec 1 §8: Messages | Meddelande
  // Spec 1 §8: Nytt meddelande mottaget!
  // Spec rules §14: A message has
  test("arrive live, become read when opened, and are removed @rights", async ({ page, product }) => {
    const older = await sendMessage(product, { message: "Rad ett\n<b>inte fet</b>" });
    await beginAsMainAdmin(page);
    await expect(page.getByRole("region", { name: "Kontaktmeddelanden" }).getByText(older.subject)).toBeVisible();
    await page.getByRole("button", { name: "Alla kontaktmeddelanden" }).click();
    await expect(page).toHaveURL(/\/contact-messages$/);
    const list = page.getByRole("list", { name: "Meddelanden" });
    const row = list.getByRole("listitem").filter({ hasText: older.subject });
    await expect(row.getByText("Oläst")).toBeVisible();

    // Subscribed once the first message is told; until then each is one more in the list.
    await expect(async () => {
      await sendMessage(product, { subject: "Provar om sidan lyssnar" });
      await expect(page.getByText("Nytt meddelande mottaget!").first()).toBeVisible(ONE_TRY);
    }).toPass();
    const live = await sendMessage(product);
    await expect(list.getByText(live.subject)).toBeVisible(WITHIN_TWO_SECONDS);
    expect((await messageRow(product, older.subject))?.read).toBe(false);

    await row.getByRole("link").click();
    const detail = page.getByRole("region", { name: "Valt meddelande" });
    await expect(detail.getByRole("heading", { name: older.subject })).toBeVisible();
    const [left, right] = [await list.boundingBox(), await detail.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await expect(detail.getByText("<b>inte fet</b>")).toBeVisible();
    await expect(detail.getByText(/^\d{1,2} \p{L}+ 20\d\d kl\. \d\d:\d\d$/u)).toBeVisible();
    await expect(detail.getByRole("link", { name: "Svara" })).toHaveAttribute("href", /^mailto:.*\?subject=Re%3A%20/);
    const picture = detail.getByRole("img", { name: "Signatur av Anna Öberg" });
    await expect(picture).toHaveJSProperty("naturalWidth", 2);
    await expect(row.getByText("Oläst")).toHaveCount(0);
    await expect.poll(async () => (await messageRow(product, older.subject))?.read).toBe(true);
    expect((await messageRow(product, live.subject))?.read).toBe(false);

    await detail.getByRole("button", { name: "Ta bort meddelande" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
    expect(await messageRow(product, older.subject)).toBeDefined();
    await detail.getByRole("button", { name: "Ta bort meddelande" }).click();
    await confirmRemoval(page);
    await expect(page.getByText("Meddelande raderat")).toBeVisible();
    await expect(list.getByText(older.subject)).toHaveCount(0);
    await expect(page.getByText("Välj ett meddelande i listan för att läsa det.")).toBeVisible();
    expect(await messageRow(product, older.subject)).toBeUndefined();

    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
  });

  test("come from the visitor's form to the admin's screen, signature and all @all", async ({
    page,
    browser,
    product,
  }) => {
    await logIn(page);
    await page.goto("/contact-messages");
    const street = await browser.newContext({ baseURL: product.url, reducedMotion: "reduce" });
    const visitor = await street.newPage();
    await visitor.goto("/");
    await visitor.getByRole("button", { name: "Continue as Guest" }).click();
    await visitor.getByLabel("Name", { exact: true }).fill("Åsa Lind");
    await visitor.getByLabel("Subject").fill("Från gatan");
    await visitor.getByLabel("Email").fill("asa@example.com");
    await visitor.getByLabel("Message", { exact: true }).fill("Kan jag få tillbaka boten?");
    const pad = visitor.getByRole("img", { name: "Signature" });
    await pad.hover({ position: { x: 30, y: 40 } });
    await visitor.mouse.down();
    await pad.hover({ position: { x: 160, y: 110 } });
    await visitor.mouse.up();
    await visitor.getByRole("button", { name: "Send Message" }).click();
    await expect(visitor.getByText("Message sent!").first()).toBeVisible();
    await street.close();

    await page.getByRole("list", { name: "Meddelanden" }).getByRole("link", { name: "Från gatan" }).click();
    await expect(page.getByText("Kan jag få tillbaka boten?")).toBeVisible();
    const picture = page.getByRole("img", { name: "Signatur av Åsa Lind" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  });

  // Spec 1 §7: update read to
  // Spec 1 §7: contact_messages: insert {name, … delete by id
  // Spec 1 §7: realtime insert and
  // Spec 1 §8: Kunde inte radera
  test("follow what another window does", { tag: "@all" }, async ({ page, context, product }) => {
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const other = await context.newPage();
    await other.goto("/contact-messages");
    const rowIn = (window: Page) =>
      window.getByRole("list", { name: "Meddelanden" }).getByRole("listitem").filter({ hasText: message.subject });
    await expect(rowIn(other).getByText("Oläst")).toBeVisible();
    await rowIn(page).getByRole("link").click();
    await expect(rowIn(other).getByText("Oläst")).toHaveCount(0);

    await rowIn(other).getByRole("link").click();
    await expect(other.getByRole("heading", { name: message.subject })).toBeVisible();
    await product.sql`delete from contact_messages where subject = ${message.subject}`;
    await expect(rowIn(other)).toHaveCount(0);
    await other.getByRole("button", { name: "Ta bort meddelande" }).click();
    await confirmRemoval(other);
    await expect(other.getByText("Kunde inte radera meddelandet")).toBeVisible();
    await expect(other.getByText("Meddelandet finns inte längre.")).toBeVisible();
  });

  // Spec 1 §8: Kunde inte radera
  test("say when the database is away", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const unopened = await sendMessage(product);
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    await page.getByText(message.subject).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeVisible();
    await product.stopDatabase();
    try {
      await page.getByRole("button", { name: "Ta bort meddelande" }).click();
      await confirmRemoval(page);
      await expect(page.getByText("Kunde inte radera meddelandet")).toBeVisible(DATABASE_AWAY);
      await page.getByText(unopened.subject).click();
      await expect(page.getByText("Kunde inte hämta meddelandet")).toBeVisible(DATABASE_AWAY);
    } finally {
      await product.startDatabase();
    }
    await page.getByRole("region", { name: "Valt meddelande" }).getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByRole("heading", { name: unopened.subject })).toBeVisible();
    await expect.poll(async () => (await messageRow(product, unopened.subject))?.read).toBe(true);
    expect(await messageRow(product, message.subject)).toBeDefined();
  });

  test("come fifty at a time", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into contact_messages (name, subject, email, message, created_at)
      select 'Arkivet', 'Gammalt ' || n, 'arkiv@example.com', 'Hej', now() - interval '1 year' - n * interval '1 hour'
      from generate_series(1, 60) n`;
    await logIn(page);
    await page.goto("/contact-messages");
    const rows = page.getByRole("list", { name: "Meddelanden" }).getByRole("listitem");
    await expect(rows).toHaveCount(50);
    await page.getByRole("button", { name: "Visa fler meddelanden" }).click();
    await expect(rows.getByText("Gammalt 60")).toBeVisible();
    await expect(page.getByRole("button", { name: "Visa fler meddelanden" })).toHaveCount(0);
    await product.sql`delete from contact_messages where name = 'Arkivet'`;
  });

  test("are walked with the keyboard", { tag: "@all" }, async ({ page, product }) => {
    const first = await sendMessage(product);
    const second = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const link = (subject: string) =>
      page.getByRole("list", { name: "Meddelanden" }).getByRole("link", { name: subject });
    await link(second.subject).focus();
    await page.keyboard.press("ArrowDown");
    await expect(link(first.subject)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(link(second.subject)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: first.subject })).toBeVisible();
    await page.getByRole("button", { name: "Ta bort meddelande" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Meddelande raderat")).toBeVisible();
    // Focus stands in the list, not nowhere.
    await expect(page.getByRole("list", { name: "Meddelanden" }).locator("a:focus")).toHaveCount(1);
  });

  test("take the list's place on a phone", { tag: "@all" }, async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const list = page.getByRole("list", { name: "Meddelanden" });
    await list.getByRole("link", { name: message.subject }).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeFocused();
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: "Till listan" }).click();
    await expect(list.getByRole("link", { name: message.subject })).toBeFocused();
    await list.getByRole("link", { name: message.subject }).click();
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(list).toBeVisible();
  });
});

test.describe("dashboard", () => {
  // Spec rules §2: An empty installation
  test("shows a new installation the way, until it has been gone", { tag: "@all" }, async ({ page, product }) => {
    const way = page.getByRole("region", { name: "Kom igång" });
    // The sites of other tests say nothing of their notices.
    const own = await startProduct({ profile: product.profile });
    try {
      await own.sql`delete from main_page_sites where path in ('ostra-hamnen', 'standard')`;
      for (const table of ["admin_accounts", "attendants"]) await own.sql`delete from ${own.sql(table)}`;
      await page.goto(`${own.url}/admin-login`);
      await page.getByLabel("Användarnamn").fill("huvudadmin");
      await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
      await page.getByRole("button", { name: "Logga in" }).click();
      await expect(way.getByRole("listitem")).toHaveText([
        /^En sida kvar/,
        /^En admin för sidan kvar/,
        /^En parkeringsvakt kvar/,
        /^En avi som går att betala kvar/,
      ]);
      await expectAccessible(page);
      await sites(page).getByLabel("Namn").fill("Kajen");
      await sites(page).getByLabel("Sökväg").fill("kajen");
      await sites(page).getByLabel("Beskrivning").fill("Vid vattnet");
      await sites(page).getByRole("button", { name: "Lägg till sida" }).click();
      const dialog = page.getByRole("dialog", { name: "Lägg till admin för Kajen" });
      await dialog.getByLabel("Användar-ID").fill("kajen-admin");
      await dialog.getByRole("button", { name: "Skapa ett lösenord" }).click();
      await dialog.getByRole("button", { name: "Lägg till admin" }).click();
      await dialog.getByRole("button", { name: "Klar" }).click();
      await expect(way.getByRole("listitem")).toHaveText([
        /^En sida klart/,
        /^En admin för sidan klart/,
        /^En parkeringsvakt kvar/,
        /^En avi som går att betala kvar\s*Kajen saknar: utfärdare, betalsätt, kontaktuppgift\.\s*Sidans admin fyller i Inställningar\.$/,
      ]);
      await addPeople(own, { kind: "attendant", project: "kajen", userId: "kajen-vakt", password: "Kajen-7410" });
      await page.reload();
      await expect(way.getByRole("listitem").filter({ hasText: "klart" })).toHaveCount(3);
      await own.sql`
        update site_settings set issuer_name = 'Kajen AB', contact_phone = '040-1', payment_methods = '[{"kind": "swish", "value": "1230000000"}]'
        where project_id = 'kajen'`;
      await page.reload();
      await expect(sites(page).getByRole("button", { name: "Redigera Kajen" })).toBeVisible();
      await expect(way).toHaveCount(0);
      await page.goto("about:blank");
    } finally {
      await own.stop();
    }
  });

  // Spec 1 §2: Contact messages, registered
  // Spec 1 §7: profiles: list …
  test("lists users and stored passwords @rights", async ({ page, product, differences }) => {
    await beginAsMainAdmin(page);
    const users = page.getByRole("region", { name: "Registrerade användare" });
    await expect(users.getByText("agent@parkering.example")).toBeVisible();
    const passwords = page.getByRole("region", { name: "Sparade lösenord" });
    await expect(passwords.getByText("Endast admin")).toBeVisible();
    const row = passwords.getByRole("listitem").filter({ hasText: "superadmin@parkering.example" });
    await expect(row.getByText(differences.shown("Super-7410"))).toBeVisible();
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  // Spec 1 §7: list (refetch every
  // Spec 1 §7: profiles: list …
  // Spec 1 §9: Refetch intervals: contact
  test(
    "fetches again at the intervals of the specification and when the window is looked at",
    { tag: "@all" },
    async ({ page, differences }) => {
      await page.clock.install();
      const asked: string[] = [];
      const answered: { table: string; at: number }[] = [];
      /** The page's clock is the machine's and the milliseconds that this test has added. */
      let ahead = 0;
      const now = () => performance.now() + ahead;
      const run = async (milliseconds: number) => {
        await page.clock.runFor(milliseconds);
        ahead += milliseconds;
      };
      page.on("request", (request) => asked.push(tableOf(request.url()) ?? ""));
      page.on("requestfinished", (request) => answered.push({ table: tableOf(request.url()) ?? "", at: now() }));
      // An interval begins anew when its answer is there.
      const count = (table: string) => answered.filter((each) => each.table === table).length;
      const joined = page.waitForEvent("websocket").then((socket) =>
        socket.waitForEvent("framereceived", {
          predicate: ({ payload }) => payload.toString().includes("Subscribed"),
        }),
      );
      await logIn(page);
      await joined;
      await expect(page.getByText(differences.shown("Super-7410")).first()).toBeVisible();
      // The rows that the page fetches after it has joined are asked for by now, and waited for.
      await run(1000);
      await expect
        .poll(() => asked.filter(Boolean).length - answered.filter(({ table }) => table !== "").length)
        .toBe(0);
      const before = {
        messages: count("contact_messages"),
        profiles: count("profiles"),
        passwords: count("user_passwords"),
      };

      const after = async (milliseconds: number, expected: typeof before) => {
        await run(milliseconds);
        await expect
          .poll(() => ({
            messages: count("contact_messages") - before.messages,
            profiles: count("profiles") - before.profiles,
            passwords: count("user_passwords") - before.passwords,
          }))
          .toEqual(expected);
      };
      // The clock goes on by itself: on a busy machine a good part of an interval is over by now.
      const since = ["contact_messages", "profiles", "user_passwords"].map(
        (table) => now() - (answered.findLast((each) => each.table === table)?.at ?? now()),
      );
      await after(25_000 - Math.max(...since), { messages: 0, profiles: 0, passwords: 0 });
      await after(6000, { messages: 1, profiles: 0, passwords: 1 });
      await after(31_000, { messages: 2, profiles: 1, passwords: 2 });

      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await expect.poll(() => count("contact_messages") - before.messages).toBe(3);
    },
  );

  test("holds thousands of users without loading them all", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'person' || n || '@example.com', now(), now()
      from generate_series(1, 5000) n`;
    await product.sql`
      update profiles set created_at = now() - interval '2 years' - (substring(email from '[0-9]+')::int * interval '1 minute')
      where email like 'person%'`;
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rest/v1/profiles")) asked.push(request.url());
    });
    await logIn(page);
    const list = page.getByRole("list", { name: "Användarlista" });
    await expect(list.getByText("person1@example.com")).toBeAttached();
    expect(asked.every((url) => new URL(url).searchParams.get("limit") === "100")).toBe(true);
    expect(await list.getByRole("listitem").count()).toBeLessThan(40);
    const box = page.getByRole("region", { name: "Användarlista" });
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => asked.some((url) => new URL(url).searchParams.has("created_at"))).toBe(true);
    // The second page stands below the first.
    await expect(async () => {
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(list.getByText(/^person1\d\d@/).first()).toBeAttached(ONE_TRY);
    }).toPass();
    await product.sql`delete from auth.users where email like 'person%'`;
  });

  test("is accessible, and so are the messages @all", async ({ page, product, differences }) => {
    const message = await sendMessage(product, { subject: "Ettmycketlångtordsomaldrigtarslutochintefårplatspåraden" });
    await logIn(page);
    await expect(page.getByText(differences.shown("Super-7410")).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Redigera Östra hamnen" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/contact-messages");
    await expect(page.getByRole("list", { name: "Meddelanden" })).toBeVisible();
    await expectAccessible(page);
    await page.getByText(message.subject).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeVisible();
    await expectAccessible(page);
  });
});

test("the page about the system says in words what runs, what ran and what went wrong", async ({
  page,
  product,
  consoleErrors,
}) => {
  const alarm = { server: "parkering-1 7 a", part: "writes", text: "The database takes no writes.", until: null };
  await product.sql`
    insert into private.system_notes (kind, name, noted) values
      ('job', 'erasure', '{"took_ms": 12, "result": {"parkings": 3}}'),
      ('job', 'sums', '{"took_ms": 1, "error": "för lite utrymme"}'),
      ('alarm', 'test of the system page', ${product.sql.json(alarm)})
    on conflict (kind, name) do update set noted = excluded.noted, at = now()`;
  await beginAsMainAdmin(page);
  await page.getByRole("link", { name: "Systemet" }).click();
  await expect(page.getByRole("heading", { name: "Systemet", level: 1 })).toBeVisible();
  await expect(page.getByText("Allt fungerar")).toBeVisible();
  await expect(page.getByRole("list", { name: "Lista över servrar" }).getByRole("listitem")).toContainText([
    "Fungerar",
  ]);
  const jobs = page.getByRole("list", { name: "Lista över återkommande arbeten" }).getByRole("listitem");
  await expect(jobs).toHaveCount(6);
  await expect(jobs.filter({ hasText: "Dagliga summor" })).toContainText("Misslyckades: för lite utrymme");
  await expect(jobs.filter({ hasText: "Säkerhetskopior" })).toContainText("Enligt serverns tidtabell");
  const alarms = page.getByRole("list", { name: "Lista över larm" }).getByRole("listitem");
  // Its server is not heard any more: nobody knows whether it goes on.
  await expect(alarms.filter({ hasText: "Databasen tar inte emot ändringar" })).toContainText("Hörs inte av");
  await expectAccessible(page);
  await product.sql`update private.system_notes a set noted = a.noted || jsonb_build_object('server', s.name)
    from private.system_notes s where s.kind = 'server' and a.name = 'test of the system page'`;
  await page.reload();
  await expect(alarms.filter({ hasText: "Databasen tar inte emot ändringar" })).toContainText("Pågår");
  await expect(page.getByText("Något fungerar inte")).toBeVisible();
  await product.sql`delete from private.system_notes where name = 'test of the system page'`;

  consoleErrors.tolerate(UNREACHABLE);
  await page.route("**/rest/v1/rpc/get_system_state", (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(page.getByText("Kunde inte hämta systemets tillstånd")).toBeVisible();
  await page.unroute("**/rest/v1/rpc/get_system_state");
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByText("Allt fungerar")).toBeVisible();
});
