// The main admin's login, dashboard and messages, for browser tests.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** A signature as a picture: a black stroke of 2 × 1 pixels. */
export const SIGNATURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGNgYGD4D8IABgMB/8+HxnAAAAAASUVORK5CYII=";

/** Messages of the console while the server or the network is away. */
export const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

/** Logs in as the main admin by the form, and waits for the dashboard. */
export async function logIn(page: Page) {
  await page.goto("/admin-login");
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/\/admin-dashboard$/);
}

/** Opens the dashboard as the main admin, who is logged in already. */
export async function beginAsMainAdmin(page: Page) {
  await holdLogin(page, { kind: "main-admin", userId: "huvudadmin", password: "Huvud-7410" });
  await page.goto("/admin-dashboard");
}

/** A contact message, as a visitor's form sends it. Gives its row. */
export async function sendMessage(
  product: RunningProduct,
  over: { subject?: string; name?: string; message?: string } = {},
) {
  const message = {
    name: "Anna Öberg",
    subject: `Fråga ${randomUUID()}`,
    email: "anna@example.com",
    message: "Hej!",
    signature: SIGNATURE,
    read: false,
    ...over,
  };
  const { error } = await product.client.from("contact_messages").insert(message);
  expect(error).toBeNull();
  return message;
}

/** The dashboard's region of sites. */
export const sites = (page: Page) => page.getByRole("region", { name: "Sidor på huvudsidan" });
