// The accounts' ten steps (issue SHIFTS, document 5 §8): invitations by links, a demanded second factor, deactivation.
// @all: the rules are asked by backend/accounts; the first test alone is in the short run, since nothing else presses `Bjud in`.
import type { Page } from "@playwright/test";
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { printSheets } from "#tests/support/browser/paper.ts";
import { addChauffeur, car, logIn, logInAsAdmin, LOGIN, openWindow } from "#tests/support/journeys/taxi.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { WITHIN_TWO_SECONDS, WORKED_THROUGH } from "#tests/support/run/patience.ts";

const PASSWORD = "Granris-7412";

// The browser notes what the server refuses those who are out, and who uses a link as the second.
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(new RegExp(`${UNREACHABLE.source}|status of 40[0-9]`)));

const cardOf = (page: Page, id: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: id, exact: true }) });

// Spec 5 §8: Invite takes up to
test(
  "twenty IDs are pasted and printed; a link survives a preview, and one of two uses it @all",
  {
    tag: "@hardened",
  },
  async ({ page, browser, product, differences }) => {
    const ids = Array.from({ length: 20 }, (_, at) => `forare-${at + 1}`);
    await logInAsAdmin(page, differences);
    await page.getByRole("link", { name: "Personer" }).first().click();
    await page.getByRole("button", { name: "Bjud in" }).click();
    const dialog = page.getByRole("dialog", { name: "Bjud in" });
    await dialog.getByLabel("Personer (ID; Discord-namn)").fill([...ids, "chauffor01; Redan#1"].join("\n"));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Bjud in" }).click();
    const made = page.getByRole("region", { name: "20 länkar att lämna över" });
    await expect(made.getByText("chauffor01: ID:t är upptaget")).toBeVisible(WORKED_THROUGH);
    await expect(made.getByRole("img")).toHaveCount(20);
    await expectAccessible(page);
    const sheets = await printSheets(page);
    const paper = sheets.map(({ words }) => words).join(" ");
    // An address may go on in the next line.
    const keys = paper.replaceAll(" ", "").match(/\/account\/password#[\w-]{22}/g);
    expect([sheets.length, keys?.length, paper.includes("Personer")]).toEqual([2, 20, false]);
    for (const id of ids) expect(paper).toContain(id);

    const address = await cardOf(page, "forare-7").getByText("/account/password#").innerText();
    await made.getByRole("button", { name: "Klart" }).click();
    const question = page.getByRole("alertdialog", { name: "Stäng utan att lämna över länkarna?" });
    await question.getByRole("button", { name: "Tillbaka till länkarna" }).click();
    await expect(made).toBeVisible();
    await made.getByRole("button", { name: "Klart" }).click();
    await question.getByRole("button", { name: "Stäng" }).click();
    await page.getByLabel("Läge").selectOption("invited");
    await page.getByLabel("Sök ID eller namn").fill("forare-20");
    await expect(page.getByRole("button", { name: "Återkalla inbjudan: forare-20" })).toBeVisible();
    const windows = [await openWindow(browser, product), await openWindow(browser, product)];
    for (const window of windows) {
      for (let look = 0; look < 2; look += 1) await window.goto(address);
      await expect(window.getByText("Ditt ID: forare-7")).toBeVisible();
      for (const label of ["Nytt lösenord", "Upprepa lösenordet"])
        await window.getByLabel(label, { exact: true }).fill(PASSWORD);
    }
    await Promise.all(windows.map((window) => window.getByRole("button", { name: "Spara" }).click()));
    const count = async (text: string) =>
      (await Promise.all(windows.map((window) => window.getByText(text).count()))).reduce((sum, each) => sum + each);
    await expect.poll(() => count("Lösenordet är valt. Nu kan du logga in.")).toBe(1);
    await expect.poll(() => count("Länken är använd eller för gammal. Be om en ny.")).toBe(1);
    await logIn(windows[0] ?? page, "forare-7", PASSWORD);
    await removePeople(product, ...ids);
  },
);

// Spec 5 §8: required_from starts 7
test(
  "a demanded code throws nobody out before its date, and from then on leads to its set-up alone @all",
  {
    tag: "@hardened",
  },
  async ({ page, browser, product }) => {
    await addChauffeur(product, "olle");
    await holdLogin(page, { kind: "main-admin", userId: "huvudadmin", password: "Huvud-7410" });
    await page.goto("/admin-dashboard/administrators");
    const card = page.getByRole("region", { name: "Krav på engångskod" });
    await card.getByRole("checkbox", { name: "Chaufförer", exact: true }).check();
    await card.getByRole("button", { name: "Spara krav" }).click();
    await expect(card.getByText(/^från 20\d\d-/)).toBeVisible();
    const street = await openWindow(browser, product);
    await logIn(street, "olle");
    await expect(street.getByText(/^Från 20\d\d-.* måste du logga in med en engångskod\./)).toBeVisible();
    await expectAccessible(street);

    await product.sql`update private.settings set second_factor_from = second_factor_from || jsonb_build_object('chauffeur', now())`;
    await product.sql`select private.run_due()`;
    await street.reload();
    await expect(street).toHaveURL(/chauffeur-login$/);
    await street.getByLabel("Chauffeur ID").fill("olle");
    await street.getByLabel("Password", { exact: true }).fill("Taxi-7410");
    await street.getByRole("button", { name: "Log In" }).click();
    await expect(street.getByRole("dialog", { name: "Set up one-time codes" })).toBeVisible();
    await product.sql`update private.settings set require_second_factor = '{}', second_factor_from = '{}'`;
    await removePeople(product, "olle");
  },
);

// Spec 5 §8: set_person_active(kind, person_id
// Spec 5 §8: Activation gives back
test("the driver of Bil 3 is deactivated: out at once, the car is free; activated, the password holds @all", async ({
  page,
  browser,
  product,
  differences,
}) => {
  await addChauffeur(product, "olle");
  await addChauffeur(product, "kaj");
  const [street, other] = [await openWindow(browser, product), await openWindow(browser, product)];
  await logIn(street, "olle");
  await logIn(other, "kaj");
  await product.sql`delete from vehicle_registrations`;
  await car(street, 3).click();
  await expect(other.getByText("olle").first()).toBeVisible();

  await logInAsAdmin(page, differences);
  await page.getByRole("link", { name: "Personer" }).first().click();
  await page.getByRole("link", { name: "olle", exact: true }).click();
  await page.getByRole("button", { name: "Inaktivera olle" }).click();
  const dialog = page.getByRole("dialog", { name: "Inaktivera olle?" });
  await expect(dialog.getByText("olle lämnar Bil 3")).toBeVisible();
  await dialog.getByLabel("Skäl").fill("Har slutat");
  await dialog.getByRole("button", { name: "Inaktivera" }).click();
  await expect(street).toHaveURL(/chauffeur-login$/, WITHIN_TWO_SECONDS);
  await expect(other.getByText("olle")).toHaveCount(0, WITHIN_TWO_SECONDS);
  await expect(page.getByText("Skäl: Har slutat")).toBeVisible();
  await expectAccessible(page);

  const enter = async (password: string) => {
    await street.goto(LOGIN);
    await street.getByLabel("Chauffeur ID").fill("olle");
    await street.getByLabel("Password", { exact: true }).fill(password);
    await street.getByRole("button", { name: "Log In" }).click();
  };
  await enter("Fel-lösen-1");
  await expect(street.getByRole("alert").first()).toBeVisible();
  await expect(street.getByText("This account is deactivated.")).toHaveCount(0);
  await enter("Taxi-7410");
  await expect(street.getByText("This account is deactivated. Ask your administrator.").first()).toBeVisible();
  await page.getByRole("button", { name: "Aktivera olle" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Aktivera" }).click();
  await expect(page.getByText("olle är aktiv igen").first()).toBeVisible();
  await logIn(street, "olle");
  await expect(street.getByRole("region", { name: "Din bil" })).toHaveCount(0);
  await removePeople(product, "olle", "kaj");
});

// Spec 5 §8: {outcome: "last_admin"}
test("of two admins who deactivate each other at once one stays @all", async ({ page, browser, product }) => {
  const site = "ostra-hamnen";
  const [first, second] = ["anna-01", "bertil-01"];
  await product.sql`update admin_accounts set deactivated_at = now(), deactivated_by = 'huvudadmin' where project_id = ${site}`;
  await product.sql`update staff_accounts set deactivated_at = now(), deactivated_by = 'huvudadmin' where kind = 'admin' and project_id = ${site}`;
  for (const userId of [first, second])
    await addPeople(product, { kind: "admin", project: site, userId, password: PASSWORD });
  const other = await openWindow(browser, product);
  for (const [window, self, whom] of [
    [page, first, second],
    [other, second, first],
  ] as const) {
    await holdLogin(window, { kind: "admin", project: site, userId: self, password: PASSWORD });
    await window.goto(`/people?as=admin&project=${site}`);
    await window.getByRole("button", { name: `Inaktivera ${whom}` }).click();
    await window.getByRole("dialog").getByLabel("Skäl").fill("Bråk");
  }
  await Promise.all(
    [page, other].map((window) => window.getByRole("dialog").getByRole("button", { name: "Inaktivera" }).click()),
  );
  const active = () => product.sql`
    select from admin_accounts where project_id = ${site} and user_id in (${first}, ${second}) and deactivated_at is null`;
  await expect.poll(active).toHaveLength(1);
  // Whoever was deactivated is out at once, wherever the page was; the other is told who is the last, or has deactivated.
  await expect
    .poll(() => [page, other].filter((window) => window.url().endsWith("admin-login")), WITHIN_TWO_SECONDS)
    .toHaveLength(1);
  await removePeople(product, first, second);
  await product.sql`update admin_accounts set deactivated_at = null, deactivated_by = null where project_id = ${site}`;
  await product.sql`update staff_accounts set deactivated_at = null, deactivated_by = null where kind = 'admin' and project_id = ${site}`;
});
