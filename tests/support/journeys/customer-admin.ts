// A customer admin's login and rows for browser tests.
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { differencesOf } from "#tests/support/browser/profile-differences.ts";
import { PHOTOS, plainClient } from "#tests/support/rows/writes.ts";

type Credentials = { project?: string; userId?: string; password?: string };

export const ADMIN_TABS = ["Parkeringar", "Parkeringslogg", "Skift", "Webbaktivitet", "Hantera konton"] as const;

/** Opens a tab of the dashboard, or a sub-tab of the accounts. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
  await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
}

const ADMIN = { project: "ostra-hamnen", userId: "admin01", password: "Admin-7410" };

/**
 * Opens an address as an admin who is logged in already. By default the admin is the seed's of `ostra-hamnen`, and the address is the
 * dashboard.
 */
export async function beginAsAdmin(page: Page, credentials: Credentials & { at?: string } = {}): Promise<void> {
  const { at, ...admin } = { ...ADMIN, ...credentials };
  await holdLogin(page, { kind: "admin", ...admin });
  await page.goto(at ?? `/${admin.project}/admin-dashboard`);
  if (at === undefined) await expect(page.getByRole("tab", { name: "Parkeringar", exact: true })).toBeVisible();
}

/** Types credentials at a site's admin login and sends them. */
export async function sendAdminLogin(page: Page, credentials: Credentials = {}): Promise<void> {
  const { project, userId, password } = { ...ADMIN, ...credentials };
  await page.goto(`/${project}/admin-login`);
  await page.getByLabel("Användarnamn").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in" }).click();
}

/** Logs in by the form as an admin (by default the seed's of `ostra-hamnen`), and waits for the dashboard. */
export async function logInAsAdmin(page: Page, credentials: Credentials = {}): Promise<void> {
  await sendAdminLogin(page, credentials);
  await page.waitForURL(new RegExp(`/${credentials.project ?? "ostra-hamnen"}/admin-dashboard$`));
  await expect(page.getByRole("tab", { name: "Parkeringar", exact: true })).toBeVisible();
}

/**
 * Notes which tables the page begins to follow. Call this before the page is opened; the returned function waits until the page has joined
 * a table for the nth time.
 */
export function watchJoins(page: Page): (table: string, times?: number) => Promise<void> {
  const joins = new Map<string, number>();
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const text = payload.toString();
      const table = text.includes("Subscribed to PostgreSQL") ? /realtime:(\w+):/.exec(text)?.[1] : undefined;
      if (table !== undefined) joins.set(table, (joins.get(table) ?? 0) + 1);
    });
  });
  return (table, times = 1) => expect.poll(() => joins.get(table) ?? 0).toBeGreaterThanOrEqual(times);
}

/** Registers a shift with two real photos, as an attendant's screen does, and gives its key. */
export async function registerShift(
  product: RunningProduct,
  page: Page,
  over: { description: string; project_id?: string; attendant_user_id?: string },
): Promise<string> {
  const { photos } = differencesOf(product);
  const folder = await photos.folder(product, "vakt01");
  const bucket = plainClient(product.url, product.secretKey).storage.from(PHOTOS);
  const image_urls: string[] = [];
  for (const name of ["kaj.jpg", "port.jpg"]) {
    const { buffer } = await makePhoto(page, { name, width: 900, height: 600 });
    const path = `${folder}/${Date.now()}-${crypto.randomUUID()}-${name}`;
    expect((await bucket.upload(path, buffer, { contentType: "image/jpeg" })).error).toBeNull();
    image_urls.push(photos.address(bucket.getPublicUrl(path).data.publicUrl));
  }
  const row = {
    id: crypto.randomUUID(),
    project_id: "ostra-hamnen",
    attendant_user_id: "vakt01",
    start_time: "2026-11-20T08:00:00Z",
    end_time: "2026-11-20T16:00:00Z",
    image_urls,
    ...over,
  };
  await product.sql`insert into shift_registrations ${product.sql(row)}`;
  return row.id;
}

export type ShiftReviewRow = {
  status: string;
  approved: boolean;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
};

/** The row of a shift's review in the table. */
export async function shiftReview({ sql }: RunningProduct, id: string): Promise<ShiftReviewRow | undefined> {
  const rows = await sql<ShiftReviewRow[]>`
    select status, approved, reviewed_by, reviewed_at, review_note from shift_registrations where id = ${id}`;
  return rows[0];
}
