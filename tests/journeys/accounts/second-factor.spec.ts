// The second factor: set up on the page of the account, asked for at each log-in, and what stands in for a lost one.
// Recovery codes, turning it off and an old login are @all: backend/sign-in asks them.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { chooseOwnPassword } from "#tests/support/journeys/own-password.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { enrolFactor, forgetUsedCodes, showCode } from "#tests/support/journeys/second-factor.ts";
import { codeOf } from "#tests/support/people/sign-in.ts";
import { plainClient } from "#tests/support/rows/writes.ts";

const PASSWORD = "Skogen-7410";

test.describe("second factor", { tag: "@hardened" }, () => {
  // The browser notes what the server refuses: a wrong code with 422, logins that are over with 401 and 403.
  test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of (40[013]|422)/));
  test.afterEach(async ({ product }) => {
    await product.sql`update private.settings set require_second_factor = '{}'`;
  });

  test("an admin sets it up, and logs in with a code", async ({ page, product, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const userId = await newAdmin(product);
    await logIn(page, userId);
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();
    await page.getByRole("link", { name: "Mitt konto" }).click();
    await expect(page.getByRole("heading", { name: "Mitt konto", level: 1 })).toBeVisible();
    await expect(page.getByText(`Inloggad som ${userId}`)).toBeVisible();
    await expectAccessible(page);

    const card = page.getByRole("region", { name: "Engångskoder vid inloggning" });
    await card.getByRole("button", { name: "Ställ in" }).click();
    const dialog = page.getByRole("dialog", { name: "Ställ in engångskoder" });
    const picture = dialog.getByRole("img", { name: "QR-kod för appen" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Kopiera nyckeln" }).click();
    // Before this text is shown, the clipboard may still hold what another test has put there.
    await expect(page.getByText("Kopierat", { exact: true })).toBeVisible();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const code = dialog.getByLabel("Koden som appen visar");
    await code.fill("12 34");
    await dialog.getByRole("button", { name: "Slå på" }).click();
    await expect(dialog.getByText("Koden är sex siffror")).toBeVisible();
    await code.fill("000000");
    await dialog.getByRole("button", { name: "Slå på" }).click();
    await expect(dialog.getByText("Fel kod.")).toBeVisible();
    await expect(code).toHaveValue("000000");
    await code.fill(await codeOf(secret));
    await dialog.getByRole("button", { name: "Slå på" }).click();

    await keepRecoveryCodes(page);
    await expect(card.getByText("På", { exact: true })).toBeVisible();
    await expect(page.getByText("Engångskoder är påslagna")).toBeVisible();

    await logOut(page);
    await logIn(page, userId);
    await enterCode(page, product, secret);
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();
    await removePeople(product, userId);
  });

  test("an admin who logged in a while ago is told to log in again before setting it up @all", async ({
    page,
    product,
  }) => {
    const userId = await newAdmin(product);
    await logIn(page, userId);
    await page.getByRole("link", { name: "Mitt konto" }).click();
    const card = page.getByRole("region", { name: "Engångskoder vid inloggning" });
    await expect(card.getByText("Av", { exact: true })).toBeVisible();
    await product.sql`
      update auth.mfa_amr_claims c set updated_at = now() - interval '16 minutes'
      from auth.sessions s join staff_accounts a on a.account_id = s.user_id
      where c.session_id = s.id and a.user_id = ${userId}`;
    await card.getByRole("button", { name: "Ställ in" }).click();
    await expect(page.getByText("Det är en stund sedan du loggade in. Logga ut och in igen")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await removePeople(product, userId);
  });

  test("an admin logs in with a recovery code, takes new ones, and logs in without any code when it is off @all", async ({
    page,
    product,
  }) => {
    const userId = await newAdmin(product);
    await logIn(page, userId);
    await page.getByRole("link", { name: "Mitt konto" }).click();
    const card = page.getByRole("region", { name: "Engångskoder vid inloggning" });
    await card.getByRole("button", { name: "Ställ in" }).click();
    const dialog = page.getByRole("dialog", { name: "Ställ in engångskoder" });
    const secret = (await dialog.getByRole("code").innerText()).replaceAll(" ", "");
    await dialog.getByLabel("Koden som appen visar").fill(await codeOf(secret));
    await dialog.getByRole("button", { name: "Slå på" }).click();
    const saved = page.getByRole("dialog", { name: "Spara dina återställningskoder" });
    await expect(saved.getByRole("listitem")).toHaveCount(10);
    const codes = await saved.getByRole("listitem").allInnerTexts();
    await saved.getByRole("button", { name: "Jag har sparat koderna" }).click();

    await logOut(page);
    await logIn(page, userId);
    const ask = page.getByRole("dialog", { name: "Ange engångskoden" });
    await ask.getByRole("button", { name: "Använd en återställningskod" }).click();
    const recovery = page.getByRole("dialog", { name: "Ange en återställningskod" });
    await expect(recovery.getByLabel("Återställningskod")).toBeFocused();
    await recovery.getByLabel("Återställningskod").fill("00000-00000-00000-00000");
    await recovery.getByRole("button", { name: "Fortsätt" }).click();
    await expect(recovery.getByText("Koden är fel eller redan använd")).toBeVisible();
    await recovery.getByLabel("Återställningskod").fill(codes[0]?.toUpperCase() ?? "");
    await recovery.getByRole("button", { name: "Fortsätt" }).click();
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();

    await page.getByRole("link", { name: "Mitt konto" }).click();
    await card.getByRole("button", { name: "Nya återställningskoder" }).click();
    await expect(saved.getByRole("listitem")).toHaveCount(10);
    expect(await saved.getByRole("listitem").allInnerTexts()).not.toEqual(codes);
    await saved.getByRole("button", { name: "Jag har sparat koderna" }).click();
    await card.getByRole("button", { name: "Stäng av" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stäng av" }).click();
    const current = page.getByRole("dialog", { name: "Ange ditt lösenord" });
    await current.getByLabel("Nuvarande lösenord").fill(PASSWORD);
    await current.getByRole("button", { name: "Fortsätt" }).click();
    await expect(page.getByText("Engångskoder är avstängda")).toBeVisible();
    await expect(card.getByRole("button", { name: "Ställ in" })).toBeVisible();
    await logOut(page);
    await logIn(page, userId);
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();
    await removePeople(product, userId);
  });

  test("who gives the code up is not logged in @all", async ({ page, product }) => {
    const userId = await newAdmin(product);
    await logIn(page, userId);
    await page.getByRole("link", { name: "Mitt konto" }).click();
    await page.getByRole("button", { name: "Ställ in" }).click();
    await enrolFactor(page);
    await logOut(page);
    await logIn(page, userId);
    await page.getByRole("dialog", { name: "Ange engångskoden" }).getByRole("button", { name: "Avbryt" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("/ostra-hamnen/admin-dashboard");
    await expect(page).toHaveURL(/\/admin-login$/);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await removePeople(product, userId);
  });

  test("a kind that must have one sets it up right after the log-in, and again when it is turned off @all", async ({
    page,
    product,
  }) => {
    const userId = await newAdmin(product);
    await product.sql`update private.settings set require_second_factor = '{admin}'`;
    await logIn(page, userId);
    const dialog = page.getByRole("dialog", { name: "Ställ in engångskoder" });
    await expect(dialog.getByText("Ditt konto måste ha en engångskod utöver lösenordet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin-login$/);
    await logIn(page, userId);
    await enrolFactor(page);
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();

    await page.getByRole("link", { name: "Mitt konto" }).click();
    await page.getByRole("button", { name: "Stäng av" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stäng av" }).click();
    const current = page.getByRole("dialog", { name: "Ange ditt lösenord" });
    await current.getByLabel("Nuvarande lösenord").fill(PASSWORD);
    await current.getByRole("button", { name: "Fortsätt" }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin-login$/);
    await removePeople(product, userId);
  });

  test(
    "an e-mail account is not signed in at / before it has shown the code and chosen a password",
    { tag: "@all" },
    async ({ page, product }) => {
      const email = await newAccount(product, { isGiven: true });
      await page.goto("/");
      await signIn(page, email, PASSWORD);
      await chooseOwnPassword(page, "Skogen-7411", "en");
      await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
      await page.getByRole("link", { name: "My account" }).click();
      await page.getByRole("button", { name: "Set up" }).click();
      const secret = await enrolFactor(page, "en");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("button", { name: "Sign Out" }).click();

      await signIn(page, email, "Skogen-7411");
      await expect(page.getByRole("dialog", { name: "Enter the code" })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
      await signIn(page, email, "Skogen-7411");
      await showCode(page, product, secret, "en");
      await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
    },
  );

  test("a code that cannot be checked is told, and stays in its field; a given password is asked about after it @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/Failed to load resource|Failed to fetch/);
    const userId = await newAdmin(product);
    await logIn(page, userId);
    await page.getByRole("link", { name: "Mitt konto" }).click();
    await page.getByRole("button", { name: "Ställ in" }).click();
    const secret = await enrolFactor(page);
    await logOut(page);
    await product.sql`update staff_accounts set must_change_password = true where user_id = ${userId}`;
    await logIn(page, userId);
    const dialog = page.getByRole("dialog", { name: "Ange engångskoden" });
    await dialog.getByLabel("Engångskod").fill("123456");
    await page.route("**/auth/v1/**", (route) => route.abort());
    await dialog.getByRole("button", { name: "Fortsätt" }).click();
    await expect(dialog.getByText("Koden kunde inte kontrolleras. Försök igen.")).toBeVisible();
    await expect(dialog.getByLabel("Engångskod")).toHaveValue("123456");
    await page.unroute("**/auth/v1/**");
    await showCode(page, product, secret);
    // A password that another person gave is replaced after the code.
    await chooseOwnPassword(page, "Skogen-7411");
    await expect(page.getByRole("tab", { name: "Parkeringar" })).toBeVisible();
    await removePeople(product, userId);
  });
});

/** Makes an admin of `ostra-hamnen` with a password of their own. */
async function newAdmin(product: RunningProduct): Promise<string> {
  const userId = `chef-${randomUUID().slice(0, 8)}`;
  await addPeople(product, { kind: "admin", project: "ostra-hamnen", userId, password: PASSWORD });
  await product.sql`update staff_accounts set must_change_password = false where user_id = ${userId}`;
  return userId;
}

async function newAccount(product: RunningProduct, { isGiven }: { isGiven: boolean }): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { admin } = plainClient(product.url, product.secretKey).auth;
  const app_metadata = isGiven ? { must_change_password: true } : {};
  const { error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true, app_metadata });
  expect(error).toBeNull();
  return email;
}

async function logIn(page: Page, userId: string): Promise<void> {
  await page.goto("/ostra-hamnen/admin-login");
  await page.getByLabel("Användarnamn").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Logga in" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/ostra-hamnen/admin-dashboard");
  await page.getByRole("button", { name: "Logga ut" }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Copies and saves the shown recovery codes, as the dialog asks for before it closes. */
async function keepRecoveryCodes(page: Page): Promise<void> {
  const saved = page.getByRole("dialog", { name: "Spara dina återställningskoder" });
  await expect(saved.getByRole("listitem")).toHaveCount(10);
  const codes = await saved.getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await expectAccessible(page);
  await saved.getByRole("button", { name: "Kopiera" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
  const download = page.waitForEvent("download");
  await saved.getByRole("button", { name: "Spara som fil" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Tillbaka till koderna" }).click();
  await saved.getByRole("button", { name: "Jag har sparat koderna" }).click();
}

/** Enters a wrong code, and then the right one with blanks in it. */
async function enterCode(page: Page, product: RunningProduct, secret: string): Promise<void> {
  const ask = page.getByRole("dialog", { name: "Ange engångskoden" });
  const field = ask.getByLabel("Engångskod");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await expectAccessible(page);
  await field.fill("000000");
  await ask.getByRole("button", { name: "Fortsätt" }).click();
  await expect(ask.getByText("Fel kod. Den byts var 30:e sekund: skriv den som visas nu.")).toBeVisible();
  await expect(field).toHaveValue("000000");
  await forgetUsedCodes(product);
  const shown = await codeOf(secret);
  await field.fill(` ${shown.slice(0, 3)} ${shown.slice(3)}`);
  await field.press("Enter");
}
