// Logging in at the dispatch centre 721075, for browser tests.
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";

/** Opens the centre as the seed's operator, who is logged in already. */
export async function beginAsOperator(page: Page): Promise<void> {
  await holdLogin(page, { kind: "operator", project: "721075", userId: "op01", password: "Operator-7410" });
  await page.goto("/721075");
}

/** Logs in as an operator, the seed's when nobody is named, and waits for the centre. */
export async function logInAsOperator(page: Page, userId = "op01", password = "Operator-7410"): Promise<void> {
  await page.goto("/operator-login");
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/\/721075$/);
}

/** Logs in as the administrator and waits for the administration. */
export async function logInAsDispatchAdmin(page: Page): Promise<void> {
  await page.goto("/721075?role=administrator");
  const dialog = page.getByRole("dialog", { name: "Administratörsinloggning" });
  await dialog.getByLabel("Användarnamn").fill("ledning");
  await dialog.getByLabel("Lösenord", { exact: true }).fill("Ledning-7410");
  await dialog.getByRole("button", { name: "Logga in" }).click();
  await expect(page.getByRole("heading", { name: "Administrator dashboard" })).toBeVisible();
}
