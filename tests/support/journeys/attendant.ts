// Parkings and an attendant's login for browser tests.
import type { Locator, Page } from "@playwright/test";
import { drawLetters } from "#tests/support/run/seed.ts";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** Errors that the browser itself writes while the database or the network is away. */
export const UNREACHABLE = /Failed to load resource|WebSocket/;

export type ParkingRow = {
  id: string;
  project_id: string | null;
  car_model: string;
  car_color: string;
  street: string;
  ref_number: string;
  discord_username: string | null;
  start_time: Date;
  end_time: Date;
  active: boolean;
};

/** A plate that no other test uses. */
export const newPlate = () => `T${drawLetters("0123456789ABCDEF", 7)}`;

/** A plate of the Swedish form, about which the visitor's form asks no question. */
export const newSwedishPlate = () => `${drawLetters("ABCDEFGHJKLMNOPRSTUWXYZ", 3)} ${drawLetters("0123456789", 3)}`;

const ELIN = { userId: "vakt01", password: "Vakt-7410" };

/** Opens the list as an attendant of `ostra-hamnen` who is logged in already (the seed's attendant by default), and waits for the list. */
export async function beginAsAttendant(page: Page, person = ELIN): Promise<void> {
  await holdAttendant(page, person);
  await page.goto("/ostra-hamnen/attendant-dashboard");
  await untilListed(page);
}

/** Puts the attendant's login into the browser without opening a page. */
export const holdAttendant = (page: Page, person = ELIN): Promise<void> =>
  holdLogin(page, { kind: "attendant", project: "ostra-hamnen", ...person });

/** Logs in by the form as an attendant of `ostra-hamnen` (the seed's attendant by default), and waits for the list. */
export async function logInAsAttendant(page: Page, { userId, password } = ELIN): Promise<void> {
  await page.goto("/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/\/ostra-hamnen\/attendant-dashboard$/);
  await untilListed(page);
}

async function untilListed(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
}

/** Writes a parking of `ostra-hamnen` that lasts for the next hour, as the table API does, and gives its plate. */
export async function registerParking(product: RunningProduct, over: Partial<ParkingRow> = {}): Promise<string> {
  const row = {
    project_id: "ostra-hamnen",
    car_model: "Volvo V60",
    car_color: "Röd",
    street: "Åkergränd 1",
    ref_number: newPlate(),
    start_time: new Date(),
    end_time: new Date(Date.now() + 3_600_000),
    ...over,
  };
  const { error } = await product.client.from("parkings").insert(row);
  expect(error).toBeNull();
  return row.ref_number;
}

/** The rows with this plate. */
export const parkingRows = (product: RunningProduct, plate: string) =>
  product.sql<ParkingRow[]>`select * from parkings where ref_number = ${plate}`;

/** The list's card of this plate. */
export const parkingCard = (page: Page, plate: string): Locator =>
  page.getByRole("article", { name: plate, exact: true });

/** Opens a row of the list, whose buttons are in its open part, and gives the row. */
export async function openRow(row: Locator): Promise<Locator> {
  const more = row.getByRole("button", { name: /^Mer om/ });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
  return row;
}

/** Opens a parking's row and presses a button in it. */
export async function pressInRow(page: Page, plate: string, name: string): Promise<void> {
  const row = await openRow(parkingCard(page, plate));
  await row.getByRole("button", { name }).click();
}

/** Opens the row of a fine in the open list `Mina ärenden`, and gives the row. */
export const openOwnCase = (page: Page, number: string): Promise<Locator> =>
  openRow(page.getByRole("listitem").filter({ has: page.getByRole("article", { name: `Ärende ${number}` }) }));

/** Presses an item in the menu of the list's bar, which holds the list's actions on a phone. */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Mer", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** The log's rows of an attendant's action, oldest first. */
export const loggedActions = (product: RunningProduct, action: string) =>
  product.sql<{ user_id: string; user_type: string; page_url: string; additional_data: Record<string, unknown> }[]>`
    select user_id, user_type, page_url, additional_data from web_activity_logs
    where action = ${action} order by created_at`;
