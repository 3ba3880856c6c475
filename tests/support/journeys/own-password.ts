// The dialog that asks for a new password after a log-in with a password that another person chose (profile `hardened`).
import { expect, type Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";

const WORDS = {
  sv: { title: "Välj ett eget lösenord", field: "Nytt lösenord", again: "Upprepa lösenordet", save: "Spara" },
  en: { title: "Choose your own password", field: "New password", again: "Repeat the password", save: "Save" },
};

/** Chooses a new password in the dialog, in the language of the screen. */
export async function chooseOwnPassword(page: Page, password: string, lang: keyof typeof WORDS = "sv"): Promise<void> {
  const { title, field, again, save } = WORDS[lang];
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel(field).fill(password);
  await dialog.getByLabel(again).fill(password);
  await dialog.getByRole("button", { name: save }).click();
}

/** Does the same as chooseOwnPassword in the profile that shows the dialog. */
export async function chooseWhereAsked(page: Page, { profile }: RunningProduct, password: string): Promise<void> {
  if (profile === "hardened") await chooseOwnPassword(page, password);
}

const CHANGED = {
  sv: { title: "Ditt konto har ändrats", seen: "Jag har sett det" },
  en: { title: "Your account was changed", seen: "I have seen it" },
};

/** Reads and closes the message after a log-in that tells what another person changed about the account (profile `hardened`). */
export async function seeChange(page: Page, told: RegExp, lang: keyof typeof CHANGED = "sv"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: CHANGED[lang].title });
  await expect(dialog.getByRole("listitem")).toHaveText(told);
  await dialog.getByRole("button", { name: CHANGED[lang].seen }).click();
  await expect(dialog).toHaveCount(0);
}

/** Notes in the database that the person has chosen a password already, for tests about something else. */
export async function skipOwnPassword({ sql }: RunningProduct, userId: string): Promise<void> {
  await sql`update staff_accounts set must_change_password = false where user_id = ${userId}`;
}
