// The main admin's login: what is missing or wrong, the way in and out, and a login that cannot be checked.
// Both tests are @all: login-screens and hardened.spec ask the login in `npm test`.
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { UNREACHABLE } from "#tests/support/journeys/main-admin.ts";

test.describe("login", () => {
  // Spec 1 §2: Username, password, …
  // Spec 1 §2: A button leads
  // Spec 1 §2: Logout goes to
  // Spec 1 §2: Not logged in
  // Spec 1 §5: Admin login: …
  // Spec 1 §8: Main admin login
  // Spec 1 §6: Without access to
  // Spec rules §1: A login that fails
  test("says what is missing or wrong, and takes the admin to the dashboard @all", async ({ page, product }) => {
    await page.goto("/admin-dashboard");
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
    await expect(page).toHaveURL(/\/admin-login$/);
    await page.goto("/contact-messages");
    await expectReasonAtLogin(page, "Du har inte behörighet att komma åt denna sida");
    await expect(page).toHaveURL(/\/admin-login$/);
    await expectAccessible(page);

    const userId = page.getByLabel("Användarnamn");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByText("Var god fyll i både användarnamn och lösenord")).toBeVisible();
    await userId.fill("ab");
    await password.fill("12345");
    await expect(page.getByText("Användarnamnet måste vara minst 3 tecken")).toBeVisible();
    await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await expect(userId).toHaveAttribute("maxlength", "50");
    await expect(password).toHaveAttribute("maxlength", "128");
    await userId.fill("huvudadmin");
    await password.fill("Huvud-7411");
    await submit.click();
    await expectToldAtForm(page, "Fel användarnamn eller lösenord");
    await expect(userId).toHaveValue("huvudadmin");

    await userId.fill("  huvudadmin ");
    await password.fill("Huvud-7410");
    await submit.click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
    await expect(page.getByText("Inloggning lyckades!")).toBeVisible();
    await page.goto("/admin-login");
    await expect(page).toHaveURL(/\/admin-dashboard$/);

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/admin-login");
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  test("says when it cannot be checked", { tag: "@all" }, async ({ page, context, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/admin-login");
    await page.getByLabel("Användarnamn").fill("huvudadmin");
    await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
    // The code of the toasts comes soon after start; without a network it could not, and the browser would say it in its own way.
    await expect(page.getByRole("region", { name: "Aviseringar" })).toBeAttached();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Logga in" }).click();
    await context.setOffline(false);
    await expectToldAtForm(page, "Ett fel uppstod vid inloggningen");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
  });
});
