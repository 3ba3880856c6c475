// Accounts of a customer site: attendants and admins added, shown and removed, the protected account, and what fails.
// A hidden password and an added admin are @all: hardened.spec replaces a password; main-admin/sites.spec adds an admin, who logs
// in.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { beginAsAdmin, logInAsAdmin, openTab, sendAdminLogin } from "#tests/support/journeys/customer-admin.ts";
import { chooseOwnPassword, chooseWhereAsked, seeChange } from "#tests/support/journeys/own-password.ts";
import { DATABASE_AWAY } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const ACCOUNTS = "/ostra-hamnen/manage-accounts";
const CONFLICT = /409 \(Conflict\)/;

const account = (page: Page, userId: string) => page.getByRole("article", { name: userId, exact: true });

async function fillIn(page: Page, userId: string, password: string, discord?: string) {
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  if (discord !== undefined) await page.getByLabel("Discord-användarnamn").fill(discord);
}

async function confirmRemoval(page: Page, userId: string) {
  await page.getByRole("button", { name: `Ta bort ${userId}`, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
}

async function openAccounts(page: Page) {
  await logInAsAdmin(page);
  await page.goto(ACCOUNTS);
  await expect(page.getByRole("heading", { name: "Hantera konton", level: 1 })).toBeVisible();
}

const attendantRows = ({ sql }: RunningProduct, userId: string) => sql`
  select user_id, project_id, password, discord_username from attendants where user_id = ${userId}`;
const adminRows = ({ sql }: RunningProduct, userId: string) => sql`
  select user_id, project_id, password, created_by from admin_accounts where user_id = ${userId}`;
const removalRows = ({ sql }: RunningProduct, userId: string) => sql`
  select attendant_user_id, user_id, deleted_by, project_id from attendant_deletion_logs where attendant_user_id = ${userId}`;

// Spec 1 §5: Add attendant …
// Spec 1 §7: attendants: read …
// Spec 1 §8: Parkeringsvakt tillagd /
// Spec 5 §8: The form with a
test("an attendant is added with a password that hides again, and logs in @rights", async ({
  page,
  product,
  browser,
  differences,
}) => {
  // Attendants of other tests are on the list too, those of no site at each.
  await product.sql`delete from attendants where user_id <> all (${[...differences.seededAttendants]})`;
  await beginAsAdmin(page);
  await openTab(page, "Hantera konton");
  for (const userId of differences.seededAttendants) await expect(account(page, userId)).toBeVisible();
  await expect(page.getByText("Inga parkeringsvakter har lagts till här ännu.")).toBeVisible({
    visible: differences.seededAttendants.length === 0,
  });
  const add = page.getByRole("button", { name: "Lägg till parkeringsvakt" });
  await add.click();
  await expect(page.getByRole("alert").getByText("Användar-ID och lösenord måste fyllas i")).toBeVisible();
  await fillIn(page, "ny", "12345");
  await expect(page.getByText("Användar-ID måste vara minst 3 tecken")).toBeVisible();
  await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
  await fillIn(page, " ny-vakt ", "Nyvakt-7410", "nisse");
  await add.click();
  await expect(page.getByText("Parkeringsvakt tillagd")).toBeVisible();
  await expect(account(page, "ny-vakt").getByText("Discord: nisse")).toBeVisible();
  await expect(page.getByLabel("Användar-ID")).toHaveValue("");
  expect(await attendantRows(product, "ny-vakt")).toEqual([
    {
      user_id: "ny-vakt",
      project_id: "ostra-hamnen",
      password: differences.stored("Nyvakt-7410"),
      discord_username: "nisse",
    },
  ]);
  await expect(page.getByText("Nyvakt-7410")).toHaveCount(0);
  await differences.reveal(account(page, "ny-vakt"), "ny-vakt");
  await expect(account(page, "ny-vakt").getByText(differences.shown("Nyvakt-7410"))).toBeVisible();
  await differences.conceal(account(page, "ny-vakt"), "ny-vakt");
  await expect(page.getByText("Nyvakt-7410")).toHaveCount(0);

  const attendant = await browser.newPage({ baseURL: product.url });
  await attendant.goto("/ostra-hamnen/attendant-login");
  await attendant.getByLabel("Användar-ID").fill("ny-vakt");
  await attendant.getByLabel("Lösenord", { exact: true }).fill("Nyvakt-7410");
  await attendant.getByRole("button", { name: "Logga in" }).click();
  await chooseWhereAsked(attendant, product, "Egenvakt-7410");
  await expect(attendant).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
  await attendant.close();
  await removePeople(product, "ny-vakt");
});

// Spec 1 §7: attendants: read …
// Spec 1 §8: Parkeringsvakt tillagd /
test("an attendant is removed after a question, with a log row @rights", async ({ page, product }) => {
  const here = { project: "ostra-hamnen", password: "Nyvakt-7410" };
  await addPeople(product, { ...here, kind: "attendant", userId: "ny-vakt" });
  await beginAsAdmin(page, { at: ACCOUNTS });
  await page.getByRole("button", { name: "Ta bort ny-vakt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
  expect(await attendantRows(product, "ny-vakt")).toHaveLength(1);
  await confirmRemoval(page, "ny-vakt");
  await expect(page.getByText("Parkeringsvakt borttagen")).toBeVisible();
  await expect(account(page, "ny-vakt")).toHaveCount(0);
  expect(await attendantRows(product, "ny-vakt")).toHaveLength(0);
  expect(await removalRows(product, "ny-vakt")).toEqual([
    { attendant_user_id: "ny-vakt", user_id: "ny-vakt", deleted_by: "admin01", project_id: "ostra-hamnen" },
  ]);
  const removals = page.getByRole("list", { name: "Lista över borttagna parkeringsvakter" });
  await expect(removals.getByRole("listitem").filter({ hasText: "ny-vakt" })).toContainText("av admin01");
});

// Spec 1 §5: Add attendant or
// Spec 1 §7: admin_accounts: read …
// Spec 1 §8: Admin-konto tillagt /
// Spec 1 §8: protected account: "{name}-kontot
// Spec 1 §6: A built-in protected
test("an admin is added, logs in and is removed; the protected account stays @all", async ({
  page,
  product,
  browser,
  differences,
}) => {
  await openAccounts(page);
  await openTab(page, "Administratörer");
  const add = page.getByRole("button", { name: "Lägg till admin" });
  await add.click();
  await expect(page.getByRole("alert").getByText("Användar-ID och lösenord måste fyllas i")).toBeVisible();
  await fillIn(page, "ny-admin", "Nyadmin-7410");
  await add.click();
  await expect(page.getByText("Admin-konto tillagt")).toBeVisible();
  await expect(account(page, "ny-admin").getByText(/^Tillagd .* av admin01$/)).toBeVisible();
  expect(await adminRows(product, "ny-admin")).toEqual([
    {
      user_id: "ny-admin",
      project_id: "ostra-hamnen",
      password: differences.stored("Nyadmin-7410"),
      created_by: "admin01",
    },
  ]);
  const other = await browser.newPage({ baseURL: product.url });
  await sendAdminLogin(other, { userId: "ny-admin", password: "Nyadmin-7410" });
  await chooseWhereAsked(other, product, "Egenadmin-7410");
  await expect(other).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
  await other.close();

  await expect(account(page, "standardadmin").getByText("Kan ej tas bort")).toBeVisible();
  const refused = page.getByRole("button", { name: "Ta bort standardadmin" });
  await expect(refused).toHaveAttribute("aria-disabled", "true");
  await expect(refused).toHaveAccessibleDescription("Kan ej tas bort");
  await refused.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("standardadmin-kontot kan inte tas bort - det är ett skyddat konto")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Ta bort admin01" }).click();
  await expect(page.getByText("Det är kontot som du själv är inloggad med.")).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
  await confirmRemoval(page, "ny-admin");
  await expect(page.getByText("Admin-konto borttaget")).toBeVisible();
  await expect(account(page, "ny-admin")).toHaveCount(0);
  expect(await adminRows(product, "ny-admin")).toHaveLength(0);
  expect(await adminRows(product, "admin01")).toHaveLength(1);
});

async function expectTaken(page: Page, userId: string) {
  await fillIn(page, userId, "Losen-7410", "kvar");
  await page.getByRole("button", { name: "Lägg till parkeringsvakt" }).click();
  await expect(page.getByText("Användar-ID finns redan")).toBeVisible();
  await expect(page.getByLabel("Användar-ID")).toHaveAccessibleDescription("Användar-ID finns redan");
  await expect(page.getByLabel("Discord-användarnamn")).toHaveValue("kvar");
  await page.getByLabel("Användar-ID").fill("");
  await expect(page.getByText("Användar-ID finns redan")).toHaveCount(0);
}

test(
  "another site's ID is taken here too, a hashed password is told @all",
  { tag: "@specified" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(CONFLICT);
    await product.sql`
    insert into attendants (user_id, project_id, password) values
      ('dubbel', 'standard', 'Vakt-7410'), ('hashad', 'ostra-hamnen', ${"a".repeat(64)})`;
    await openAccounts(page);
    await expect(account(page, "hashad").getByText("Sparat som SHA-256")).toBeVisible();
    await expectTaken(page, "dubbel");
    await removePeople(product, "dubbel", "hashad");
  },
);

test(
  "another site's ID is free here: they are two people @all",
  { tag: "@hardened" },
  async ({ page, product, browser }) => {
    await addPeople(product, { kind: "attendant", project: "standard", userId: "dubbel", password: "Vakt-7410" });
    await openAccounts(page);
    await fillIn(page, "dubbel", "Losen-7410");
    await page.getByRole("button", { name: "Lägg till parkeringsvakt" }).click();
    await expect(account(page, "dubbel")).toBeVisible();
    const attendant = await browser.newPage({ baseURL: product.url });
    await attendant.goto("/ostra-hamnen/attendant-login");
    await attendant.getByLabel("Användar-ID").fill("dubbel");
    const logIn = async (password: string) => {
      await attendant.getByLabel("Lösenord", { exact: true }).fill(password);
      await attendant.getByRole("button", { name: "Logga in" }).click();
    };
    await logIn("Vakt-7410");
    await expectToldAtForm(attendant, "Felaktigt användar-ID eller lösenord");
    await logIn("Losen-7410");
    await chooseOwnPassword(attendant, "Egen-7410");
    await expect(attendant.getByText("Inloggning lyckades")).toBeVisible();
    await attendant.close();
    await removePeople(product, "dubbel");
  },
);

// Spec 3 §4: lists of stored
test(
  "a hidden password is replaced: the old one and its logins end @all",
  { tag: "@hardened" },
  async ({ page, product, browser }) => {
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "glömsk", password: "Gammal-7410" });
    const attendant = await browser.newPage({ baseURL: product.url });
    const logIn = async (password: string) => {
      await attendant.getByLabel("Användar-ID").fill("glömsk");
      await attendant.getByLabel("Lösenord", { exact: true }).fill(password);
      await attendant.getByRole("button", { name: "Logga in" }).click();
    };
    await attendant.goto("/ostra-hamnen/attendant-login");
    await logIn("Gammal-7410");
    await expect(attendant).toHaveURL(/attendant-dashboard$/);

    await openAccounts(page);
    await account(page, "glömsk").getByRole("button", { name: "Nytt lösenord för glömsk" }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Spara" }).click();
    await expect(dialog.getByText("Lösenordet måste ha minst 8 tecken.")).toBeVisible();
    await dialog.getByLabel("Nytt lösenord", { exact: true }).fill("Nytt-7410");
    await dialog.getByRole("button", { name: "Spara" }).click();
    await expect(page.getByText("Lösenordet har ändrats")).toBeVisible();

    await attendant.reload();
    await expect(attendant).toHaveURL(/attendant-login$/);
    await logIn("Gammal-7410");
    await expectToldAtForm(attendant, "Felaktigt användar-ID eller lösenord");
    await logIn("Nytt-7410");
    await chooseOwnPassword(attendant, "Egen-7410");
    await seeChange(attendant, /^Lösenordet ändrades 20.* av administratören \S+\.$/);
    await expect(attendant).toHaveURL(/attendant-dashboard$/);
    await attendant.close();
    await removePeople(product, "glömsk");
  },
);

// Spec 1 §5: Duplicate id or
test("an ID is taken once, whatever table it stands in @all", async ({ page, product, differences, consoleErrors }) => {
  consoleErrors.tolerate(CONFLICT);
  await openAccounts(page);
  // An attendant of the project's own, whom the login would find first.
  await expectTaken(page, "vakt01");
  expect(await attendantRows(product, "vakt01")).toHaveLength(differences.seededAttendants.length);
  await openTab(page, "Administratörer");
  for (const taken of ["admin01", "standardadmin"]) {
    await fillIn(page, taken, "Losen-7410");
    await page.getByRole("button", { name: "Lägg till admin" }).click();
    await expect(page.getByText("Användar-ID finns redan")).toBeVisible();
    await page.getByLabel("Användar-ID").fill("");
  }
  expect(await adminRows(product, "standardadmin")).toHaveLength(0);
});

// Spec 1 §8: Parkeringsvakt tillagd /
// Spec 1 §8: Admin-konto tillagt /
test("says what failed and keeps what was typed", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
  consoleErrors.tolerate(UNREACHABLE);
  const here = { project: "ostra-hamnen", password: "Vakt-7410" };
  await addPeople(
    product,
    { ...here, kind: "attendant", userId: "flyktig" },
    { ...here, kind: "admin", userId: "flyktig-admin" },
  );
  await openAccounts(page);
  await expect(account(page, "flyktig")).toBeVisible();
  await removePeople(product, "flyktig");
  await confirmRemoval(page, "flyktig");
  await expect(page.getByText("Kunde inte ta bort parkeringsvakt")).toBeVisible();
  await expect(account(page, "flyktig")).toHaveCount(0);
  // Nobody was removed by this press, so the log tells of none.
  expect(await removalRows(product, "flyktig")).toHaveLength(0);

  await openTab(page, "Administratörer");
  await expect(account(page, "flyktig-admin")).toBeVisible();
  await removePeople(product, "flyktig-admin");
  await confirmRemoval(page, "flyktig-admin");
  await expect(page.getByText("Kunde inte ta bort admin-konto")).toBeVisible();
  await expect(account(page, "flyktig-admin")).toHaveCount(0);

  await product.stopDatabase();
  try {
    await fillIn(page, "oskriven", "Losen-7410");
    await page.getByRole("button", { name: "Lägg till admin" }).click();
    await expect(page.getByText("Kunde inte lägga till admin-konto")).toBeVisible(DATABASE_AWAY);
    await expect(page.getByLabel("Användar-ID")).toHaveValue("oskriven");
    await openTab(page, "Parkeringsvakter");
    await fillIn(page, "oskriven", "Losen-7410");
    await page.getByRole("button", { name: "Lägg till parkeringsvakt" }).click();
    await expect(page.getByText("Kunde inte lägga till parkeringsvakt")).toBeVisible(DATABASE_AWAY);
    await page.reload();
    await expect(page.getByText("Kunde inte hämta parkeringsvakter")).toBeVisible(DATABASE_AWAY);
    await expect(page.getByText("Kunde inte hämta borttagna parkeringsvakter")).toBeVisible();
    await openTab(page, "Administratörer");
    await expect(page.getByText("Kunde inte hämta admin-konton")).toBeVisible(DATABASE_AWAY);
    await expect(account(page, "standardadmin")).toBeVisible();
  } finally {
    await product.startDatabase();
  }
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(account(page, "admin01")).toBeVisible();
  expect(await adminRows(product, "oskriven")).toHaveLength(0);
  expect(await attendantRows(product, "oskriven")).toHaveLength(0);
});

// Spec 1 §2: The same …
// Spec 1 §7: Logged actions: page_visit,
test(
  "the page of its own: the same accounts, back to the dashboard, out to the site",
  { tag: "@all" },
  async ({ page, product }) => {
    await logInAsAdmin(page);
    await openTab(page, "Hantera konton");
    await page.getByRole("link", { name: "Öppna kontona på en egen sida" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/manage-accounts$/);
    await expect(page.getByRole("button", { name: "Lägg till parkeringsvakt" })).toBeVisible();
    await openTab(page, "Administratörer");
    await expect(account(page, "admin01")).toBeVisible();
    await page.reload();
    await expect(account(page, "admin01")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
    await page.goto(ACCOUNTS);
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen$/);
    await expect
      .poll(
        async () =>
          product.sql`select 1 from web_activity_logs where action = 'admin_logout' and page_url = ${ACCOUNTS}`,
      )
      .toHaveLength(1);
    await page.goto(ACCOUNTS);
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
  },
);

// Spec rules §4: Numbers of devices
test("unused case numbers of a lost phone are voided @once", async ({ page, product }) => {
  const request = randomUUID();
  await product.sql`insert into private.case_numbers (case_number, request_id, reserved_by, project_id, site_id, created_at)
    select '7000000' || n, ${request}, 'borta-telefon', s.path, s.id, now() - n * interval '20 hours'
    from generate_series(0, 2) n, main_page_sites s where s.path = 'ostra-hamnen'`;
  await beginAsAdmin(page, { at: ACCOUNTS });
  const people = page.getByRole("region", { name: "Oanvända ärendenummer" });
  await expect(people).toContainText("3 nummer, 2 på telefoner som är i bruk");
  await people.getByRole("button", { name: "Ogiltigförklara nummer för borta-telefon" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ogiltigförklara" }).click();
  await expect(people).not.toContainText("borta-telefon");
  expect(await product.sql`select distinct voided_by from private.case_numbers where request_id = ${request}`).toEqual([
    { voided_by: "admin01" },
  ]);
});
