// Who did something too often is told so, and when to try again; what was typed stays (decisions §4).
import type { Page } from "@playwright/test";
import { RATE_LIMITS, tooManyText } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { newPlate } from "#tests/support/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser.ts";
import type { RunningProduct } from "#tests/support/product.ts";
import { newTitle, sellProperty } from "#tests/support/real-estate.ts";

// The browser notes every refused request.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(/status of 4(00|29)/));

test.describe("too many wrong passwords", { tag: "@hardened" }, () => {
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

  test("close one of the English screens", async ({ page, product }) => {
    await tryInVain(product, { kind: "chauffeur", project: "157715", userId: "ingen-chauffor" });
    await page.goto("/157715/chauffeur-login");
    await page.getByLabel("Chauffeur ID").fill("ingen-chauffor");
    await page.getByLabel("Password", { exact: true }).fill("Gissning-11");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^Too many attempts\. Try again in 1[45] minutes\.$/);
  });
});

/** Uses the attempts of an account up, as somebody does who guesses. */
async function tryInVain(product: RunningProduct, who: { kind: SessionKind; project: string; userId: string }) {
  const email = staffAddress(who);
  for (let attempt = 0; attempt < RATE_LIMITS.login.account.points; attempt += 1) {
    const { error } = await product.client.auth.signInWithPassword({ email: email ?? "", password: "Gissning-1" });
    expect(error?.code).toBe("invalid_credentials");
  }
}

/** Answers what is sent to a table as the server does when the limit is reached: reaching it for real would close it to other tests. */
const refuse = (page: Page, table: string, seconds: number) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": String(seconds) },
          json: { code: "PT429", message: tooManyText(seconds), details: null, hint: null },
        })
      : route.fallback(),
  );

test.describe("too many rows", { tag: "@specified" }, () => {
  test("parkings: what was typed stays, and goes through later", async ({ page, product }) => {
    const plate = newPlate();
    await refuse(page, "parkings", 301);
    await page.goto("/ostra-hamnen/start-parking");
    for (const [label, value] of [
      ["Bilmodell", "Volvo V60"],
      ["Färg", "Röd"],
      ["Gata", "Åkergränd 1"],
      ["Registreringsnummer", plate],
    ] as const)
      await page.getByLabel(label).fill(value);
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByRole("alert")).toHaveText("För många försök. Försök igen om 6 minuter.");
    await expect(page.getByLabel("Registreringsnummer")).toHaveValue(plate);
    await page.unroute("**/rest/v1/parkings*");
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    expect(await product.sql`select from parkings where ref_number = ${plate}`).toHaveLength(1);
  });

  test("messages: the form and its drawing stay", async ({ page }) => {
    await refuse(page, "contact_messages", 60);
    await page.goto("/");
    await page.getByRole("button", { name: "Continue as Guest" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Åsa Öberg");
    await page.getByLabel("Subject").fill("Fråga");
    await page.getByLabel("Email").fill("asa@parkering.example");
    await page.getByLabel("Message", { exact: true }).fill("Hej!");
    await page.getByRole("button", { name: "Sign with my name" }).click();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("alert")).toHaveText("Too many attempts. Try again in 1 minute.");
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Hej!");
    await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  });

  test("bids: the amount stays and is not called wrong", async ({ page, product }) => {
    const title = newTitle("Limit");
    await sellProperty(product.sql, title, {});
    await refuse(page, "property_bids", 600);
    await page.goto("/YSTAD");
    await page.getByRole("button", { name: "For Sale" }).click();
    await page.getByRole("article", { name: title }).click();
    const detail = page.getByRole("dialog", { name: title });
    await detail.getByLabel("Amount").fill("1500000");
    await detail.getByRole("button", { name: "Place bid" }).click();
    await expect(detail.getByRole("alert")).toHaveText("Too many attempts. Try again in 10 minutes.");
    await expect(detail.getByLabel("Amount")).toHaveValue("1500000");
    await expect(detail.getByLabel("Amount")).not.toHaveAttribute("aria-invalid", "true");
  });
});
