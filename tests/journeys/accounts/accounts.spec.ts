// Accounts: the general sign-in with its roles, accounts that admins make, the super admin's list, the guest page.
// Fields, admin accounts and the ways of each role are @all: the super admin and email-admins make accounts; require-agent,
// sign-in, account-schema and backend/accounts/create-admin-user hold each case.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectTold,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { chooseOwnPassword } from "#tests/support/journeys/own-password.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { sample } from "#tests/support/run/whole.ts";
import { plainClient } from "#tests/support/rows/writes.ts";

const REFUSED = /status of (400|409)/;
const UNREACHABLE = /Failed to load resource|ERR_INTERNET_DISCONNECTED/;

async function signIn(page: Page, emailOrUsername: string, password: string) {
  await page.getByLabel("Email or username").fill(emailOrUsername);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const signOut = async (page: Page, product: RunningProduct) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("You are signed in as")).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL(`${product.url}/login`);
};

async function accountOf(product: RunningProduct, email: string) {
  const rows = await product.sql<
    { role: string | null; password_text: string | null; account_type: string | null; profile: string | null }[]
  >`
    select r.role, c.password_text, c.account_type, p.email as profile
    from auth.users u left join user_roles r on r.user_id = u.id left join profiles p on p.id = u.id
      left join admin_user_credentials c on c.email = u.email
    where u.email = ${email}`;
  return rows[0];
}

/** Makes an account as the super admin does, whose owner has chosen the password already. */
async function makeAccount(product: RunningProduct, accountType: "employee" | "customer" | "member") {
  const { url, publishableKey, sql } = product;
  const client = plainClient(url, publishableKey);
  await client.auth.signInWithPassword({ email: "superadmin@parkering.example", password: "Super-7410" });
  const account = { email: `${randomUUID()}@example.com`, password: "Konto-7410", accountType };
  const { error } = await client.functions.invoke("create-admin-user", { body: account });
  expect(error).toBeNull();
  await client.auth.signOut({ scope: "local" });
  await sql`
    update auth.users set raw_app_meta_data = raw_app_meta_data - 'must_change_password' where email = ${account.email}`;
  return account;
}

async function credentialCounts(product: RunningProduct) {
  const rows = await product.sql<{ account_type: string; count: number }[]>`
    select account_type, count(*)::int as count from admin_user_credentials group by 1`;
  return Object.fromEntries(rows.map((row) => [row.account_type, row.count]));
}

// A page's question who is signed in may cross the sign-out, and be answered after it.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of 403 .*\/auth\/v1\/user\)/));

