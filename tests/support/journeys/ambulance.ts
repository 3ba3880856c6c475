// People, vehicles and shifts of the ambulance in browser tests.
import type { Browser, Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { AMBULANCE_PASSWORD } from "#tests/support/browser/profile-differences.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** Colleagues of the demo's ASE-001. */
export const CREW = ["ASE-011", "ASE-012", "ASE-013"] as const;
const TABLES =
  "vehicle_faults vehicle_checks work_turns vehicle_events shift_offers shift_places shift_events planned_shifts checklist_items certificates certificate_types ase_positions notices notice_receipts".split(
    " ",
  );

/** Takes away what a day of the ambulance left, its crew too: never under their open pages, which would be logged out and say so. */
export async function clearAmbulance(product: RunningProduct): Promise<void> {
  const { sql } = product;
  for (const table of TABLES) await sql`delete from ${sql(table)}`;
  await sql`delete from vehicles where project_id = 'ASE'`;
  await sql`update ase_settings set checklist = 'off', sign_up = 'approved', positions = '{}'`;
  await removePeople(product, ...CREW);
}

/** Adds colleagues who can log in. */
export const addCrew = (product: RunningProduct, ...userIds: readonly string[]) =>
  addPeople(
    product,
    ...userIds.map((userId) => ({
      kind: "ase-employee" as const,
      project: "ASE",
      userId,
      password: AMBULANCE_PASSWORD,
      createdBy: "aseadmin",
    })),
  );

export const addVehicle = ({ sql }: RunningProduct, name: string) =>
  insertRow(sql, "vehicles", { project_id: "ASE", name, plate: null, model: "Ambulance" });

/** The moment that lies so many hours ahead. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A published shift of two days ahead, with who is on it. */
export async function planShift({ sql }: RunningProduct, more: object = {}, ...people: string[]): Promise<string> {
  const id = await insertRow(sql, "planned_shifts", {
    starts_at: inHours(48),
    ends_at: inHours(56),
    position: null,
    ...more,
  });
  for (const who of people)
    await sql`insert into shift_places (shift_id, person_id, employee_id, state, confirmed_at)
      select ${id}, id, employee_id, 'assigned', now() from ase_employees where employee_id = ${who}`;
  return id;
}

/** Opens an employee's own page, logged in. */
export async function openEmployee(page: Page, userId: string): Promise<void> {
  await holdLogin(page, { kind: "ase-employee", project: "ASE", userId, password: AMBULANCE_PASSWORD });
  await page.goto("/ASE/employee-dashboard");
}

/** Opens a tab of the admin's page, logged in. */
export async function openAdmin(page: Page, tab: string): Promise<void> {
  await holdLogin(page, { kind: "ase-admin", project: "ASE", userId: "aseadmin", password: "Ambulans-7410" });
  await page.goto("/ASE/admin-dashboard");
  await openTab(page, tab);
}

/** Opens a tab of the open page. The tab before stays in sight until the new one is loaded. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
}

/** A window of somebody else beside the test's own. */
export async function openWindow(browser: Browser, { url }: RunningProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

/** Begins a turn of somebody, with a vehicle perhaps. */
export const beginTurn = ({ sql }: RunningProduct, userId: string, vehicle: string | null = null) =>
  sql`insert into work_turns (project_id, kind, person_id, user_id, name, started_at, vehicle_id)
    select 'ASE', 'ase-employee', id, employee_id, name, now() - interval '10 minutes', ${vehicle} from ase_employees where employee_id = ${userId}`;
