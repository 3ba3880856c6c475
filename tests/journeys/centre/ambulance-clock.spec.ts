// The clock of the ambulance's employees without a network: presses wait on the device, and are one turn once there is a network.
// In both profiles: the device's store belongs to an ID, or to an account.
import { expect, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { AMBULANCE_PASSWORD } from "#tests/support/browser/profile-differences.ts";
import { untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";

test.afterEach(({ product }) => product.sql`truncate work_turns cascade`);

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