test.describe("sign-in", () => {
  // Spec 2 §2: /login | username/password
  // Spec 2 §2: Sign-in: email and
  // Spec 2 §5: Sign-in: email and
  test(
    "asks for both fields, shows the password on demand, and stands between header and footer",
    { tag: "@all" },
    async ({ page, product }) => {
      await page.goto("/login");
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("link", { name: "Home" })).toBeVisible();
      const password = page.getByLabel("Password", { exact: true });
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Please fill in all fields")).toBeVisible();
      await page.getByLabel("Email or username").fill("karin");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Please fill in all fields")).toBeVisible();
      await expect(password).toBeFocused();
      await expectAccessible(page);

      await password.fill("Hemligt");
      await page.getByRole("button", { name: "Show password" }).click();
      await expect(password).toHaveAttribute("type", "text");
      await page.getByRole("button", { name: "Hide password" }).click();
      await expect(password).toHaveAttribute("type", "password");
      await page.getByRole("button", { name: "Back to Home" }).click();
      await expect(page).toHaveURL(`${product.url}/`);
    },
  );

  // Spec 2 §2: After sign-in the
  // Spec 2 §2: employees and admins
  // Spec 2 §7: Auth: sign …
  // Spec 2 §7: Remote procedure …
  test("leads agents to the properties and all others home @all", async ({ page, product }) => {
    await page.goto("/login");
    await signIn(page, "agent@parkering.example", "Agent-7410");
    await expect(page).toHaveURL(/\/property-management$/);
    await signOut(page, product);
    await signIn(page, "superadmin@parkering.example", "Super-7410");
    await expect(page).toHaveURL(/\/property-management$/);
    await signOut(page, product);
    for (const type of ["customer", "member"] as const) {
      const account = await makeAccount(product, type);
      await signIn(page, account.email, account.password);
      await expect(page).toHaveURL(`${product.url}/`);
      await expect(page.getByRole("button", { name: "Enter Project Code" })).toBeVisible();
      await signOut(page, product);
    }
  });

  // Spec 2 §7: The general login
  // Spec 2 §7: When the username
  // Spec 2 §8: Sign-in: the provider's
  test("shows the provider's message to a wrong password and changes nothing @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(REFUSED);
    const account = await makeAccount(product, "customer");
    const before = await accountOf(product, account.email);
    await page.goto("/login");
    await signIn(page, account.email, "Fel-7410");
    await expectToldAtForm(page, "Invalid login credentials");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel("Email or username")).toHaveValue(account.email);
    expect(await accountOf(product, account.email)).toEqual(before);
  });

  test(
    "answers an unknown username with the provider's message and makes nothing",
    { tag: "@hardened" },
    async ({ page, product }) => {
      const username = `Karin-${randomUUID().slice(0, 8)}`;
      await page.goto("/login");
      await signIn(page, username, "Karin-7410");
      await expectToldAtForm(page, "Invalid login credentials");
      await expect(page).toHaveURL(/\/login$/);
      expect(await accountOf(product, `${username.toLowerCase()}@konto.parkering.example`)).toBeUndefined();
    },
  );

  // Spec 2 §7: The general login
  // Spec 2 §7: When the username
  // Spec 3 §4: general sign-in that
  test(
    "makes an employee of an unknown username and signs in",
    { tag: "@specified" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(REFUSED);
      const username = `Karin-${randomUUID().slice(0, 8)}`;
      const email = `${username.toLowerCase()}@konto.parkering.example`;
      await page.goto("/login");
      await signIn(page, ` ${username} `, "Karin-7410");
      await expect(page).toHaveURL(/\/property-management$/);
      expect(await accountOf(product, email)).toEqual({
        role: "employee",
        password_text: "Karin-7410",
        account_type: "employee",
        profile: email,
      });
      await signOut(page, product);
      await signIn(page, username.toUpperCase(), "Karin-7410");
      await expect(page).toHaveURL(/\/property-management$/);
    },
  );

  // Spec 2 §8: otherwise 'An unexpected
  // Spec rules §1: A login that succeeds
  test(
    "says when something unexpected happened",
    { tag: "@all" },
    async ({ page, context, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      // The code of the toasts comes soon after start; without a network it could not.
      const toasts = page.waitForResponse(/\/toast-host-[^/]+\.js$/);
      await page.goto("/login");
      await toasts;
      await context.setOffline(true);
      await signIn(page, "agent@parkering.example", "Agent-7410");
      await expectToldAtForm(page, "An unexpected error occurred");
      await context.setOffline(false);

      await page.reload();
      await product.stopDatabase();
      await signIn(page, "agent@parkering.example", "Agent-7410");
      await expectToldAtForm(page, "An unexpected error occurred");
      await product.startDatabase();
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL(/\/property-management$/);
      await expectTold(page, "Welcome back!");
    },
  );

  // Spec 2 §2: /auth | sign-in
  test("at /auth returns to where the visitor came from @all", async ({ page, product }) => {
    for (const address of ["/property-management", "/admin-accounts"]) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await page.reload();
      await signIn(page, "superadmin@parkering.example", "Super-7410");
      await expect(page).toHaveURL(product.url + address);
      await signOut(page, product);
    }
    await page.goto("/auth");
    await expectAccessible(page);
    await signIn(page, "agent@parkering.example", "Agent-7410");
    await expect(page).toHaveURL(/\/property-management$/);
  });

  test("sends a member who opens an agents' page to /auth, and says why @all", async ({ page, product }) => {
    const account = await makeAccount(product, "member");
    await page.goto("/login");
    await signIn(page, account.email, account.password);
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/property-management");
    await expect(page).toHaveURL(/\/auth$/);
    await expectReasonAtLogin(page, "This page needs an employee or admin account");
    await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible();
    await signIn(page, "agent@parkering.example", "Agent-7410");
    await expect(page).toHaveURL(/\/property-management$/);
  });
});

