// The second factor in browser tests: its dialogs as a person uses them.
import { expect, type Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { codeOf } from "#tests/support/people/sign-in.ts";

const WORDS = {
  sv: {
    enrol: "Ställ in engångskoder",
    first: "Koden som appen visar",
    on: "Slå på",
    saved: "Jag har sparat koderna",
    codes: "Återställningskoder",
    ask: "Ange engångskoden",
    code: "Engångskod",
    go: "Fortsätt",
  },
  en: {
    enrol: "Set up one-time codes",
    first: "The code that the app shows",
    on: "Turn on",
    saved: "I have saved the codes",
    codes: "Recovery codes",
    ask: "Enter the code",
    code: "One-time code",
    go: "Continue",
  },
};

/** Completes the open dialog that sets up a second factor, and gives the factor's secret. */
export async function enrolFactor(page: Page, lang: keyof typeof WORDS = "sv"): Promise<string> {
  const words = WORDS[lang];
  const dialog = page.getByRole("dialog", { name: words.enrol });
  const secret = (await dialog.getByRole("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel(words.first).fill(await codeOf(secret));
  await dialog.getByRole("button", { name: words.on }).click();
  await expect(page.getByRole("list", { name: words.codes }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: words.saved }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return secret;
}

/** Types the code that an authenticator shows into the open dialog of a log-in. */
export async function showCode(
  page: Page,
  product: RunningProduct,
  secret: string,
  lang: keyof typeof WORDS = "sv",
): Promise<void> {
  const words = WORDS[lang];
  const dialog = page.getByRole("dialog", { name: words.ask });
  await expect(dialog).toBeVisible();
  await forgetUsedCodes(product);
  await dialog.getByLabel(words.code).fill(await codeOf(secret));
  await dialog.getByRole("button", { name: words.go }).click();
  await expect(dialog).toHaveCount(0);
}

/** Forgets used codes. A code is accepted once and the next one comes half a minute later, so this acts as if that time had passed. */
export const forgetUsedCodes = ({ sql }: RunningProduct) =>
  sql`delete from auth.mfa_challenges where verified_at is not null`;
