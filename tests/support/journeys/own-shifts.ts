// An attendant's own shifts in browser tests: the form, its photos, and the rows that it leaves.
import type { Locator, Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

export const SHIFTS = "/ostra-hamnen/shift-registration";

export type ShiftRow = {
  id: string;
  project_id: string | null;
  attendant_user_id: string;
  start_time: Date;
  end_time: Date;
  rating: number;
  description: string;
  image_urls: string[];
  status: string;
  approved: boolean;
};

/** Opens the screen and waits until it follows the table. */
export async function openShifts(page: Page) {
  await page.goto(SHIFTS);
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
}

export const ownShifts = (page: Page) => page.getByRole("list", { name: "Mina skift" });
export const submit = (page: Page) => page.getByRole("button", { name: "Skicka in skift" });
export const chosen = (page: Page) => page.getByRole("list", { name: "Valda filer" }).getByRole("listitem");
export const photosField = (page: Page) => page.getByLabel("Bilder", { exact: true }).and(page.locator("input"));

export async function fillIn(page: Page, description: string) {
  await page.getByLabel("Starttid").fill("08:00");
  await page.getByLabel("Sluttid").fill("16:30");
  await page.getByLabel("Beskrivning").fill(description);
}

export async function choosePhotos(page: Page, ...names: string[]) {
  const photos = [];
  for (const name of names) photos.push(await makePhoto(page, { name, width: 900, height: 600 }));
  await photosField(page).setInputFiles(photos);
  for (const name of names) await expect(page.getByRole("button", { name: `Ta bort ${name}` })).toBeVisible();
}

export async function rowsOf({ sql }: RunningProduct, description: string): Promise<ShiftRow[]> {
  return sql<ShiftRow[]>`select * from shift_registrations where description = ${description}`;
}

export const storedPhotos = ({ sql }: RunningProduct, ending: string) =>
  sql<
    { name: string }[]
  >`select name from storage.objects where bucket_id = 'shift-images' and name like ${`%${ending}`}`;

/** The card with this text among the own shifts. */
export const cardOf = (page: Page, text: string): Locator =>
  ownShifts(page).getByRole("article").filter({ hasText: text });
