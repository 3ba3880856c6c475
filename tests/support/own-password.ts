// The question for a password of one's own, which comes after a log-in with one that another person chose (profile `hardened`).
import type { Page } from "@playwright/test";
import type { RunningProduct } from "./product.ts";

/** Chooses a password of one's own. */
export async function chooseOwnPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Välj ett eget lösenord" });
  await dialog.getByLabel("Nytt lösenord").fill(password);
  await dialog.getByLabel("Upprepa lösenordet").fill(password);
  await dialog.getByRole("button", { name: "Spara" }).click();
}

/** As chooseOwnPassword, where the profile asks for one. */
export async function chooseWhereAsked(page: Page, { profile }: RunningProduct, password: string): Promise<void> {
  if (profile === "hardened") await chooseOwnPassword(page, password);
}

/** As if the person had chosen one already, for tests that are about something else. */
export async function skipOwnPassword({ sql }: RunningProduct, userId: string): Promise<void> {
  await sql`update staff_accounts set must_change_password = false where user_id = ${userId}`;
}
