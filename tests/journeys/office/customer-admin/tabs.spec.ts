// The dashboard's tabs: in the address, failing, and accessible.
// @all: three rounds through every tab; live.spec and shifts.spec open each in `npm test`.
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, pressUnlessHealed, test } from "#tests/support/browser/browser.ts";
import { DATABASE_AWAY } from "#tests/support/run/patience.ts";
import { ADMIN_TABS, logInAsAdmin, openTab, registerShift } from "#tests/support/journeys/customer-admin.ts";

const DASHBOARD = "/ostra-hamnen/admin-dashboard";

// Spec 1 §2: Tabs: Parkings, Parking
// Spec 1 §2: Back goes to /{customerCode}; logout …
// Spec rules §14: The installed app
test("tabs stand in the address, and a reload and the way back keep them", { tag: "@all" }, async ({ page }) => {
  // Chromium has no window of an installed application here, and cannot be asked to say that it is one.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(display-mode: standalone)" ? "all" : query);
  });
  await logInAsAdmin(page);
  await openTab(page, "Skift");
  await openTab(page, "Hantera konton");
  await openTab(page, "Administratörer");
  await page.reload();
  for (const name of ["Hantera konton", "Administratörer"]) {
    await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Skift", exact: true })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen$/);
  // The installed application starts where the device's role works, a tab of the browser with the landing page.
  await page.goto("/?installed", { waitUntil: "commit" });
  await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
  await expect(page.getByRole("tab", { name: "Parkeringar", exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
});

// Spec 1 §8: Admin dashboard |
test(
  "each tab says what could not be fetched, and fetches it when asked again",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAdmin(page);
    const failures = [
      ["parkeringar", "Kunde inte hämta parkeringar"],
      ["parkeringslogg", "Kunde inte hämta parkeringslogg"],
      ["skift", "Kunde inte hämta skift"],
      ["webbaktivitet", "Kunde inte hämta webbaktiviteter"],
    ] as const;
    await product.stopDatabase();
    try {
      for (const [tab, text] of failures) {
        await page.goto(`${DASHBOARD}?tab=${tab}`);
        await expect(page.getByRole("alert").getByText(text, { exact: true })).toBeVisible(DATABASE_AWAY);
      }
    } finally {
      await product.startDatabase();
    }
    await pressUnlessHealed(page.getByRole("button", { name: "Försök igen" }));
    await expect(page.getByText("Kunde inte hämta webbaktiviteter")).toHaveCount(0);
  },
);

// Spec 1 §2: Tabs: Parkings, Parking
test("every tab is accessible", { tag: "@all" }, async ({ page, product }) => {
  // axe looks at the whole of every tab, one after the other.
  test.slow();
  await product.sql`truncate shift_registrations cascade`;
  await registerShift(product, page, {
    description: "Ettmycketlångtordsomaldrigtarslutochsominteskagöraattsidanbliråtsidanbredareäntelefonen på kajen.",
    attendant_user_id: "vaktenmeddetlångaanvändarnamnetsomärfyrtiofemtecke",
  });
  await logInAsAdmin(page);
  for (const tab of ADMIN_TABS) {
    await openTab(page, tab);
    await expect(page.getByRole("tabpanel").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
  }
  await openTab(page, "Administratörer");
  await expect(page.getByRole("article", { name: "admin01" })).toBeVisible();
  await expectAccessible(page);
});
