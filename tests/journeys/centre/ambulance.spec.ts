// The ambulance service: an admin adds, changes and removes employees; an employee logs in by ID; and what they are told when it fails.
// An employee's login runs in `specified`, where an ID is enough; hardened.spec asks the password. The home page and the
// admin's day are @all: landing.spec, login-screens, admin-dashboard-screen and backend/accounts/staff-accounts.
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectTold,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { AMBULANCE_PASSWORD, type Differences } from "#tests/support/browser/profile-differences.ts";
import { openAdmin } from "#tests/support/journeys/ambulance.ts";
import { seeChange, skipOwnPassword } from "#tests/support/journeys/own-password.ts";

const UNREACHABLE = /Failed to load resource|ERR_INTERNET_DISCONNECTED/;
const CONFLICT = /status of 409/;
const EMPLOYEE = { kind: "ase-employee", project: "ASE", password: AMBULANCE_PASSWORD, createdBy: "aseadmin" } as const;

async function logInAsAdmin(page: Page) {
  await page.goto("/ASE/admin");
  await page.getByLabel("Username").fill("aseadmin");
  await page.getByLabel("Password", { exact: true }).fill("Ambulans-7410");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/ASE\/admin-dashboard$/);
}

async function logInAsEmployee(page: Page, employeeId: string, { ambulance }: Differences) {
  await page.goto("/ASE/employee-login");
  await page.getByLabel("Employee ID").fill(employeeId);
  await ambulance.enterPassword(page);
  await page.getByRole("button", { name: "Log In" }).click();
}

const rowOf = async (product: RunningProduct, employeeId: string) => {
  const rows = await product.sql<{ name: string | null; created_by: string }[]>`
    select name, created_by from ase_employees where employee_id = ${employeeId}`;
  return rows[0];
};

/** Takes a break and ends it. */
async function rest(page: Page) {
  await page.getByRole("button", { name: "Take a break" }).click();
  await expect(page.getByText(/^On a break · /)).toBeVisible();
  await page.getByRole("button", { name: "End break" }).click();
  await expect(page.getByRole("button", { name: "Take a break" })).toBeVisible();
}

/** A colleague whose shift goes on. */
async function beginColleague({ sql }: RunningProduct) {
  await sql`insert into ase_employees (employee_id) values ('ASE-077')`;
  await sql`insert into work_turns (project_id, kind, person_id, user_id, started_at)
    select 'ASE', 'ase-employee', id, employee_id, now() from ase_employees where employee_id = 'ASE-077'`;
}

test("the parts of the admin's page stand in one row on a phone, which follows the open one @once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin(page, "Employees");
  const row = page.getByRole("tablist");
  const last = row.getByRole("tab", { name: "Settings" });
  expect((await row.boundingBox())?.height).toBeLessThan(60);
  await expect(last).not.toBeInViewport();
  await row.getByRole("tab", { name: "Employees" }).press("ArrowLeft");
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("tabpanel", { name: "Settings" })).toBeVisible();
  const heights = await row.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(heights[0]).toBe(heights[1]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.reload();
  await expect(last).toBeInViewport({ ratio: 1 });
});

const confirmDelete = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();