test.describe("admin accounts", () => {
  // Spec 2 §7: user_roles by user_id
  // Spec 2 §8: 'Access denied. Admin
  test("are for admins only @all", async ({ page, product }) => {
    await page.goto("/login");
    await signIn(page, "agent@parkering.example", "Agent-7410");
    await expect(page).toHaveURL(/\/property-management$/);
    await page.goto("/admin-accounts");
    await expect(page.getByText("Access denied. Admin privileges required.")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  // Spec 2 §5: Account creation …
  test("need an email and a password that is long enough @all", async ({ page }) => {
    await page.goto("/admin-accounts");
    await signIn(page, "superadmin@parkering.example", "Super-7410");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Email and password are required")).toBeVisible();
    await page.getByLabel("Email").fill(`${randomUUID()}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill("12345");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
    await expectAccessible(page);
  });

  // Spec 2 §2: /admin-accounts | admin
  // Spec 2 §2: Admin accounts page:
  // Spec 2 §7: Edge function create-admin-user,
  // Spec 2 §7: Body: email, password,
  // Spec 2 §7: Response: a message
  // Spec 2 §9: Chauffeur ID …
  // Spec 2 §9: Default account …
  test("are made for employees and customers, who can sign in @all", async ({
    page,
    product,
    differences,
    consoleErrors,
  }) => {
    await page.goto("/admin-accounts");
    await signIn(page, "superadmin@parkering.example", "Super-7410");
    await expect(page).toHaveURL(/\/admin-accounts$/);
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Password", { exact: true });
    const type = page.getByLabel("Account type");
    const create = page.getByRole("button", { name: "Create account" });
    await expect(type).toHaveValue("employee");
    await expect(type.getByRole("option")).toHaveText(["Employee", "Customer"]);

    const made: string[] = [];
    for (const expected of ["employee", "customer"]) {
      const address = `${randomUUID()}@example.com`;
      await email.fill(address);
      await password.fill("kx-bok-7410");
      await type.selectOption(expected);
      const sent = page.waitForRequest(/\/functions\/v1\/create-admin-user$/);
      await create.click();
      expect((await sent).postDataJSON()).toEqual({
        email: address,
        password: "kx-bok-7410",
        accountType: expected,
        createdBy: "admin",
      });
      await expect(page.getByText(`Account created for ${address}`)).toBeVisible();
      await expect(email).toHaveValue("");
      await expect(type).toHaveValue("employee");
      expect(await accountOf(product, address)).toEqual({
        role: expected,
        password_text: differences.stored("kx-bok-7410"),
        account_type: expected,
        profile: address,
      });
      made.push(address);
    }

    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
    await page.goto("/login");
    await signIn(page, made[0] ?? "", "kx-bok-7410");
    if (product.profile === "hardened") {
      consoleErrors.tolerate(/status of 422 .*\/auth\/v1\/user\)/);
      await chooseOwnPassword(page, "password1", "en");
      await expect(page.getByText("The password is one of the most common ones. Choose another one.")).toBeVisible();
      await chooseOwnPassword(page, "Eget-7410", "en");
    }
    await expect(page).toHaveURL(/\/property-management$/);
  });

  // Spec 2 §7: Response: a message
  // Spec 2 §8: 'Failed to create account'
  test("are not made for an address that has one, and the form stays @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(REFUSED);
    const account = await makeAccount(product, "employee");
    await page.goto("/admin-accounts");
    await signIn(page, "superadmin@parkering.example", "Super-7410");
    const password = page.getByLabel("Password", { exact: true });
    await page.getByLabel("Account type").waitFor();
    await page.getByLabel("Email").fill(account.email);
    await password.fill("Bokskog-6543");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Failed to create account")).toBeVisible();
    await expect(page.getByText("An account with this email address already exists")).toBeVisible();
    await expect(password).toHaveValue("Bokskog-6543");
  });

  // Spec 2 §7: user_roles by user_id
  // Spec 2 §8: Admin accounts: 'Error
  // Spec 2 §8: 'Failed to create account'
  test(
    "say when permissions cannot be checked or the account cannot be made",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await page.goto("/admin-accounts");
      await signIn(page, "superadmin@parkering.example", "Super-7410");
      await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
      await product.stopDatabase();
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password", { exact: true }).fill("123456");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText("Failed to create account")).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
      await page.reload();
      await expect(page.getByText("Error checking permissions")).toBeVisible();
      await product.startDatabase();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
      expect(await accountOf(product, "nobody@example.com")).toBeUndefined();
    },
  );
});

test.describe("home", () => {
  for (const { role, email, password, ways } of [
    { role: "an employee", email: "agent@parkering.example", password: "Agent-7410", ways: ["Property management"] },
    {
      role: "an admin",
      email: "superadmin@parkering.example",
      password: "Super-7410",
      ways: ["Property management", "Admin accounts", "All accounts"],
    },
  ]) {
    // Spec rules §1: The home of
    test(`of ${role} says who is signed in and what the account may open`, { tag: "@all" }, async ({ page }) => {
      await page.goto("/login");
      await page.getByLabel("Email or username").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL(/\/property-management$/);
      await expect(page.getByRole("link", { name: "Admin accounts" })).toHaveCount(role === "an admin" ? 1 : 0);
      await page.goto("/");
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
      const links = page.getByRole("navigation", { name: "Your pages" }).getByRole("link");
      await expect(links).toHaveText(ways);
      await expectAccessible(page);
      await links.last().click();
      await expect(page).toHaveURL(role === "an admin" ? /\/super-admin-dashboard$/ : /\/property-management$/);
    });
  }
});

test.describe("super admin", () => {
  // Spec 2 §2: /super-admin-dashboard | super-admin
  // Spec 2 §2: Super-admin dashboard: create-account
  // Spec 2 §5: Account creation …
  // Spec 2 §7: admin_user_credentials ordered by
  // Spec 2 §7: profiles by email
  // Spec 2 §7: Delete admin_user_credentials by
  // Spec rules §1: An account goes
  // Spec 2 §9: Default account …
  test("sees all accounts, makes one and removes it with its account @all", async ({ page, product, differences }) => {
    await differences.openSuperAdmin(page);
    const table = page.getByRole("table", { name: "User credentials" });
    const statistics = page.getByRole("table", { name: "Accounts by type" });
    const own = table.getByRole("row", { name: /superadmin@parkering\.example/ });
    await expect(own).toContainText(differences.shown("Super-7410"));
    await expect(own).toContainText("Your own account stays");
    await expect(own.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

    const type = page.getByLabel("Account type");
    await expect(type).toHaveValue("member");
    await expect(type.getByRole("option")).toHaveText(["Member", "Employee", "Customer"]);
    await page.getByLabel("Email").fill("kort@example.com");
    await page.getByLabel("Password", { exact: true }).fill("12345");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();

    // Each type, and its role, is asked of the function itself (tests/backend/accounts/create-admin-user.test.ts).
    for (const expected of sample(["employee", "member", "customer"], 3)) {
      const address = `${randomUUID()}@example.com`;
      const before = await credentialCounts(product);
      await page.getByLabel("Email").fill(address);
      await page.getByLabel("Password", { exact: true }).fill("Konto-7410");
      await type.selectOption(expected);
      const sent = page.waitForRequest(/\/functions\/v1\/create-admin-user$/);
      await page.getByRole("button", { name: "Create account" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ accountType: expected, createdBy: "super-admin" });
      // The newest stands first.
      await expect(table.getByRole("row").nth(1)).toContainText(address);
      await expect(table.getByRole("row").nth(1)).toContainText(differences.shown("Konto-7410"));
      expect(await accountOf(product, address)).toMatchObject({ role: expected, account_type: expected });
      await expect(statistics.getByRole("row", { name: new RegExp(`^${expected}`, "i") })).toContainText(
        String((before[expected] ?? 0) + 1),
      );

      await page.getByRole("button", { name: `Delete ${address}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: `Delete ${address}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText(`${address} deleted`)).toBeVisible();
      await expect(table.getByRole("row", { name: new RegExp(address) })).toHaveCount(0);
      expect(await accountOf(product, address)).toBeUndefined();
      const { error } = await product.client.auth.signInWithPassword({ email: address, password: "Konto-7410" });
      expect(error?.code).toBe("invalid_credentials");
      expect(await credentialCounts(product)).toEqual(before);
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  // Spec 2 §8: Super admin: …
  test(
    "says what failed: reading, and a credential that is gone",
    { tag: "@all" },
    async ({ page, product, differences, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      const account = await makeAccount(product, "customer");
      await differences.openSuperAdmin(page);
      const remove = page.getByRole("button", { name: `Delete ${account.email}` });
      await expect(remove).toBeVisible();
      await product.stopDatabase();
      await remove.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Error deleting credential record")).toBeVisible();
      await page.reload();
      await expect(page.getByText(differences.superAdminUnreachable).first()).toBeVisible();
      await product.startDatabase();
      expect(await accountOf(product, account.email)).toMatchObject({ role: "customer" });
      await page.getByRole("button", { name: "Try again" }).last().click();
      await expect(remove).toBeVisible();

      await product.sql`delete from admin_user_credentials where email = ${account.email}`;
      await product.sql`delete from profiles where email = ${account.email}`;
      await remove.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Error deleting credential record")).toBeVisible();
      await expect(remove).toHaveCount(0);
    },
  );

  test("reads long lists in pages", { tag: "@all" }, async ({ page, product, differences }) => {
    await product.sql`
      insert into admin_user_credentials (email, password_text, account_type, created_at)
      select 'many-' || n || '@example.com', ${differences.stored("Konto-7410")}::text, 'member', now() - interval '1 year' - n * interval '1 second'
      from generate_series(1, 150) as n`;
    await differences.openSuperAdmin(page);
    const rows = page.getByRole("table", { name: "User credentials" }).getByRole("row");
    await expect(rows).toHaveCount(101);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(page.getByText("many-150@example.com")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
    await product.sql`delete from admin_user_credentials where email like 'many-%'`;
  });
});

// Spec 2 §2: /guest-dashboard | guest
// Spec 2 §2: Guest dashboard: info
test("the guest page leads on to parking and to the staff's logins", { tag: "@all" }, async ({ page, product }) => {
  await page.goto("/guest-dashboard");
  await expect(page.getByRole("region", { name: "Quick start" }).getByRole("listitem")).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Start Parking" }).click();
  await expect(page).toHaveURL(`${product.url}/start-parking`);
  await page.goto("/guest-dashboard");
  await page.getByRole("link", { name: "Attendant login" }).click();
  await expect(page).toHaveURL(`${product.url}/attendant-login`);
  await page.goto("/guest-dashboard");
  await page.getByRole("link", { name: "Admin login" }).click();
  await expect(page).toHaveURL(`${product.url}/admin-login`);
});
