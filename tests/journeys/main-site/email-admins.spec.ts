// The main admin's screen for administrators: who sees to e-mail accounts, and of whom a second factor is demanded.
// @all: backend/accounts asks who makes, changes and removes whom; backend/products/messages chooses a password by an invitation's link.
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import { chooseOwnPassword, seeChange } from "#tests/support/journeys/own-password.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { enrolFactor } from "#tests/support/journeys/second-factor.ts";

/** Signs in as a new administrator, chooses a password and makes an account. */
async function makeAccountAs(other: Page, email: string, password: string): Promise<void> {
  await other.goto("/admin-accounts");
  await signIn(other, email, password);
  await chooseOwnPassword(other, "Granen-7410", "en");
  await expect(other.getByRole("heading", { name: "Admin accounts" })).toBeVisible();
  await other.getByLabel("Email").fill(`${randomUUID()}@example.com`);
  await other.getByLabel("Password", { exact: true }).fill("Granen-7411");
  await other.getByRole("button", { name: "Create account" }).click();
  await expect(other.getByText(/^Account created for/)).toBeVisible();
}

test.describe("administrators", { tag: "@hardened" }, () => {
  // The browser notes what the server refuses, also to logins that have ended.
  test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of (40[0139]|422)/));

  // Spec rules §1: An invitation and
  test("the main admin makes an e-mail administrator, who chooses a password and makes accounts, and removes them @all", async ({
    page,
    browser,
    product,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openAdministrators(page);
    // Without a mail server nobody is invited.
    await expect(page.getByLabel("Skicka en inbjudan med e-post")).toHaveCount(0);
    const card = page.getByRole("region", { name: "E-postadministratörer" });
    const form = card.getByRole("form", { name: "Ny e-postadministratör" });
    // The super admin of the seed stays.
    await expect(card.getByText("superadmin@parkering.example")).toBeVisible();
    await expect(card.getByText("Kan ej tas bort")).toBeVisible();
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    await expect(form.getByText("Fyll i e-post och lösenord")).toBeVisible();
    await form.getByLabel("E-post").fill("ingen adress");
    await form.getByRole("button", { name: "Skapa ett lösenord" }).click();
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    await expect(form.getByText("Ange en giltig e-postadress")).toBeVisible();
    await form.getByLabel("E-post").fill("superadmin@parkering.example");
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    await expect(form.getByText("Adressen har redan ett konto")).toBeVisible();
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    await form.getByLabel("E-post").fill(email);
    await form.getByLabel("Lösenord", { exact: true }).fill("password");
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    await expect(form.getByText("Lösenordet är ett av de vanligaste. Välj ett annat.")).toBeVisible();
    await form.getByRole("button", { name: "Skapa ett lösenord" }).click();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    const given = card.getByRole("region", { name: `Ge lösenordet till ${email}` });
    await expect(given).toBeFocused();
    const password = await given.getByRole("code").innerText();
    await given.getByRole("button", { name: "Kopiera" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await expectAccessible(page);
    await given.getByRole("button", { name: "Klar" }).click();
    await expect(page.getByText(password)).toHaveCount(0);
    await expect(card.getByText(email)).toBeVisible();

    const other = await openOther(browser, product);
    await makeAccountAs(other, email, password);
    await card.getByRole("button", { name: `Ta bort ${email}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
    await expect(page.getByText("Administratör borttagen")).toBeVisible();
    await expect(card.getByText(email)).toHaveCount(0);
    expect(await product.sql`select from auth.users where email = ${email}`).toHaveLength(0);
    await other.reload();
    await expect(other).toHaveURL(/\/auth$/);
    await other.context().close();
  });

  test("an invited person chooses a password with the link of the mail @all", async ({ page, browser, product }) => {
    // This server sends no mail: it waits in the outbox.
    const [before] = await product.sql<{ public_url: string | null }[]>`
      select public_url from private.settings`;
    await product.sql`update private.settings set sends_mail = true, public_url = ${product.url}`;
    await openAdministrators(page);
    const card = page.getByRole("region", { name: "E-postadministratörer" });
    const form = card.getByRole("form", { name: "Ny e-postadministratör" });
    const other = await openOther(browser, product);
    const invited = `${randomUUID().slice(0, 8)}@example.com`;
    await form.getByLabel("E-post", { exact: true }).fill(invited);
    await form.getByLabel("Skicka en inbjudan med e-post").check();
    await expect(form.getByLabel("Lösenord", { exact: true })).toHaveCount(0);
    await form.getByRole("button", { name: "Lägg till administratör" }).click();
    await expect(card.getByText(invited)).toBeVisible();
    await card.getByRole("button", { name: `Nytt lösenord för ${invited}` }).click();
    await page.getByRole("button", { name: "Skicka nytt lösenord" }).click();
    await expect(page.getByText("En länk skickas till personens e-post")).toBeVisible();
    const links = await product.sql<{ key: string }[]>`
      select private.link_key(l.id) as key from private.account_links l join auth.users u on u.id = l.account_id
      where u.email = ${invited}`;
    expect(links).toHaveLength(1);
    // Journeys beside this one issue fines, which want the public address in `hardened`.
    await product.sql`update private.settings set sends_mail = false, public_url = ${before?.public_url ?? null}`;
    await other.goto(`/account/password#${links[0]?.key}`);
    for (const label of ["Nytt lösenord", "Upprepa lösenordet"])
      await other.getByLabel(label, { exact: true }).fill("Granen-7412");
    await expectAccessible(other);
    await other.getByRole("button", { name: "Spara" }).click();
    await expect(other.getByText("Lösenordet är valt. Nu kan du logga in.")).toBeVisible();
    await other.goto("/admin-accounts");
    await signIn(other, invited, "Granen-7412");
    await expect(other.getByRole("heading", { name: "Admin accounts" })).toBeVisible();
    await other.context().close();
  });

  test("an administrator who lost the phone gets a new password and loses the second factor @all", async ({
    page,
    browser,
    product,
  }) => {
    const email = "superadmin@parkering.example";
    const other = await openOther(browser, product);
    await other.goto("/account");
    await signIn(other, email, "Super-7410");
    await other.getByRole("button", { name: "Set up" }).click();
    await enrolFactor(other, "en");
    await other.context().close();

    await openAdministrators(page);
    await page.getByRole("button", { name: `Nytt lösenord för ${email}` }).click();
    const dialog = page.getByRole("dialog", { name: `Nytt lösenord för ${email}` });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Ta bort engångskoder" }).click();
    await expect(page.getByText("Engångskoderna är borttagna")).toBeVisible();
    await page.keyboard.press("Escape");
    const again = await openOther(browser, product);
    await again.goto("/account");
    await signIn(again, email, "Super-7410");
    await seeChange(again, /^The one-time code was changed 20.* by the main admin huvudadmin\.$/, "en");
    await expect(again.getByRole("button", { name: "Set up" })).toBeVisible();
    await again.context().close();
  });

  test("the main admin demands codes of kinds of people, and of the own one after setting them up @all", async ({
    page,
    product,
  }) => {
    await openAdministrators(page, async () => {
      // A week after the first log-in they are demanded of the main admin without anybody asking.
      const due = page.getByText(
        /^Från 20\d\d-.* måste du logga in med en engångskod\. Ställ in den på sidan Mitt konto innan dess\.$/,
      );
      await expect(due).toBeVisible();
      await expectAccessible(page);
    });
    const card = page.getByRole("region", { name: "Krav på engångskod" });
    const box = (name: string) => card.getByRole("checkbox", { name, exact: true });
    const save = async () => card.getByRole("button", { name: "Spara krav" }).click();
    // Of those whom the main admin chose: the own kind's default has a date too.
    const demanded = async () =>
      (
        await product.sql<{ kinds: string[] }[]>`
          select array(select key from jsonb_each_text(second_factor_from) where value is not null and key <> 'main-admin' order by 1) as kinds
          from private.settings`
      )[0]?.kinds;
    await box("Huvudadmin").check();
    await save();
    await expect(page.getByText("Ställ in engångskoder för ditt eget konto först, under Mitt konto.")).toBeVisible();
    await expect(box("Huvudadmin")).toBeChecked();
    expect(await demanded()).toEqual([]);
    await box("Huvudadmin").uncheck();
    await box("Platsernas administratörer").check();
    await box("Anställda med e-postkonto, och e-postadministratörer").check();
    await save();
    await expect(page.getByText("Kraven är sparade")).toBeVisible();
    await expect(box("E-postadministratörer")).toBeChecked();
    await expect(card.getByText(/^från 20\d\d-/)).toHaveCount(3);
    expect(await demanded()).toEqual(["account-admin", "admin", "agent"]);
    await page.reload();
    await expect(box("Platsernas administratörer")).toBeChecked();
    for (const name of ["Platsernas administratörer", "Anställda med e-postkonto, och e-postadministratörer"])
      await box(name).uncheck();
    await box("E-postadministratörer").uncheck();
    await save();
    await expect.poll(demanded).toEqual([]);
  });
});

test("there are no such administrators in the profile specified @all", { tag: "@specified" }, async ({ page }) => {
  await page.goto("/admin-login");
  await logIn(page);
  await expect(page.getByRole("link", { name: "Administratörer" })).toHaveCount(0);
  await page.goto("/admin-dashboard/administrators");
  await expect(page).toHaveURL(/\/admin-dashboard$/);
});

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill(HARDENED_PASSWORDS.huvudadmin);
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
}

/** Opens the screen as the main admin, who is logged in already; `look` looks at the dashboard on the way. */
async function openAdministrators(page: Page, look?: () => Promise<void>): Promise<void> {
  await holdLogin(page, { kind: "main-admin", userId: "huvudadmin", password: HARDENED_PASSWORDS.huvudadmin });
  await page.goto("/admin-dashboard");
  await look?.();
  await page.getByRole("link", { name: "Administratörer" }).click();
  await expect(page.getByRole("heading", { name: "Administratörer", level: 1 })).toBeVisible();
}

/** Another person's browser. */
async function openOther(browser: Browser, { url }: RunningProduct): Promise<Page> {
  return (await browser.newContext({ baseURL: url, locale: "sv-SE" })).newPage();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}
