// A person's own logins and own password, on the page of the account.
// @all: backend/sign-in/logins asks the calls, and one part draws a failure.
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { beginAsAttendant, chooseInMenu } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { plainClient } from "#tests/support/rows/writes.ts";

const PASSWORD = "Skogen-7410";

// The browser notes what the server refuses: wrong passwords with 400 and 422, logins that are over with 401 and 403.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of (40[013]|422)/));

test.describe("people with an ID", { tag: "@hardened" }, () => {
  test("see where they are logged in, end one login, and all others @all", async ({ page, browser, product }) => {
    const userId = await newAttendant(product);
    const phones = [await openPhone(browser, product), await openPhone(browser, product)] as const;
    for (const device of [...phones, page]) await beginAsAttendant(device, { userId, password: PASSWORD });
    await page.getByRole("link", { name: "Mitt konto" }).click();
    const card = page.getByRole("region", { name: "Mina inloggningar" });
    const rows = card.getByRole("listitem");
    await expect(rows).toHaveCount(3);
    const own = rows.filter({ hasText: "Den här enheten" });
    await expect(own).toHaveText(/Chrome, Linux.*Inloggad 20\d\d-.*Senast använd 20\d\d-.*Från 127\.0\.0\.1/);
    await expect(own.getByRole("button")).toHaveCount(0);
    await expect(rows.filter({ hasText: "Chrome, Android" })).toHaveCount(2);
    await expectAccessible(page);

    await card
      .getByRole("button", { name: /^Avsluta Chrome, Android/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
    await expect(rows).toHaveCount(3);
    await card
      .getByRole("button", { name: /^Avsluta Chrome, Android/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avsluta" }).click();
    await expect(page.getByText("Inloggningen är avslutad")).toBeVisible();
    await expect(rows).toHaveCount(2);
    // The latest used stands first: that of the second phone.
    await chooseInMenu(phones[1], "Sök");
    await expectSentToLogin(phones[1]);

    await card.getByRole("button", { name: "Logga ut alla andra" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Logga ut alla andra" }).click();
    await expect(page.getByText("Alla andra är utloggade")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(card.getByRole("button", { name: "Logga ut alla andra" })).toHaveCount(0);
    await expectSentToLogin(phones[0]);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
    for (const phone of phones) await phone.context().close();
    await removePeople(product, userId);
  });

  test("are told when the list or an ending failed, and lose nothing @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/Failed to load resource|Failed to fetch/);
    const userId = await newAttendant(product);
    await logIn(page, userId);
    await page.route("**/rpc/list_own_logins", (route) => route.abort());
    await page.getByRole("link", { name: "Mitt konto" }).click();
    const card = page.getByRole("region", { name: "Mina inloggningar" });
    await expect(card.getByText("Kunde inte hämta dina inloggningar")).toBeVisible();
    await page.unroute("**/rpc/list_own_logins");
    await card.getByRole("button", { name: "Försök igen" }).click();
    await expect(card.getByText("Den här enheten")).toBeVisible();

    const other = plainClient(product.url, product.publishableKey);
    const { error } = await other.auth.signInWithPassword({
      email: (await addressOf(product, userId)) ?? "",
      password: PASSWORD,
    });
    expect(error).toBeNull();
    await page.reload();
    await expect(card.getByRole("listitem")).toHaveCount(2);
    await page.route("**/auth/v1/logout*", (route) => route.abort());
    await card.getByRole("button", { name: "Logga ut alla andra" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Logga ut alla andra" }).click();
    await expect(page.getByText("Kunde inte logga ut de andra")).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveCount(2);
    await removePeople(product, userId);
  });

  test(
    "change their password by the one they have, which ends their other logins",
    { tag: "@all" },
    async ({ page, browser, product }) => {
      const userId = await newAttendant(product);
      const phone = await openPhone(browser, product);
      for (const device of [phone, page]) await logIn(device, userId);
      await page.getByRole("link", { name: "Mitt konto" }).click();
      const form = page.getByRole("region", { name: "Byt lösenord" });
      const fill = async (current: string, next: string, repeated = next) => {
        await form.getByLabel("Nuvarande lösenord").fill(current);
        await form.getByLabel("Nytt lösenord").fill(next);
        await form.getByLabel("Upprepa lösenordet").fill(repeated);
        await form.getByRole("button", { name: "Spara" }).click();
      };
      await fill("", "Skogen-7411");
      await expect(form.getByText("Fyll i det nuvarande lösenordet och det nya två gånger")).toBeVisible();
      await fill(PASSWORD, PASSWORD);
      await expect(form.getByText("Välj ett annat lösenord än det du har")).toBeVisible();
      await fill(PASSWORD, "Skogen-7411", "Skogen-7412");
      await expect(form.getByText("Lösenorden är inte lika")).toBeVisible();
      await fill("Fel-7410", "Skogen-7411");
      await expect(form.getByText("Fel nuvarande lösenord")).toBeVisible();
      await expect(form.getByLabel("Nuvarande lösenord")).toBeFocused();
      await expect(form.getByLabel("Nytt lösenord")).toHaveValue("Skogen-7411");
      await fill(PASSWORD, "password");
      await expect(form.getByText("Lösenordet är ett av de vanligaste. Välj ett annat.")).toBeVisible();
      await fill(PASSWORD, "Skogen-7411");
      await expect(page.getByText("Lösenordet har ändrats")).toBeVisible();
      await expect(form.getByLabel("Nuvarande lösenord")).toHaveValue("");
      await expect(page.getByRole("region", { name: "Mina inloggningar" }).getByRole("listitem")).toHaveCount(1);
      await chooseInMenu(phone, "Sök");
      await expectSentToLogin(phone);
      await logIn(phone, userId, "Skogen-7411");
      await phone.context().close();
      await removePeople(product, userId);
    },
  );
});

test("an e-mail account sees its logins, and changes its password @all", async ({ page, product }) => {
  const email = `${randomUUID()}@example.com`;
  const { admin } = plainClient(product.url, product.secretKey).auth;
  expect((await admin.createUser({ email, password: PASSWORD, email_confirm: true })).error).toBeNull();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/auth$/);
  const signIn = async (password: string) => {
    await page.getByLabel("Email or username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
  };
  await signIn(PASSWORD);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("region", { name: "My logins" }).getByText("This device")).toBeVisible();
  // The second factor is a thing of the profile hardened.
  await expect(page.getByRole("region", { name: "One-time codes at sign-in" })).toHaveCount(
    product.profile === "hardened" ? 1 : 0,
  );
  await expectAccessible(page);
  const form = page.getByRole("region", { name: "Change password" });
  await form.getByLabel("Current password").fill(PASSWORD);
  await form.getByLabel("New password").fill("Skogen-7411");
  await form.getByLabel("Repeat the password").fill("Skogen-7411");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.goto("/login");
  await signIn("Skogen-7411");
  await expect(page.getByRole("link", { name: "My account" })).toBeVisible();
});

test(
  "people with an ID have no page of an account in the profile specified",
  { tag: "@specified" },
  async ({ page }) => {
    await logIn(page, "vakt01", "Vakt-7410");
    await expect(page.getByRole("link", { name: "Mitt konto" })).toHaveCount(0);
    await page.goto("/account?as=attendant&project=ostra-hamnen");
    await expect(page).toHaveURL(/\/auth$/);
  },
);

/** Makes an attendant of `ostra-hamnen` with a password of their own. */
async function newAttendant(product: RunningProduct): Promise<string> {
  const userId = `vakt-${randomUUID().slice(0, 8)}`;
  await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId, password: PASSWORD });
  await product.sql`update staff_accounts set must_change_password = false where user_id = ${userId}`;
  return userId;
}

async function addressOf({ sql }: RunningProduct, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    select u.email from auth.users u join staff_accounts s on s.account_id = u.id where s.user_id = ${userId}`;
  return row?.email;
}

/** Another device of the same person. */
async function openPhone(browser: Browser, { url }: RunningProduct): Promise<Page> {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: url, locale: "sv-SE", userAgent, viewport });
  const page = await context.newPage();
  await page.clock.install();
  return page;
}

async function logIn(page: Page, userId: string, password = PASSWORD): Promise<void> {
  await page.goto("/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
}

/** Expects that a phone stands at the login after 15 seconds: so often a page asks whether its login holds. */
async function expectSentToLogin(phone: Page): Promise<void> {
  await phone.clock.fastForward(15_000);
  await expect(phone).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
}
