// Dispatch centre 721075: the ways in and out of operators and the administrator.
// Operators' logins are @all: login-screens, own-logins and use-own-session ask them in `npm test`.
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
} from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { webhook } from "#tests/support/outside/receivers.ts";
import { UNREACHABLE, activityOf, keepUnits } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

test.describe("ways in", () => {
  // Spec 2 §2: /721075 | …
  // Spec 1 §2: Project id 721075
  // Spec 2 §9: Project id 721075
  test("lead by role to the login or the dialog @all", async ({ page, product }) => {
    await page.goto("/721075");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Operator" }).click();
    await expect(page).toHaveURL(/\/operator-login$/);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/721075?role=operator");
    await expect(page).toHaveURL(/\/operator-login$/);
    await page.goto("/721075");
    await page.getByRole("link", { name: "Administrator" }).click();
    await expect(page).toHaveURL(/\/721075\?role=administrator$/);
    await expect(page.getByRole("dialog", { name: "Administratörsinloggning" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/721075$/);
  });

  // Spec 2 §2: /operator-login | operator
  // Spec 1 §5: Operator login (project
  // Spec 1 §8: Operator login …
  test("operator login says what is missing or wrong, and welcomes @all", async ({
    page,
    context,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/operator-login");
    await expectAccessible(page);
    const userId = page.getByLabel("Användar-ID");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByText("Vänligen fyll i både användar-ID och lösenord")).toBeVisible();
    await userId.fill("op01");
    await submit.click();
    await expect(page.getByText("Vänligen fyll i både användar-ID och lösenord")).toBeVisible();
    await password.fill("fel");
    await submit.click();
    await expectToldAtForm(page, "Felaktigt användar-ID eller lösenord");
    await password.fill("Operator-7410");
    await product.stopDatabase();
    await submit.click();
    // The message stands as a toast and at the form.
    await expect(page.getByText("Ett fel uppstod vid inloggning", { exact: true })).toHaveCount(2);
    await product.startDatabase();
    await context.setOffline(true);
    await submit.click();
    await expect(page.getByText("Ett oväntat fel uppstod")).toHaveCount(2);
    await context.setOffline(false);
    await submit.click();
    await expect(page.getByText("Välkommen!")).toBeVisible();
    await expect(page.getByText("op.hassan", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/721075$/);
    await page.goto("/operator-login");
    await expect(page).toHaveURL(/\/721075$/);
    await page.goto("/721075?role=operator");
    await expect(page.getByRole("heading", { name: "Dispatch centre" })).toBeVisible();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/operator-login$/);
    await expect
      .poll(() => activityOf(product, "op01"))
      .toEqual(["operator login /operator-login", "operator logout /721075"]);
  });

  // Spec rules §9: A dispatch session
  // Spec rules §1: The reason of
  test("an operator whose login ended is told so @all", async ({ page, context }) => {
    await logInAsOperator(page);
    const other = await context.newPage();
    await other.goto("/721075");
    await other.getByRole("button", { name: "Log out" }).click();
    await expect(other).toHaveURL(/\/operator-login$/);
    await expect(other.getByText("Din inloggning har upphört. Logga in igen.")).toHaveCount(0);
    await expectReasonAtLogin(page, "Din inloggning har upphört. Logga in igen.");
    await expect(page).toHaveURL(/\/operator-login$/);
  });

  // Spec 2 §2: Administrator login dialog
  // Spec 2 §4: Sessions: chauffeur, administrator
  // Spec 2 §8: Administrator dialog: …
  test("the administrator's dialog says what is missing or wrong, and opens both areas @rights", async ({
    page,
    product,
  }) => {
    await page.goto("/721075?role=administrator");
    const dialog = page.getByRole("dialog", { name: "Administratörsinloggning" });
    const submit = dialog.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(dialog.getByText("Var god fyll i både användarnamn och lösenord")).toBeVisible();
    await dialog.getByLabel("Användarnamn").fill("ledning");
    await dialog.getByLabel("Lösenord", { exact: true }).fill("Granskog-7411");
    await submit.click();
    await expectToldAtForm(page, "Fel användarnamn eller lösenord");
    await dialog.getByLabel("Lösenord", { exact: true }).fill("Ledning-7410");
    await submit.click();
    await expect(page.getByText("Inloggning lyckades!")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Operators" })).toBeVisible();
    await page.getByRole("link", { name: "Dispatch centre" }).click();
    await expect(page.getByRole("heading", { name: "Dispatch centre" })).toBeVisible();
    await expect(page).toHaveURL(/\/721075$/);
    await page.getByRole("link", { name: "Administrator dashboard" }).click();
    await page.getByRole("link", { name: "Messages" }).click();
    await page.getByLabel("Address of a Discord webhook").fill(webhook(721_075));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const receiver = page.getByRole("article", { name: "Discord: discord.com …1075" });
    await expect(receiver).toContainText("Unit 31-1010: AVAILABLE, ACTIVE");
    await product.sql`delete from message_hooks`;
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(dialog).toBeVisible();
    await expect
      .poll(() => activityOf(product, "ledning"))
      .toEqual(["dispatch-admin login /721075?role=administrator", "dispatch-admin logout /721075"]);
  });
});
