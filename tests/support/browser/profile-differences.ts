// Differences between the two security profiles (decisions §4), in one place, so that browser tests do not ask for the profile. A test of
// something that exists in one profile alone carries a tag with that profile's name: `@specified`, `@hardened`.
import type { Locator, Page } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

export type Differences = {
  /** Content of a column for readable passwords. */
  stored(password: string): string | null;
  /** Text of a list in the place of a password. */
  shown(password: string): string;
  /** `reveal` shows a readable password in a list of the customer site, where there is one; `conceal` hides it again. */
  reveal(row: Locator, userId: string): Promise<void>;
  conceal(row: Locator, userId: string): Promise<void>;
  /** Attendants of the seed at `ostra-hamnen` whom its admin finds in the list of added ones: `specified` keeps them in a table of their own. */
  seededAttendants: readonly string[];
  /** Whether people without a project are shown only rows without a project, and not those of every site. */
  areTenantsApart: boolean;
  /** Address of the last request that a login waits for. */
  lastLoginRequest: string;
  /** Lines that the browser writes to its console when a login fails. */
  loginNoise: RegExp;
  /** Opens the list of all e-mail accounts, and signs in first in the profile that asks for it. */
  openSuperAdmin(page: Page): Promise<void>;
  /** Text of the list of all e-mail accounts when the database is away. */
  superAdminUnreachable: string;
  photos: {
    /** The folder of the bucket that an attendant's photos lie in. */
    folder(product: RunningProduct, userId: string): Promise<string>;
    /** The part of a photo's public address that a shift keeps. */
    address(publicUrl: string): string;
    /** The photo's path in the bucket, from the address that a shift keeps. */
    path(address: string): string;
  };
  taxiAdmin: { enterPassword(page: Page): Promise<void> };
  ambulance: {
    /** Types the employee's password, at the login and in the form that adds an employee. */
    enterPassword(form: Page | Locator): Promise<void>;
    missing: string;
    wrong: string;
    /** Message about a change that a rule of the database refuses, in the words of the database or of the edge function. */
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
    // The sign-in service answers 400 to a wrong password. It answers 403 when a page asks during a logout whether its login still holds,
    // and supabase-js logs that it could not ask.
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
