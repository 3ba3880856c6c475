// The list of people (document 5 §8): an admin deactivates somebody at work, and activates them again.
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin, watchJoins } from "#tests/support/journeys/customer-admin.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";

const PASSWORD = "Losen-7410";
const DEACTIVATED = "Kontot är inaktiverat. Kontakta din administratör.";

// The browser notes what the server refuses those who are out.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(new RegExp(`${UNREACHABLE.source}|status of 40[0-9]`)));

// Spec 5 §8: Screens. /people from every
// Spec 5 §8: A deactivated person with
// Spec 5 §8: In specified deactivation
// Spec 5 §8: Document 2's deletion stays
test("an attendant at work is deactivated, is out, and works again when activated @rights", async ({
  page,
  browser,
  product,
}) => {
  await addPeople(product, { kind: "attendant", project: "ostra-hamnen", userId: "lang-tid", password: PASSWORD });
  const street = await (await browser.newContext({ baseURL: product.url })).newPage();
  const logIn = async (password: string) => {
    await street.getByLabel("Användar-ID").fill("lang-tid");
    await street.getByLabel("Lösenord", { exact: true }).fill(password);
    await street.getByRole("button", { name: "Logga in" }).click();
  };
  const joined = watchJoins(street);
  await street.goto("/ostra-hamnen/attendant-login");
  await logIn(PASSWORD);
  await expect(street).toHaveURL(/attendant-dashboard$/);
  await joined("attendants");

  await logInAsAdmin(page);
  await page.getByRole("link", { name: "Personer" }).first().click();
  await expect(page).toHaveURL(/\/people\?as=admin&project=ostra-hamnen$/);
  await page.getByLabel("Sök ID eller namn").fill("lang");
  await expect(page.getByRole("button", { name: "Inaktivera lang-tid" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Ta bort/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Inaktivera lang-tid" }).click();
  const dialog = page.getByRole("dialog", { name: "Inaktivera lang-tid?" });
  await dialog.getByLabel("Skäl").fill("Har slutat");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Inaktivera" }).click();
  await expect(street).toHaveURL(/ostra-hamnen\/attendant-login$/, WITHIN_TWO_SECONDS);
  await expect(street.getByText(DEACTIVATED).first()).toBeVisible();

  await logIn("Fel-lösen-1");
  await expect(street.getByText(DEACTIVATED)).toHaveCount(0);
  await logIn(PASSWORD);
  await expect(street.getByText(DEACTIVATED).first()).toBeVisible();

  await page.getByLabel("Läge").selectOption("deactivated");
  await page.getByRole("button", { name: "Aktivera lang-tid" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Aktivera" }).click();
  await expect(page.getByText("lang-tid är aktiv igen").first()).toBeVisible();
  await expect(page.getByText("Inga personer hittades.")).toBeVisible();
  await logIn(PASSWORD);
  await expect(street).toHaveURL(/attendant-dashboard$/);
  await street.context().close();
});
