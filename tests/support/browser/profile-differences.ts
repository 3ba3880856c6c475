// Differences between the two security profiles (decisions §4), in one place: browser tests ask here and know no profile.
// A test of something that one of them does not have at all carries the tag of the other's name instead: `@specified`, `@hardened`.
import type { Locator, Page } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

export type Differences = {
  /** Content of a column for readable passwords. */
  stored(password: string): string | null;
  /** Text of a list in the place of a password. */
  shown(password: string): string;
  /** The customer site's lists hide a readable password until it is asked for: asks, where it can be; and hides it again. */
  reveal(row: Locator, userId: string): Promise<void>;
  conceal(row: Locator, userId: string): Promise<void>;
  /** Attendants of the seed at `ostra-hamnen` whom its admin finds in the list of added ones: `specified` keeps them in a table of their own. */
  seededAttendants: readonly string[];
  /** Whether people without a project see the rows of no project alone. */
  areTenantsApart: boolean;
  /** Requests that a login needs before it leads on; the last one to be answered. */
  lastLoginRequest: string;
  /** Lines of the browser's console about logins that do not succeed. */
  loginNoise: RegExp;
  /** The list of all e-mail accounts asks for a sign-in, or for nobody. */
  openSuperAdmin(page: Page): Promise<void>;
  /** Text of that page when the database is away. */
  superAdminUnreachable: string;
  photos: {
    /** The folder of the bucket that an attendant's photos lie in. */
    folder(product: RunningProduct, userId: string): Promise<string>;
    /** The part of a photo's public address that a shift keeps. */
    address(publicUrl: string): string;
    /** The photo's place in the bucket, of what a shift names it by. */
    path(address: string): string;
  };
  taxiAdmin: { enterPassword(page: Page): Promise<void> };
  ambulance: {
    /** Types the password of an employee of these tests, at the login and where one is added. */
    enterPassword(form: Page | Locator): Promise<void>;
    missing: string;
    wrong: string;
    /** Message about a change that a rule of the database refuses: the database's words, or those of the function between. */
    ruleBroken: RegExp;
  };
};

/** The password of everybody whom the ambulance's tests know. */
export const AMBULANCE_PASSWORD = HARDENED_PASSWORDS["ASE-001"];

const enter = (form: Page | Locator, password: string) => form.getByLabel("Password", { exact: true }).fill(password);

const pathOf = (publicUrl: string) => decodeURI(publicUrl.split("/shift-images/")[1] ?? "");

const DIFFERENCES: Record<SecurityProfile, Differences> = {
  specified: {
    stored: (password) => password,
    shown: (password) => password,
    reveal: (row, userId) => row.getByRole("button", { name: `Visa lösenordet för ${userId}` }).click(),
    conceal: (row, userId) => row.getByRole("button", { name: `Dölj lösenordet för ${userId}` }).click(),
    seededAttendants: [],
    areTenantsApart: false,
    lastLoginRequest: "/project_attendants",
    loginNoise: /^$/,
    openSuperAdmin: async (page) => {
      await page.goto("/super-admin-dashboard");
    },
    superAdminUnreachable: "Error loading user credentials",
    photos: {
      folder: async (_product, userId) => userId,
      address: (publicUrl) => publicUrl,
      path: pathOf,
    },
    taxiAdmin: { enterPassword: async () => undefined },
    ambulance: {
      enterPassword: async () => undefined,
      missing: "Please enter your Employee ID",
      wrong: "Invalid Employee ID",
      ruleBroken: /violates check constraint "no_olle"/,
    },
  },
  hardened: {
    stored: () => null,
    shown: () => "Dold",
    reveal: async () => undefined,
    conceal: async () => undefined,
    seededAttendants: ["vakt01"],
    areTenantsApart: true,
    lastLoginRequest: "/staff_accounts",
    // The sign-in service answers 400 to a wrong password, and 403 to a page's question whether its login holds that crosses the
    // logout; its client notes itself that it could not ask at all.
    loginNoise: /status of (400 .*\/auth\/v1\/token|403 .*\/auth\/v1\/user)|^TypeError: Failed to fetch/,
    openSuperAdmin: async (page) => {
      await page.goto("/super-admin-dashboard");
      await page.getByLabel("Email or username").fill("superadmin@parkering.example");
      await enter(page, "Super-7410");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL(/\/super-admin-dashboard$/);
    },
    superAdminUnreachable: "Error checking permissions",
    photos: {
      folder: async ({ sql }, userId) => {
        const [account] = await sql<{ id: string }[]>`
          select account_id as id from staff_accounts where kind = 'attendant' and user_id = ${userId}`;
        return account?.id ?? "";
      },
      address: pathOf,
      path: (address) => address,
    },
    taxiAdmin: { enterPassword: (page) => enter(page, HARDENED_PASSWORDS.TAXIADMIN) },
    ambulance: {
      enterPassword: (form) => enter(form, AMBULANCE_PASSWORD),
      missing: "Please enter both Employee ID and password",
      wrong: "Invalid Employee ID or password",
      ruleBroken: /The services behind this function failed/,
    },
  },
};

/** The differences of the profile that the product runs. */
export const differencesOf = ({ profile }: { profile: SecurityProfile }): Differences => DIFFERENCES[profile];
