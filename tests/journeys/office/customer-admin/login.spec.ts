// A customer admin's login. It runs in `hardened`: one form. The protected account is @all: specified.test.
import { loggedActions, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { DATABASE_AWAY } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { logInAsAdmin, sendAdminLogin } from "#tests/support/journeys/customer-admin.ts";

const DASHBOARD = "/ostra-hamnen/admin-dashboard";

const NO_ACCESS = "Du har inte behörighet att komma åt denna sida";

test.describe("login", () => {
  // Spec 1 §2: Back goes to /{customerCode}; success …
  // Spec 1 §2: Back goes to /{customerCode}; logout …
  // Spec 1 §5: Admin login: …
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Admin login |
  // Spec 1 §8: success Inloggning lyckades
  // Spec 1 §6: Without access to
  // Spec rules §1: A login that fails
  test("says what is missing or wrong, takes the admin in, and back out @rights", async ({ page, product }) => {
    await product.sql`truncate web_activity_logs`;
    for (const kept of [DASHBOARD, "/ostra-hamnen/manage-accounts"]) {
      await page.goto(kept);
      await expectReasonAtLogin(page, NO_ACCESS);
      await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    }
    await expectAccessible(page);
    const userId = page.getByLabel("Användarnamn");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByRole("alert").getByText("Var god fyll i både användarnamn och lösenord")).toBeVisible();
    await userId.fill("ad");
    await password.fill("12345");
    await expect(page.getByText("Användarnamnet måste vara minst 3 tecken")).toBeVisible();
    await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await userId.fill("admin01");
    await password.fill("Ljungen-7411");
    await submit.click();
    await expectToldAtForm(page, "Felaktigt användarnamn eller lösenord");
    await expect(userId).toHaveValue("admin01");

    await userId.fill("  admin01 ");
    await password.fill("Admin-7410");
    await submit.click();
    await expect(page.getByText("Inloggning lyckades")).toBeVisible();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
    await expect(page.getByText("Östra hamnen")).toBeVisible();
    await page.goto("/ostra-hamnen/admin-login");
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
    await expect
      .poll(async () => (await loggedActions(product, "admin_dashboard_visit"))[0])
      .toMatchObject({ user_id: "admin01", user_type: "admin", page_url: DASHBOARD });

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    await expect.poll(async () => (await loggedActions(product, "admin_logout")).length).toBe(1);
    await page.goto(DASHBOARD);
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen$/);
  });

  // Spec 1 §4: A generic session
  test("takes attendants and admins of no site too @all", { tag: "@specified" }, async ({ page, product }) => {
    await product.sql`insert into admin_accounts (user_id, password) values ('admin-alla', 'Admin-7410')`;
    for (const [userId, password, name] of [
      ["admin-alla", "Admin-7410", "admin-alla"],
      ["vakt01", "Vakt-7410", "vakt.elin"],
    ] as const) {
      await logInAsAdmin(page, { userId, password });
      await expect(page.getByText(`Inloggad som ${name}`)).toBeVisible();
      await page.getByRole("button", { name: "Logga ut" }).click();
    }
    await removePeople(product, "admin-alla");
  });

  test(
    "tells attendants that they may not: they would approve their own shifts",
    { tag: "@hardened" },
    async ({ page }) => {
      await sendAdminLogin(page, { userId: "vakt01", password: "Vakt-7410" });
      await expectToldAtForm(page, NO_ACCESS);
      await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
      expect(await page.evaluate(() => localStorage.getItem("parkering.session.admin"))).toBeNull();
    },
  );

  // Spec 1 §4: A generic session
  test("takes the protected account, and nobody of another site @all", async ({ page, product }) => {
    await addPeople(
      product,
      { kind: "admin", project: "standard", userId: "admin-std", password: "Admin-7410" },
      { kind: "attendant", project: "standard", userId: "vakt-std", password: "Vakt-7410" },
    );
    for (const userId of ["admin-std", "vakt-std"]) {
      await sendAdminLogin(page, { userId, password: userId === "admin-std" ? "Admin-7410" : "Vakt-7410" });
      await expectToldAtForm(page, "Felaktigt användarnamn eller lösenord");
      expect(await page.evaluate(() => localStorage.getItem("parkering.session.admin"))).toBeNull();
    }
    for (const [project, userId, password, name] of [
      ["standard", "admin-std", "Admin-7410", "admin-std"],
      ["ostra-hamnen", "standardadmin", "Standard-7410", "standardadmin"],
    ] as const) {
      await logInAsAdmin(page, { project, userId, password });
      await expect(page.getByText(`Inloggad som ${name}`)).toBeVisible();
      // The protected admin's session counts on the standard site as well; everybody else's only where it was opened.
      const other = project === "standard" ? "ostra-hamnen" : "standard";
      await page.goto(`/${other}/admin-dashboard`);
      await expect(page).toHaveURL(new RegExp(userId === "standardadmin" ? "/admin-dashboard$" : "/admin-login$"));
      await page.goto(`/${project}/admin-dashboard`);
      await page.getByRole("button", { name: "Logga ut" }).click();
    }
    await removePeople(product, "admin-std", "vakt-std");
  });

  // Spec 1 §8: Ett fel uppstod
  test("says when it cannot be checked", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/ostra-hamnen/admin-login");
    await product.stopDatabase();
    try {
      await sendAdminLogin(page);
      await expect(page.getByRole("alert").getByText("Ett fel uppstod vid inloggningen")).toBeVisible(DATABASE_AWAY);
      await expect(page.getByLabel("Användarnamn")).toHaveValue("admin01");
    } finally {
      await product.startDatabase();
    }
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
  });
});
