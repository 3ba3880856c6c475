// Properties, bids and an agent's sign-in for browser tests.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdAccount } from "#tests/support/browser/login.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

type Sql = RunningProduct["sql"];

/** A title that no other test uses. */
export const newTitle = (kind: string) => `${kind} ${randomUUID().slice(0, 8)}`;

/** Places a bid as the table API does, and gives its key. */
export async function bidOn(sql: Sql, propertyId: string, bidder: string, amount: number): Promise<string> {
  const [stored] = await sql<{ id: string }[]>`
    insert into property_bids (property_id, bidder_name, amount) values (${propertyId}, ${bidder}, ${amount}) returning id`;
  if (stored === undefined) throw new Error("The bid was not stored.");
  return stored.id;
}

/** A sale in the table. */
export async function saleOf(sql: Sql, propertyId: string) {
  const [row] = await sql<{ status: string; accepted_bid_id: string | null; accepted: string[] }[]>`
    select status, accepted_bid_id,
      array(select b.id::text from property_bids b where b.property_id = p.id and b.accepted) as accepted
    from properties p where id = ${propertyId}`;
  return row;
}

/** Opens the management as the seed's agent, who is signed in already. */
export async function beginAsAgent(page: Page): Promise<void> {
  await holdAccount(page, "agent@parkering.example", "Agent-7410");
  await page.goto("/property-management");
  await expect(page.getByRole("heading", { name: "Property management", level: 1 })).toBeVisible();
}

/** Opens an address that needs an agent, signs in with the seed's agent and returns there. */
export async function signInAsAgent(page: Page, address = "/property-management"): Promise<void> {
  await page.goto("/property-management");
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel("Email or username").fill("agent@parkering.example");
  await page.getByLabel("Password", { exact: true }).fill("Agent-7410");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Property management", level: 1 })).toBeVisible();
  if (address !== "/property-management") await page.goto(address);
}
