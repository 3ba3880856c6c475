// The clock of the ambulance's employees without a network: presses wait on the device, and are one turn once there is a network.
// In both profiles: the device's store belongs to an ID, or to an account.
import { readFile } from "node:fs/promises";
import { expect, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { AMBULANCE_PASSWORD } from "#tests/support/browser/profile-differences.ts";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { addCrew, CREW, openAdmin, openEmployee, openTab, planShift } from "#tests/support/journeys/ambulance.ts";
import { deviceRows, untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { removePeople } from "#tests/support/people/people.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";

/** Whoever opens the device next. */
const NEXT = CREW[0];

test.afterEach(async ({ page, product }) => {
  // A page that is still open when its person is removed asks once more, and is refused.
  await page.goto("about:blank");
  await product.sql`truncate work_turns cascade`;
  await product.sql`delete from planned_shifts`;
  await removePeople(product, NEXT);
});

const yesterday = () =>
  new Date(Date.now() - 24 * 3_600_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });

/** Eight hours of a day. */
const eightHours = (day: string) => ({ starts_at: `${day}T12:00Z`, ends_at: `${day}T20:00Z` });

// Spec 5 §6: Stamps wait in
// Spec 5 §1: **No network**
test("an employee starts, rests and ends without a network, and all of it is one turn later", async ({
  page,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await holdLogin(page, { kind: "ase-employee", project: "ASE", userId: "ASE-001", password: AMBULANCE_PASSWORD });
  await page.goto("/ASE/employee-dashboard");
  await expect(page.getByText("You are not on duty")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Start Shift" }).click();
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible(FROM_THE_PHONE);
  await expect(page.getByText("Not sent yet: 1 · Sent when there is a network")).toBeVisible();
  await page.getByRole("button", { name: "Take a break" }).click();
  await page.getByRole("button", { name: "End break" }).click();
  await expect(page.getByRole("button", { name: "Take a break" })).toBeVisible();
  expect(await waitingKinds(page)).toEqual(["stamp", "stamp", "stamp"]);
  expect(await product.sql`select count(*)::int as turns from work_turns`).toEqual([{ turns: 0 }]);

  await context.setOffline(false);
  await untilSent(page);
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
  const turns = () => product.sql`
    select t.user_id, t.status, t.needs_check, count(b.id)::int as breaks, count(b.ended_at)::int as over
    from work_turns t left join work_breaks b on b.turn_id = t.id group by t.id`;
  expect(await turns()).toEqual([{ user_id: "ASE-001", status: "running", needs_check: false, breaks: 1, over: 1 }]);
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "End Shift" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End Shift" }).click();
  await expect(page.getByText("You are not on duty")).toBeVisible();
  expect(await turns()).toMatchObject([{ status: "waiting", breaks: 1 }]);
});

// Spec 5 §1: **No network**
test("what a device kept of an employee is gone when the next one opens it, also if the login ended while no page was open", async ({
  page,
  product,
}) => {
  await addCrew(product, NEXT);
  const kept = async () => {
    // A database that is opened before the page made it would stay without its stores.
    const isMade = await page.evaluate(async () => (await indexedDB.databases()).length > 0);
    return isMade ? (await page.evaluate(deviceRows, "facts" as const)).map(({ owner }) => String(owner)) : [];
  };
  const of = (userId: string) => openEmployee(page, userId);
  await of("ASE-001");
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);
  const [first] = await kept();
  // The entrance follows no employee's login.
  const endLogin = async () => {
    await page.goto("/ASE");
    await page.evaluate(() => localStorage.removeItem("parkering.session.ase-employee"));
  };
  await endLogin();
  expect(await kept()).toContain(first);
  await page.goto("/ASE/employee-login");
  await expect.poll(kept).toEqual([]);

  await of("ASE-001");
  await expect.poll(kept).toContain(first);
  await endLogin();
  await of(NEXT);
  await expect.poll(async () => [...new Set(await kept())]).toEqual([expect.not.stringContaining(first ?? "-")]);
});

// Spec 5 §6: `resume_turn
test("an employee who ends by mistake resumes the same shift", async ({ page, product }) => {
  await holdLogin(page, { kind: "ase-employee", project: "ASE", userId: "ASE-001", password: AMBULANCE_PASSWORD });
  await page.goto("/ASE/employee-dashboard");
  await page.getByRole("button", { name: "Start Shift" }).click();
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible();
  const turns = () => product.sql<{ id: string; status: string }[]>`select id, status from work_turns`;
  const [begun] = await turns();
  await page.getByRole("button", { name: "End Shift" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End Shift" }).click();
  await page.getByRole("button", { name: "Resume Shift" }).click();
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Resume Shift" })).toHaveCount(0);
  expect(await turns()).toEqual([{ id: begun?.id, status: "running" }]);
});

// Spec 5 §6: `/{code}/my-hours`
// Spec 5 §7: Tabs `Today`, `Schedule`
test("an employee corrects a rejected shift under My hours, and adds one that nobody clocked @rights", async ({
  page,
  product,
}) => {
  const { sql } = product;
  await holdLogin(page, { kind: "ase-employee", project: "ASE", userId: "ASE-001", password: AMBULANCE_PASSWORD });
  const day = yesterday();
  await planShift(product, eightHours(day), "ASE-001");
  const [own] = await sql<{ id: string }[]>`
    insert into work_turns (project_id, kind, person_id, user_id, name, started_at, ended_at, status, reviewed_by, review_note)
    select 'ASE', 'ase-employee', id, employee_id, name, ${`${day}T07:00Z`}, ${`${day}T09:00Z`}, 'rejected', 'aseadmin', 'Too short'
    from ase_employees where employee_id = 'ASE-001' returning id`;
  await sql`insert into work_turn_events (project_id, turn_id, kind, by, at, data)
    values ('ASE', ${own?.id ?? ""}, 'rejected', 'aseadmin', now(), '{"note": "Too short"}')`;
  await insertRow(sql, "work_turns", {
    project_id: "ASE",
    kind: "ase-employee",
    user_id: "ASE-002",
    started_at: `${day}T07:00Z`,
    ended_at: null,
    status: "running",
  });
  await page.goto(`/ASE/employee-dashboard?month=${day.slice(0, 7)}`);
  await page.getByRole("tab", { name: "My hours" }).click();
  const rows = page.getByRole("list", { name: /^Shifts in / }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText("Rejected", { exact: true })).toBeVisible();
  await expect(rows.getByText(/^Rejected by aseadmin .*Too short$/)).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["0.00 h", "0.00 h", "2.00 h", "0.00 h", "8.00 h"]);
  expect(await seriousFindings(page, "all")).toEqual([]);

  await rows.getByRole("button", { name: "Correct" }).click();
  const correcting = page.getByRole("dialog", { name: "Correct shift" });
  await correcting.getByLabel("End time").fill("12:00");
  await correcting.getByLabel("Why?").fill("The call began before the clock");
  await correcting.getByRole("button", { name: "Save" }).click();
  await expect(rows.getByText("Waiting", { exact: true })).toBeVisible();
  await expect(rows.getByText(/^Corrected by ASE-001 .*The call began before the clock$/)).toBeVisible();

  await page.getByRole("button", { name: "Add shift" }).click();
  const adding = page.getByRole("dialog", { name: "Add shift" });
  for (const [part, time] of [
    ["Start", "13:00"],
    ["End", "14:30"],
  ] as const) {
    await adding.getByRole("button", { name: `${part} date` }).click();
    await page.getByRole("gridcell", { selected: true }).getByRole("button").press("ArrowLeft");
    await page.keyboard.press("Enter");
    await adding.getByLabel(`${part} time`).fill(time);
  }
  await adding.getByLabel("Why?").fill("Forgot the clock");
  await adding.getByRole("button", { name: "Save" }).click();
  await expect(rows.filter({ hasText: "Typed" })).toContainText("13:00–14:30 · 1 h 30 min");
  expect(await sql`select source, status from work_turns where user_id = 'ASE-001' order by source`).toEqual([
    { source: "clock", status: "waiting" },
    { source: "typed", status: "waiting" },
  ]);
});

// Spec 5 §6: **work_hours(project
// Spec 5 §7: `/ASE/admin-dashboard`: beside
test("the admin's hours of a month and their file have the planned ones @rights", async ({ page, product }) => {
  const day = yesterday();
  await planShift(product, eightHours(day), "ASE-001");
  await openAdmin(page, "Hours");
  await page.goto(`/ASE/admin-dashboard?month=${day.slice(0, 7)}`);
  await openTab(page, "Hours");
  const table = page.getByRole("table", { name: "Hours by person" });
  await expect(table.getByRole("columnheader")).toContainText(["Employee ID", "Approved", "Waiting", "Rejected"]);
  await expect(table.getByRole("columnheader", { name: "Planned" })).toBeVisible();
  await expect(
    table
      .getByRole("row", { name: /ASE-001/ })
      .getByRole("cell")
      .nth(4),
  ).toHaveText("8.00");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toContain(";Breaks;Planned;Marks\r\nASE-001;");
  expect(file).toMatch(/^ASE-001;.*;0,00;8,00;/m);
});