// Spec 2 §2: /ASE and /ase
test("the home page leads to each login, in upper and lower case @all", async ({ page }) => {
  for (const address of ["/ASE", "/ase"]) {
    await page.goto(address);
    await page.getByRole("link", { name: "Start Shift" }).click();
    await expect(page).toHaveURL(/\/ASE\/employee-login$/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("link", { name: "Employee Login" }).click();
    await expect(page).toHaveURL(/\/ASE\/employee-login$/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("link", { name: "Admin" }).click();
    await expect(page).toHaveURL(/\/ASE\/admin$/);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/ASE$/);
  }
  await expectAccessible(page);
});

// Spec 2 §2: /ASE/employee-login, /ASE/admin, /ASE/admin-dashboard,
// Spec 2 §2: ASE employee login
// Spec rules §13: An employee starts
// Spec 2 §4: Sessions: chauffeur, administrator
// Spec 2 §5: Employee login requires
// Spec 2 §7: ase_employees, all or
// Spec 2 §7: Insert, update, delete ase_employees
// Spec 2 §8: ASE: 'Invalid Employee
// Spec 2 §8: ASE: 'Invalid Employee … 'An error occurred during login'
// Spec rules §1: A login that succeeds
test("an employee logs in by ID, sees the own page and logs out @once", async ({ page, product, differences }) => {
  await product.sql`delete from work_turns`;
  await page.goto("/ASE/employee-dashboard");
  await expectReasonAtLogin(page, "Please log in with your Employee ID");
  await expect(page).toHaveURL(/\/ASE\/employee-login$/);

  const submit = page.getByRole("button", { name: "Log In" });
  await submit.click();
  await expect(page.getByText(differences.ambulance.missing)).toBeVisible();
  await expect(page.getByLabel("Employee ID")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Employee ID").fill("ASE-999");
  await differences.ambulance.enterPassword(page);
  await submit.click();
  await expectToldAtForm(page, differences.ambulance.wrong);
  await expect(page.getByLabel("Employee ID")).toHaveValue("ASE-999");

  await page.getByLabel("Employee ID").fill("  ASE-001 ");
  await submit.click();
  await expect(page).toHaveURL(/\/ASE\/employee-dashboard$/);
  await expectTold(page, "You are logged in");
  await expect(page.getByRole("heading", { name: "Welcome, Karin Åkesson" })).toBeVisible();
  const details = page.getByRole("region", { name: "Your details" });
  await expect(details).toContainText("ASE-001");
  await expect(details).toContainText("Karin Åkesson");

  const shifts = () => product.sql`
    select user_id, name, ended_at is null as is_open from work_turns where user_id = 'ASE-001'`;
  await expect(page.getByText("You are not on duty")).toBeVisible();
  await expect(page.getByText("Nobody else is on duty.")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Start Shift" }).click();
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible();
  expect(await shifts()).toEqual([{ user_id: "ASE-001", name: "Karin Åkesson", is_open: true }]);
  await beginColleague(product);
  await expect(page.getByRole("region", { name: "Also on duty" })).toContainText(/ASE-077.*since \d\d:\d\d/);
  await product.sql`update work_turns set ended_at = now(), status = 'waiting' where user_id = 'ASE-077'`;
  await expect(page.getByText("Nobody else is on duty.")).toBeVisible();
  await product.sql`delete from ase_employees where employee_id = 'ASE-077'`;
  // Without the toast, which has no contrast to measure while it fades.
  await page.reload();
  await expect(page.getByText(/^On duty since \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText("No finished shifts yet.")).toBeVisible();
  await expectAccessible(page);
  await rest(page);
  await page.getByRole("button", { name: "End Shift" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End Shift" }).click();
  await expect(page.getByText("You are not on duty")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your last shifts" })).toContainText(
    /\d{4}-\d\d-\d\d\s*\d\d:\d\d–\d\d:\d\d · \d+ min/,
  );
  expect(await shifts()).toEqual([{ user_id: "ASE-001", name: "Karin Åkesson", is_open: false }]);

  await page.goto("/ASE/employee-login");
  await expect(page).toHaveURL(/\/ASE\/employee-dashboard$/);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/ASE$/);
  await page.goto("/ASE/employee-dashboard");
  await expect(page).toHaveURL(/\/ASE\/employee-login$/);
});

// Spec 2 §8: ASE: 'Invalid Employee
// Spec 2 §8: ASE: 'Invalid Employee … 'An error occurred during login'
test(
  "an employee is told when the login cannot be checked",
  { tag: "@all" },
  async ({ page, product, differences, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/ASE/employee-login");
    await page.getByLabel("Employee ID").fill("ASE-001");
    await differences.ambulance.enterPassword(page);
    await product.stopDatabase();
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("An error occurred during login")).toHaveCount(2);
    await expect(page.getByLabel("Employee ID")).toHaveValue("ASE-001");
    await product.startDatabase();
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(/\/ASE\/employee-dashboard$/);
  },
);

// Spec 2 §2: /ASE/employee-login, /ASE/admin, /ASE/admin-dashboard,
// Spec 2 §2: ASE employee login
// Spec 2 §4: Sessions: chauffeur, administrator
// Spec 2 §5: ASE admin login
// Spec 2 §8: 'Invalid credentials'
// Spec 2 §8: 'Please enter both
// Spec rules §1: A login that succeeds
test("the admin logs in with the right pair only @all", async ({ page }) => {
  await page.goto("/ASE/admin-dashboard");
  await expectReasonAtLogin(page, "Please log in as an administrator");
  await expect(page).toHaveURL(/\/ASE\/admin$/);

  const submit = page.getByRole("button", { name: "Log In" });
  await submit.click();
  await expect(page.getByText("Please enter both username and password")).toBeVisible();
  await page.getByLabel("Username").fill("aseadmin");
  await submit.click();
  await expect(page.getByText("Please enter both username and password")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("Granris-7411");
  await submit.click();
  await expectToldAtForm(page, "Invalid credentials");
  await page.getByLabel("Password", { exact: true }).fill("Ambulans-7410");
  await submit.click();
  await expect(page).toHaveURL(/\/ASE\/admin-dashboard$/);
  await expectTold(page, "You are logged in");

  await page.goto("/ASE/admin");
  await expect(page).toHaveURL(/\/ASE\/admin-dashboard$/);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/ASE\/admin$/);
  await page.goto("/ASE/admin-dashboard");
  await expect(page).toHaveURL(/\/ASE\/admin$/);
});

/** Fills the open dialog for a new employee: without an ID, with one that is taken, and with ASE-002. */
async function addEmployee(page: Page, { ambulance }: Differences): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Employee ID is required")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Employee ID").fill("ASE-001");
  await dialog.getByLabel("Name").fill("Olle Ek");
  await ambulance.enterPassword(dialog);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("An employee with this ID already exists")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Olle Ek");
  await dialog.getByLabel("Employee ID").fill(" ASE-002 ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Employee created")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Employees" }).getByRole("row").nth(1)).toContainText("ASE-002");
}

// Spec 2 §2: /ASE/employee-login, /ASE/admin, /ASE/admin-dashboard,
// Spec 2 §2: ASE employee login
// Spec 2 §5: ASE employee create/edit:
// Spec 2 §5: name optional
// Spec 2 §7: ase_employees, all or
// Spec 2 §7: Insert, update, delete ase_employees
test("the admin's day: an employee comes, is renamed, and leaves @all", async ({
  page,
  browser,
  product,
  differences,
  consoleErrors,
}) => {
  consoleErrors.tolerate(CONFLICT);
  await logInAsAdmin(page);
  const table = page.getByRole("table", { name: "Employees" });
  await expect(table.getByRole("row", { name: /ASE-001/ })).toContainText("Karin Åkesson");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add employee" }).click();
  const dialog = page.getByRole("dialog");
  await addEmployee(page, differences);
  expect(await rowOf(product, "ASE-002")).toEqual({ name: "Olle Ek", created_by: "aseadmin" });

  const employee = await (await browser.newContext({ baseURL: product.url })).newPage();
  await skipOwnPassword(product, "ASE-002");
  await logInAsEmployee(employee, "ASE-002", differences);
  await expect(employee.getByRole("heading", { name: "Welcome, Olle Ek" })).toBeVisible();
  await employee.getByRole("button", { name: "Log Out" }).click();

  await page.getByRole("button", { name: "Edit ASE-002" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Olle Ek");
  await dialog.getByLabel("Employee ID").fill("ASE-003");
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Employee updated")).toBeVisible();
  await expect(table.getByRole("row", { name: /ASE-003/ })).toBeVisible();
  expect(await rowOf(product, "ASE-002")).toBeUndefined();
  expect(await rowOf(product, "ASE-003")).toEqual({ name: null, created_by: "aseadmin" });
  await logInAsEmployee(employee, "ASE-003", differences);
  if (differences.areTenantsApart)
    await seeChange(employee, /^The address or ID was changed 20.* by the administrator aseadmin\.$/, "en");
  await expect(employee.getByRole("heading", { name: "Welcome, ASE-003" })).toBeVisible();
  await expect(employee.getByRole("region", { name: "Your details" })).toContainText("Not given");
  await employee.getByRole("button", { name: "Log Out" }).click();

  await page.getByRole("button", { name: "Delete ASE-003" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  expect(await rowOf(product, "ASE-003")).toBeDefined();
  await page.getByRole("button", { name: "Delete ASE-003" }).click();
  await confirmDelete(page);
  await expect(page.getByText("Employee deleted")).toBeVisible();
  await expect(table.getByRole("row", { name: /ASE-003/ })).toHaveCount(0);
  expect(await rowOf(product, "ASE-003")).toBeUndefined();
  await logInAsEmployee(employee, "ASE-003", differences);
  await expectToldAtForm(employee, differences.ambulance.wrong);
  await employee.context().close();
});

// Spec 2 §8: Create, update and
test(
  "the admin is told what failed without a server, and nothing typed is lost",
  { tag: "@all" },
  async ({ page, context, product, differences, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await addPeople(product, { ...EMPLOYEE, userId: "ASE-050", displayName: "Maja" });
    // The code of the toasts comes soon after start; without a network it could not.
    const toasts = page.waitForResponse(/\/toast-host-[^/]+\.js$/);
    await logInAsAdmin(page);
    await expect(page.getByRole("button", { name: "Edit ASE-050" })).toBeVisible();
    await toasts;
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "Add employee" }).click();
    await dialog.getByLabel("Employee ID").fill("ASE-051");
    await differences.ambulance.enterPassword(dialog);
    await context.setOffline(true);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Failed to create employee")).toBeVisible();
    await expect(dialog.getByLabel("Employee ID")).toHaveValue("ASE-051");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Edit ASE-050" }).click();
    await dialog.getByLabel("Name").fill("Maja Berg");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Failed to update employee")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Maja Berg");

    await context.setOffline(false);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Employee updated")).toBeVisible();
    await context.setOffline(true);
    // The dialog's code cannot be fetched now: the browser asks.
    page.once("dialog", (question) => {
      expect(question.message()).toContain("Delete ASE-050?");
      void question.accept();
    });
    await page.getByRole("button", { name: "Delete ASE-050" }).click();
    await expect(page.getByText("Failed to delete employee")).toBeVisible();
    await context.setOffline(false);
    expect(await rowOf(product, "ASE-050")).toMatchObject({ name: "Maja Berg" });
    await removePeople(product, "ASE-050");
  },
);

// Spec 2 §8: Create, update and
test(
  "the admin is told what the server refused, and that somebody else was quicker",
  { tag: "@all" },
  async ({ page, product, differences, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await addPeople(product, { ...EMPLOYEE, userId: "ASE-050", displayName: "Maja" });
    await logInAsAdmin(page);
    await expect(page.getByRole("button", { name: "Edit ASE-050" })).toBeVisible();
    const dialog = page.getByRole("dialog");

    await test.step("the server's message when it answers", async () => {
      await product.sql`alter table ase_employees add constraint no_olle check (name is distinct from 'Olle')`;
      await page.getByRole("button", { name: "Edit ASE-050" }).click();
      await dialog.getByLabel("Name").fill("Olle");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(differences.ambulance.ruleBroken)).toBeVisible();
      await product.sql`alter table ase_employees drop constraint no_olle`;
      await dialog.getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("somebody else was quicker", async () => {
      await removePeople(product, "ASE-050");
      await page.getByRole("button", { name: "Delete ASE-050" }).click();
      await confirmDelete(page);
      await expect(page.getByText("The employee no longer exists")).toBeVisible();
      await expect(page.getByRole("button", { name: "Delete ASE-050" })).toHaveCount(0);
    });
  },
);

// Spec 2 §8: Create, update and
test(
  "the list that cannot be read can be asked for again",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAdmin(page);
    await expect(page.getByRole("button", { name: "Edit ASE-001" })).toBeVisible();
    await product.stopDatabase();
    await page.reload();
    await expect(page.getByText("Failed to fetch employees")).toBeVisible();
    await product.startDatabase();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Edit ASE-001" })).toBeVisible();
    await removePeople(product, "ASE-001");
    await page.reload();
    await expect(page.getByText("There are no employees yet.")).toBeVisible();
    await addPeople(product, { ...EMPLOYEE, userId: "ASE-001", displayName: "Karin Åkesson" });
  },
);
