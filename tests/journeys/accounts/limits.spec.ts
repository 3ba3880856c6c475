// A person who did something too often is told so, and when to try again; typed text stays (decisions §4).
// All but one or two kinds are @all: backend/limits counts each action.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import { newSwedishPlate } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { newTitle } from "#tests/support/journeys/real-estate.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { FORWARDED_FOR, newAddress, plainClient } from "#tests/support/rows/writes.ts";

// The browser notes every refused request.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of 4(00|29)/));

test.describe("too many wrong passwords", { tag: "@hardened" }, () => {
  // Spec 3 §4: login attempts |
  test("close a login of the Swedish screens for a while, and no other", async ({ page, product }) => {
    await tryInVain(product, { kind: "attendant", project: "ostra-hamnen", userId: "ingen-vakt" });
    await page.goto("/ostra-hamnen/attendant-login");
    await page.getByLabel("Användar-ID").fill("ingen-vakt");
    await page.getByLabel("Lösenord", { exact: true }).fill("Gissning-11");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om 1[45] minuter\.$/);
    await expect(page.getByLabel("Användar-ID")).toHaveValue("ingen-vakt");
    await expect(page.getByLabel("Lösenord", { exact: true })).toHaveValue("Gissning-11");
    await expectAccessible(page);
    // Others are let in from here.
    await page.getByLabel("Användar-ID").fill("vakt01");
    await expect(page.getByRole("alert")).toBeHidden();
    await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/attendant-dashboard$/);
  });

  test("close one of the English screens @all", async ({ page, product }) => {
    await tryInVain(product, { kind: "chauffeur", project: "157715", userId: "ingen-chauffor" });
    await page.goto("/157715/chauffeur-login");
    await page.getByLabel("Chauffeur ID").fill("ingen-chauffor");
    await page.getByLabel("Password", { exact: true }).fill("Gissning-11");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\.$/);
  });

  test("as a chauffeur leave the taxi's administrator their login, on the screen that both share @all", async ({
    page,
    product,
  }) => {
    const chief = { kind: "chauffeur-admin", project: "157715", userId: "taxichef" } as const;
    await inTransaction(product.database, (transaction) => createStaffAccount(transaction, chief, "Taxi-chef-1"));
    await tryInVain(product, { ...chief, kind: "chauffeur" });
    await page.goto("/157715/chauffeur-login");
    await page.getByLabel("Chauffeur ID").fill("taxichef");
    await page.getByLabel("Password", { exact: true }).fill("Taxi-chef-1");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { name: /^Chaufförer \(/ })).toBeVisible();
    await removePeople(product, "taxichef");
  });
});

/** Uses the attempts of an account up, as somebody does who guesses. */
async function tryInVain(product: RunningProduct, who: { kind: SessionKind; project: string; userId: string }) {
  const email = staffAddress(who);
  for (let attempt = 0; attempt < RATE_LIMITS.login.accountAtAddress.points; attempt += 1) {
    const { error } = await product.client.auth.signInWithPassword({ email: email ?? "", password: "Gissning-1" });
    expect(error?.code).toBe("invalid_credentials");
  }
}

test.describe("too many rows from one network address", { tag: "@hardened" }, () => {
  test(
    "parkings: what was typed stays, and goes through from another network",
    { tag: "@all" },
    async ({ page, product }) => {
      const plate = newSwedishPlate();
      await useUpAddress(page, product, "parkings");
      await page.goto("/ostra-hamnen/start-parking");
      for (const [label, value] of [
        ["Bilmodell", "Volvo V60"],
        ["Färg", "Röd"],
        ["Gata", "Åkergränd 1"],
        ["Registreringsnummer", plate],
      ] as const)
        await page.getByLabel(label).fill(value);
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om (9|10) minuter\.$/);
      await expect(page.getByLabel("Registreringsnummer")).toHaveValue(plate);
      await page.setExtraHTTPHeaders({ [FORWARDED_FOR]: newAddress() });
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
      expect(await product.sql`select from parkings where ref_number = ${plate}`).toHaveLength(1);
    },
  );

  test("messages: the form and its drawing stay @all", async ({ page, product }) => {
    await useUpAddress(page, product, "contact_messages");
    await page.goto("/");
    await page.getByRole("button", { name: "Continue as Guest" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Åsa Öberg");
    await page.getByLabel("Subject").fill("Fråga");
    await page.getByLabel("Email").fill("asa@parkering.example");
    await page.getByLabel("Message", { exact: true }).fill("Hej!");
    await page.getByRole("button", { name: "Sign with my name" }).click();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^Too many attempts\. Try again in (59|60) minutes\.$/);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Hej!");
    await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  });

  test("bids: the amount stays and is not called wrong @all", async ({ page, product }) => {
    const title = newTitle("Limit");
    const property_id = await sellProperty(product.sql, title, {});
    await useUpAddress(page, product, "property_bids", { property_id });
    await page.goto("/YSTAD");
    await page.getByRole("button", { name: "For Sale" }).click();
    await page.getByRole("article", { name: title }).click();
    const detail = page.getByRole("dialog", { name: title });
    await detail.getByRole("tab", { name: "Bids" }).click();
    await detail.getByLabel("Amount").fill("1500000");
    await detail.getByRole("button", { name: "Place bid" }).click();
    await expect(detail.getByRole("alert")).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\.$/);
    await expect(detail.getByLabel("Amount")).toHaveValue("1500000");
    await expect(detail.getByLabel("Amount")).not.toHaveAttribute("aria-invalid", "true");
  });

  test("sign-ups: what was typed stays @all", async ({ page, product }) => {
    const client = await takeAddress(page, product);
    const email = "ivrig@parkering.example";
    // A password that is too short makes no account, and counts.
    const attempts = Array.from({ length: RATE_LIMITS.signUp.address.points }, () =>
      client.auth.signUp({ email, password: "1" }),
    );
    for (const { error } of await Promise.all(attempts)) expect(error?.code).toBe("weak_password");
    await page.goto("/");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("Parkera-7410");
    await page.getByLabel("Confirm password").fill("Parkera-7410");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByText("Too many sign up attempts. Please wait a few minutes and try again.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Parkera-7410");
  });
});

/** Puts the page behind a network address of its own, and gives a client behind the same. */
async function takeAddress(page: Page, product: RunningProduct): Promise<SupabaseClient> {
  const headers = { [FORWARDED_FOR]: newAddress() };
  await page.setExtraHTTPHeaders(headers);
  return plainClient(product.url, product.publishableKey, headers);
}

const ACTIONS = { parkings: "parkings", contact_messages: "contactMessages", property_bids: "bids" } as const;

/** Uses up what the page's address may insert into a table, row by row as visitors may. The rows go again. */
async function useUpAddress(page: Page, product: RunningProduct, table: keyof typeof ACTIONS, more: object = {}) {
  const client = await takeAddress(page, product);
  const { points } = RATE_LIMITS[ACTIONS[table]].address;
  const rows = Array.from({ length: points }, () => ({ id: randomUUID(), ...VALID_ROWS[table], ...more }));
  const answers = await Promise.all(rows.map((row) => client.from(table).insert(row as never)));
  expect(answers.map(({ error }) => error)).toEqual(rows.map(() => null));
  await product.sql`delete from ${product.sql(table)} where id = any(${rows.map(({ id }) => id)})`;
}
