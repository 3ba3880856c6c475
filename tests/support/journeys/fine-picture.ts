// The picture of a fine or a report, in browser tests: the document on the screen, what is saved and copied of it, and what the log says.
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { comparePictures, type PicturePart } from "#tests/support/browser/pictures.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** Rows that an attendant's page wrote to the activity log since a moment, oldest first. */
export async function actions(product: RunningProduct, path: string, since: Date) {
  const rows = await product.sql<{ action: string; additional_data: Record<string, unknown> | null; user: string }[]>`
    select action, additional_data, user_type || ' ' || user_id as user from web_activity_logs
    where page_url = ${path} and created_at >= ${since} order by created_at, id`;
  expect(new Set(rows.map(({ user }) => user))).toEqual(new Set(["attendant vakt01"]));
  return rows;
}

/** The region of the picture, with its buttons. */
export const preview = (page: Page) => page.getByRole("region", { name: "Förhandsvisning" });
/** The document in the preview, without the buttons. */
export const paper = (page: Page) => preview(page).locator("dl").locator("..");
const plateOn = (document: Locator) =>
  document.locator("dt", { hasText: "Registreringsnummer" }).locator("..").locator("dd > span");

export const fileOf = async (download: Download) => readFile(await download.path());

/** Presses `Spara bild` and gives the file. */
export async function save(page: Page): Promise<Download> {
  const downloading = page.waitForEvent("download");
  await preview(page).getByRole("button", { name: "Spara bild" }).click();
  return downloading;
}

/**
 * Styles for an exact screenshot of the document: it starts at a whole pixel, and toasts and the skip link, which could cover it, are
 * hidden.
 */
const ALONE = `
  div:has(> dl) { position: absolute; inset: 0 auto auto 0; z-index: 99 }
  [data-sonner-toaster], a[href="#main"] { display: none }`;

/** Place of a text on the picture of the document, in points of the picture. */
export const placeOf = async (document: Locator, text: Locator): Promise<PicturePart> =>
  text.evaluate(
    (element, paper) => {
      const [inner, outer] = [element.getBoundingClientRect(), (paper as Element).getBoundingClientRect()];
      const [x, y] = [inner.left - outer.left, inner.top - outer.top].map((start) => Math.round(2 * start));
      return { x: x ?? 0, y: y ?? 0, width: Math.floor(2 * inner.width), height: Math.floor(2 * inner.height) };
    },
    await document.elementHandle(),
  );

/**
 * Expects that the picture is exactly twice the document's size and shows the same as the screen. The plate and the case number are also
 * compared by themselves, digit for digit.
 */
export async function expectPictureOf(document: Locator, picture: Buffer, caseNumber: string) {
  const page = document.page();
  const size = await document.evaluate((element: HTMLElement) => ({
    width: 2 * element.offsetWidth,
    height: 2 * element.offsetHeight,
  }));
  const screen = await document.screenshot({ scale: "device", style: ALONE });
  const whole = await comparePictures(page, picture, screen);
  expect(whole.sizes).toEqual([size, size]);
  expect(whole.differing).toBeLessThan(0.002);
  for (const text of [document.getByText(caseNumber, { exact: true }), plateOn(document)]) {
    const part = await comparePictures(page, picture, screen, await placeOf(document, text));
    expect(part.ink).toBeGreaterThan(0.03);
    expect(part.differing).toBeLessThan(0.01);
  }
}
