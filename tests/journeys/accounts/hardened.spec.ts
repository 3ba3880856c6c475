// The profile hardened: who is let in where, with which password, and for how long (decisions §4).
// Four refusals are @all: tests/access and backend/accounts/create-admin-user ask the database for each.
import type { Browser, Page } from "@playwright/test";
import { renewMainAdminPassword } from "#server/identities/set-up.ts";
import { beginAsAttendant, logInAsAttendant, parkingCard, registerParking } from "#tests/support/journeys/attendant.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import { chooseOwnPassword, seeChange } from "#tests/support/journeys/own-password.ts";
import { LOOK_AFTER_NEXT } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { plainClient } from "#tests/support/rows/writes.ts";

test.describe("hardened", { tag: "@hardened" }, () => {
  // The browser notes what the server refuses: wrong passwords with 400, people who are out with 401 and 403.
  test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of 40[013]/));

  // Spec 3 §4: fixed credentials |
  test("the main admin chooses a password at the first login and gives the dispatch administrator one", async ({
    page,
    product,
  }) => {
    // Logins of other tests are not told of this test's changes to accounts.
    const forgetChanges = () => product.sql`delete from private.account_notices`;
    const first = await renewMainAdminPassword(product.database);
    await forgetChanges();
    await logInAsMainAdmin(page, first);
    const dialog = page.getByRole("dialog", { name: "Välj ett eget lösenord" });
    const fill = async (password: string, repeated: string) => {
      await dialog.getByLabel("Nytt lösenord").fill(password);
      await dialog.getByLabel("Upprepa lösenordet").fill(repeated);
      await dialog.getByRole("button", { name: "Spara" }).click();
    };
    await fill(first, first);
    await expect(dialog.getByText("Välj ett annat lösenord än det du har")).toBeVisible();
    await fill("12345", "12345");
    await expect(dialog.getByText("Lösenordet måste ha minst 8 tecken.")).toBeVisible();
    await fill("Huvud-7410", "Huvud-7411");
    await expect(dialog.getByText("Lösenorden är inte lika")).toBeVisible();
    await expectAccessible(page);
    await fill("Huvud-7410", "Huvud-7410");
    await expect(page).toHaveURL(/\/admin-dashboard$/);

    const passwords = page.getByRole("region", { name: "Sparade lösenord" });
    await expect(passwords.getByText("Dold").first()).toBeVisible();
    await giveNewPassword(page, "ledning (721075)", "Granskog-7411");
    await forgetChanges();
    await page.goto("/721075?role=administrator");
    await page.getByLabel("Användarnamn").fill("ledning");
    await page.getByLabel("Lösenord", { exact: true }).fill("Granskog-7411");
    await page.getByRole("button", { name: "Logga in" }).click();
    await chooseOwnPassword(page, "Granskog-7412");
    await expect(page.getByRole("tab", { name: "Operators" })).toBeVisible();
    // Two kinds are logged in in this browser.
    await page.goto("/admin-dashboard");
    await expect(passwords.getByText("ledning (721075)")).toBeVisible();
    await giveNewPassword(page, "ledning (721075)", "Granskog-7413");
    await page.goto("/721075?role=administrator");
    await expect(page.getByRole("dialog", { name: "Administratörsinloggning" })).toBeVisible();
    await forgetChanges();
    await product.sql`
      update auth.users set encrypted_password = extensions.crypt(${HARDENED_PASSWORDS.ledning}, extensions.gen_salt('bf', 4))
      where id = (select account_id from staff_accounts where user_id = 'ledning')`;
    await product.sql`update staff_accounts set must_change_password = false where user_id = 'ledning'`;
  });

  test("who gives the first login up is not logged in @all", async ({ page, product }) => {
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "ny-vakt", password: "Forsta-1" });
    await product.sql`update staff_accounts set must_change_password = true where user_id = 'ny-vakt'`;
    await logInAs(page, "attendant", "ny-vakt", "Forsta-1");
    await page.getByRole("dialog").getByRole("button", { name: "Avbryt" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("/ostra-hamnen/attendant-dashboard");
    await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await removePeople(product, "ny-vakt");
  });

  // Spec 3 §4: lists of stored
  test("an attendant works with the account that an admin gives, until it gets another password or is removed", async ({
    page,
    browser,
    product,
  }) => {
    const plate = await registerParking(product);
    await logInAsAdmin(page);
    await page.getByRole("tab", { name: "Hantera konton" }).click();
    await page.getByLabel("Användar-ID").fill("vakt77");
    await page.getByLabel("Lösenord", { exact: true }).fill("Tallkott-7391");
    await page.getByRole("button", { name: "Lägg till parkeringsvakt" }).click();
    await expect(page.getByText("Parkeringsvakt tillagd")).toBeVisible();
    const row = page.getByRole("article", { name: "vakt77" });
    await expect(row.getByText("Dold")).toBeVisible();

    const phone = await openPhone(browser, product.url);
    await logInAs(phone, "attendant", "vakt77", "Tallkott-7391");
    await chooseOwnPassword(phone, "Tallkott-7778");
    await expect(parkingCard(phone, plate)).toBeVisible();

    await giveNewPassword(page, "vakt77", "Tallkott-8361");
    await removeParking(phone, plate);
    await expectSentToLogin(phone);
    expect(await product.sql`select from parkings where ref_number = ${plate}`).toHaveLength(1);
    await logInAs(phone, "attendant", "vakt77", "Tallkott-7778");
    await expectToldAtForm(phone, "Felaktigt användar-ID eller lösenord");
    await logInAs(phone, "attendant", "vakt77", "Tallkott-8361");
    await chooseOwnPassword(phone, "Tallkott-8889");
    const changes = phone.getByRole("dialog", { name: "Ditt konto har ändrats" });
    await expect(changes.getByRole("listitem")).toBeVisible();
    await expectAccessible(phone);
    // A page that is left before anything is pressed tells it again.
    await phone.reload();
    await logInAs(phone, "attendant", "vakt77", "Tallkott-8889");
    await seeChange(phone, /^Lösenordet ändrades 20.* av administratören \S+\.$/);
    await expect(parkingCard(phone, plate)).toBeVisible();

    await row.getByRole("button", { name: "Ta bort vakt77" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
    await expect(page.getByText("Parkeringsvakt borttagen", { exact: true })).toBeVisible();
    // Nothing has to be pressed: who is removed is out, and is told why.
    await expect(phone).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
    await expect(phone.getByText("Ditt konto har tagits bort").first()).toBeVisible();
    expect(await product.sql`select from parkings where ref_number = ${plate}`).toHaveLength(1);
    await phone.context().close();
  });

  test("an attendant's account does not open the administration of its site @all", async ({ page }) => {
    await logInAs(page, "admin", "vakt01", "Vakt-7410");
    await expectToldAtForm(page, "Du har inte behörighet att komma åt denna sida");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  // Spec 3 §4: table access |
  test("two kinds in one browser: each screen speaks as its own person, and sees its own answers", async ({
    page,
    product,
  }) => {
    const spoken = followSpeakers(page);
    const loginsOf = async (id = "") =>
      (await product.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${id} order by id`).map(
        (row) => row.id,
      );
    const [attendant] = await product.sql<{ id: string }[]>`
      select account_id as id from staff_accounts where user_id = 'vakt01' and project_id = 'ostra-hamnen'`;
    const [admin] = await product.sql<
      { id: string }[]
    >`select account_id as id from staff_accounts where user_id = 'admin01'`;
    // Other tests leave logins of the same people.
    const earlier = await loginsOf(attendant?.id);
    await logInAsAttendant(page);
    expect(await loginsOf(attendant?.id)).toHaveLength(earlier.length + 1);
    await logInAsAdmin(page);
    // Nothing that the last page asked for counts.
    await page.goto("about:blank");
    spoken.clear();
    await page.goto("/ostra-hamnen/attendant-dashboard");
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect.poll(() => [...spoken]).toEqual([attendant?.id]);
    await page.goto("about:blank");
    spoken.clear();
    await page.goto("/ostra-hamnen/admin-dashboard");
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect.poll(() => [...spoken]).toEqual([admin?.id]);
    // Without a new page: back to the project, and in again as the other one.
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page.getByRole("link", { name: "Parking Attendant" })).toBeVisible();
    spoken.clear();
    await page.getByRole("link", { name: "Parking Attendant" }).click();
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect.poll(() => [...spoken].filter((speaker) => speaker !== "anon")).toEqual([attendant?.id]);

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/?(attendant-login)?$/);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("attendant"))))
      .toEqual([]);
    await expect.poll(() => loginsOf(attendant?.id)).toEqual(earlier);
    await page.goto("/ostra-hamnen/admin-dashboard");
    await expect(page.getByRole("tab", { name: "Hantera konton" })).toBeVisible();
    expect(
      await product.sql`select from web_activity_logs where user_id = 'vakt01' and action ilike '%logout%'`,
    ).not.toHaveLength(0);
  });

  test("an operator with a new password logs in again, and is not called removed @all", async ({ page, product }) => {
    await addPeople(product, { kind: "operator", project: "721075", userId: "op77", password: "Enbuske-1" });
    await logInAsOperator(page, "op77", "Enbuske-1");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();

    const { admin } = plainClient(product.url, product.secretKey).auth;
    const [account] = await product.sql<{ id: string }[]>`
      select account_id as id from staff_accounts where user_id = 'op77'`;
    expect((await admin.updateUserById(account?.id ?? "", { password: "Enbuske-2" })).error).toBeNull();
    // The page hears that the list of operators has changed, and may ask whether it still holds this one.
    await addPeople(product, { kind: "operator", project: "721075", userId: "op78", password: "Enbuske-1" });
    await expectReasonAtLogin(page, "Din inloggning har upphört. Logga in igen.", LOOK_AFTER_NEXT);
    await expect(page).toHaveURL(/operator-login$/);
    await expect(page.getByText("Ditt konto har tagits bort")).toHaveCount(0);
    const loggedIn = logInAsOperator(page, "op77", "Enbuske-2");
    await seeChange(page, /^Lösenordet ändrades 20.* av den som sköter servern\.$/);
    await loggedIn;
    await removePeople(product, "op77", "op78");
  });

  test("after 8 hours the session is over, here and at the sign-in service", async ({ page, consoleErrors }) => {
    // The token has run out as well: a renewal that is under way when the login ends is refused (400), which is tolerated above.
    // The clock that jumps is that of time-outs too: sign-in's client writes to the console of a call that was under way.
    consoleErrors.tolerate(/TimeoutError: signal timed out/);
    await page.clock.install();
    await beginAsAttendant(page);
    await page.clock.fastForward(8 * 60 * 60 * 1000);
    await expectSentToLogin(page);
    // Case numbers that nobody has used yet are the next login's of the same person.
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith("case-numbers ")));
    await expect.poll(kept).toEqual([]);
  });

  // Spec 3 §4: passwords | readable
  test("IDs alone let nobody in", async ({ page }) => {
    await page.goto("/157715/chauffeur-login");
    await page.getByLabel("Chauffeur ID").fill("TAXIADMIN");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("Please enter both Chauffeur ID and password")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("Taxi-admin-7410");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { name: /^Chaufförer \(/ })).toBeVisible();

    await page.goto("/ASE/employee-login");
    await page.getByLabel("Employee ID").fill("ASE-001");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("Please enter both Employee ID and password")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("Granris-002");
    await page.getByRole("button", { name: "Log In" }).click();
    await expectToldAtForm(page, "Invalid Employee ID or password");
    await page.getByLabel("Password", { exact: true }).fill("Granris-7401");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(/\/ASE\/employee-dashboard$/);
  });

  // Spec 3 §4: general sign-in that
  test("a sign-in that is refused makes no account @all", async ({ page, product }) => {
    await page.goto("/login");
    await page.getByLabel("Email or username").fill("nyfiken");
    await page.getByLabel("Password", { exact: true }).fill("Nyfiken-1");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expectToldAtForm(page, "Invalid login credentials");
    expect(await product.sql`select from auth.users where email ilike 'nyfiken%'`).toHaveLength(0);
  });
});

const LOGINS = {
  attendant: { path: "/ostra-hamnen/attendant-login", label: "Användar-ID" },
  admin: { path: "/ostra-hamnen/admin-login", label: "Användarnamn" },
} as const;

async function logInAs(page: Page, kind: keyof typeof LOGINS, userId: string, password: string): Promise<void> {
  await page.goto(LOGINS[kind].path);
  await page.getByLabel(LOGINS[kind].label).fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
}

async function logInAsAdmin(page: Page): Promise<void> {
  await logInAs(page, "admin", "admin01", "Admin-7410");
  await expect(page.getByRole("tab", { name: "Hantera konton" })).toBeVisible();
}

async function logInAsMainAdmin(page: Page, password: string): Promise<void> {
  await page.goto("/admin-login");
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
}

/** Gives somebody of a list another password and waits until it counts. */
async function giveNewPassword(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole("button", { name: `Nytt lösenord för ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Nytt lösenord för ${name}` });
  await dialog.getByLabel("Nytt lösenord").fill(password);
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Lösenordet har ändrats")).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

/** Another person's browser. */
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: "sv-SE", viewport: { width: 390, height: 844 } });
  return context.newPage();
}

/** Removes a parking on a phone, whose row is opened first. */
async function removeParking(page: Page, plate: string): Promise<void> {
  await parkingCard(page, plate)
    .getByRole("button", { name: `Mer om ${plate}` })
    .click();
  await parkingCard(page, plate).getByRole("button", { name: "Ta bort parkering" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
}

async function expectSentToLogin(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
  await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
}

/** The owners of the tokens in the page's calls of the table API: account ids, or `anon`. */
function followSpeakers(page: Page): Set<string> {
  const speakers = new Set<string>();
  page.on("request", (request) => {
    if (!request.url().includes("/rest/v1/")) return;
    const token = request.headers()["authorization"]?.split(".")[1];
    const claims = token === undefined ? {} : JSON.parse(Buffer.from(token, "base64url").toString());
    speakers.add((claims as { sub?: string }).sub ?? "anon");
  });
  return speakers;
}
