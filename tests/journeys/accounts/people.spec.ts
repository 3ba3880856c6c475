// People as their admins see them, and what becomes of those who are removed while they work.
// Removals on each screen and possible logins are @all: hardened.spec removes somebody at work; backend/accounts/people and
// tests/access ask the rest.
import type { Page } from "@playwright/test";
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin, openTab, watchJoins } from "#tests/support/journeys/customer-admin.ts";
import { WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { AMBULANCE_PASSWORD } from "#tests/support/browser/profile-differences.ts";

const PASSWORD = "Losen-7410";

// The browser notes what the server refuses those who are out.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(new RegExp(`${UNREACHABLE.source}|status of 40[0-9]`)));

async function logInAsAttendant(page: Page, userId: string) {
  await page.goto("/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill(userId);
  await page.getByLabel("Lösenord", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/attendant-dashboard$/);
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
}

test("an attendant is let in with the ID in any case, and is out of every screen when removed @all", async ({
  page,
  context,
  product,
}) => {
  for (const screen of ["attendant-dashboard", "create-report", "shift-registration"]) {
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "kort-tid", password: PASSWORD });
    await logInAsAttendant(page, "Kort-TID");
    const window = await context.newPage();
    const joined = watchJoins(window);
    await window.goto(`/ostra-hamnen/${screen}`);
    await joined("attendants");
    await removePeople(product, "kort-tid");
    await expect(window).toHaveURL(/ostra-hamnen\/attendant-login$/, WITHIN_TWO_SECONDS);
    await expect(page).toHaveURL(/ostra-hamnen\/attendant-login$/, WITHIN_TWO_SECONDS);
    // Windows of one browser share the session: one of them tells why it ended.
    const told = () => Promise.all([page, window].map((each) => each.getByText("Ditt konto har tagits bort").count()));
    await expect.poll(async () => (await told()).some((count) => count > 0)).toBe(true);
    await window.close();
  }
});

test(
  "an attendant who is in as the site's admin is out when removed",
  { tag: "@specified" },
  async ({ page, product }) => {
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "kort-tid", password: PASSWORD });
    const joined = watchJoins(page);
    await logInAsAdmin(page, { userId: "kort-tid", password: PASSWORD });
    await joined("attendants");
    await removePeople(product, "kort-tid");
    await expect(page).toHaveURL(/ostra-hamnen\/admin-login$/, WITHIN_TWO_SECONDS);
  },
);

// Spec rules §1: A text on
test("an employee of the ambulance is let in with the ID in any case, and is out when removed @all", async ({
  page,
  product,
  differences,
}) => {
  const employee = { kind: "ase-employee", project: "ASE", userId: "ASE-777", password: AMBULANCE_PASSWORD } as const;
  await addPeople(product, employee);
  const joined = watchJoins(page);
  await page.goto("/ase/employee-login");
  await page.getByLabel("Employee ID").fill("ase-777");
  await differences.ambulance.enterPassword(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/employee-dashboard$/);
  await expect(page.getByText("ASE-777").first()).toBeVisible();
  await joined("ase_employees");
  await removePeople(product, "ASE-777");
  await expect(page).toHaveURL(/ASE\/employee-login$/i, WITHIN_TWO_SECONDS);
  await expectReasonAtLogin(page, "Your account has been removed");
});

test("a site's admin finds all who can log in there, and what they were called before @all", async ({
  page,
  product,
}) => {
  await product.sql`
    insert into project_attendants (project_id, user_id, password, renamed_from)
    values ('ostra-hamnen', 'egen-2', ${product.profile === "specified" ? PASSWORD : null}, 'EGEN')`;
  await logInAsAdmin(page);
  await openTab(page, "Hantera konton");
  const own = page.getByRole("list", { name: "Projektets egna" });
  const row = own.getByRole("article", { name: "egen-2", exact: true });
  await expect(row).toBeVisible();
  await expect(row.getByText("Hette EGEN. Någon annan hade samma ID, så personen fick ett nytt.")).toBeVisible();
  await expectAccessible(page);
  await product.sql`delete from project_attendants where user_id = 'egen-2'`;
});

// Spec rules §1: An admin of
test(
  "who is of no site is listed to the admin of each: they log in there @all",
  { tag: "@specified" },
  async ({ page, product }) => {
    const OF_NO_SITE = "Hör inte till en viss sida och står därför på alla.";
    await product.sql`insert into attendants (project_id, user_id, password) values (null, 'fri-vakt', ${PASSWORD})`;
    await product.sql`insert into admin_accounts (project_id, user_id, password) values (null, 'fri-admin', ${PASSWORD})`;
    await logInAsAdmin(page);
    await openTab(page, "Hantera konton");
    await expect(page.getByRole("article", { name: "fri-vakt", exact: true }).getByText(OF_NO_SITE)).toBeVisible();
    await page.getByRole("tab", { name: "Administratörer" }).click();
    await expect(page.getByRole("article", { name: "fri-admin", exact: true }).getByText(OF_NO_SITE)).toBeVisible();
    await product.sql`delete from attendants where user_id = 'fri-vakt'`;
    await product.sql`delete from admin_accounts where user_id = 'fri-admin'`;
  },
);

// Spec rules §1: The ambulance's admin
test("the ambulance's admin reads what an employee was called before @all", async ({ page, product }) => {
  await product.sql`
    insert into ase_employees (employee_id, name, renamed_from) values ('ASE-888-2', 'Nils', 'ase-888')`;
  await page.goto("/ASE/admin");
  await page.getByLabel("Username").fill("aseadmin");
  await page.getByLabel("Password", { exact: true }).fill("Ambulans-7410");
  await page.getByRole("button", { name: "Log In" }).click();
  const row = page.getByRole("row", { name: "ASE-888-2" });
  await expect(
    row.getByText("Was ase-888. Somebody else had the same ID, so this employee got a new one."),
  ).toBeVisible();
  await expectAccessible(page);
  await product.sql`delete from ase_employees where employee_id = 'ASE-888-2'`;
});

// Spec rules §1: The page of
test("the page of a site's accounts leads to one's own @all", { tag: "@hardened" }, async ({ page }) => {
  await logInAsAdmin(page);
  await page.goto("/ostra-hamnen/manage-accounts");
  await page.getByRole("link", { name: "Mitt konto" }).click();
  await expect(page.getByRole("heading", { name: "Mitt konto", level: 1 })).toBeVisible();
});

test("the project's own attendant is removed like any other @all", { tag: "@specified" }, async ({ page, product }) => {
  await product.sql`
    insert into project_attendants (project_id, user_id, password) values ('ostra-hamnen', 'egen-3', ${PASSWORD})`;
  await logInAsAdmin(page);
  await openTab(page, "Hantera konton");
  await page.getByRole("button", { name: "Ta bort egen-3" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Parkeringsvakt borttagen")).toBeVisible();
  await expect(page.getByRole("article", { name: "egen-3" })).toHaveCount(0);
  const logged = await product.sql`
    select deleted_by, project_id from attendant_deletion_logs where attendant_user_id = 'egen-3'`;
  expect(logged).toEqual([{ deleted_by: "admin01", project_id: "ostra-hamnen" }]);
});
