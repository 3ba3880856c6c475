// Chauffeurs and the taxi's admin in their windows.
import type { Browser, Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import type { Differences } from "#tests/support/browser/profile-differences.ts";
import { addPeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

export const LOGIN = "/157715/chauffeur-login";

export async function logIn(page: Page, userId = "chauffor01", password = "Taxi-7410") {
  await page.goto(LOGIN);
  await page.getByLabel("Chauffeur ID").fill(userId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(/\/157715\/vehicle-registration$/);
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
}

export async function logInAsAdmin(page: Page, { taxiAdmin }: Differences) {
  await page.goto(LOGIN);
  await page.getByLabel("Chauffeur ID").fill("TAXIADMIN");
  await taxiAdmin.enterPassword(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(/\/157715\/chauffeur-admin$/);
}

/** A chauffeur who can log in. */
export const addChauffeur = (product: RunningProduct, userId: string) =>
  addPeople(product, { kind: "chauffeur", project: "157715", userId, password: "Taxi-7410", createdBy: "TAXIADMIN" });

/** Another person's window, with sessions of its own. */
export async function openWindow(browser: Browser, product: RunningProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  return context.newPage();
}

export const car = (page: Page, slot: number) => page.getByRole("button", { name: `Bil ${slot}` });
