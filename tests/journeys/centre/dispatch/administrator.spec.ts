// The dispatch administrator's dashboard: operators, the activity and deleted accounts.
// @all: long lists, live rows and failures; the tests here without a tag and dispatch-screen.test ask the dashboard in `npm test`.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { holdLogin, loginsIn } from "#tests/support/browser/login.ts";
import { logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { skipOwnPassword } from "#tests/support/journeys/own-password.ts";
import { UNREACHABLE, openWindow, activityOf, keepUnits } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

/** Fills the form for a new operator: without what it needs, with an ID that is too short, and with op02. */
async function createOperator(page: Page): Promise<void> {
  const create = page.getByRole("button", { name: "Create operator" });
  await expect(create).toBeDisabled();
  await page.getByLabel("User ID").fill("op02");
  await expect(create).toBeDisabled();
  await page.getByLabel("Password", { exact: true }).fill("Enbuske-2");
  await expect(create).toBeEnabled();
  await page.getByLabel("User ID").fill("  ");
  await expect(create).toBeDisabled();
  await page.getByLabel("User ID").fill("op");
  await create.click();
  await expect(page.getByText("User ID must be at least 3 characters")).toBeVisible();
  await page.getByLabel("User ID").fill("op02");
  await page.getByLabel("Discord username").fill("op.lena");
  await create.click();
  await expect(page.getByRole("heading", { name: "Operators 2" })).toBeVisible();
  await expect(page.getByLabel("User ID")).toHaveValue("");
}

test.describe("administrator dashboard", () => {
  // Spec 2 §2: Administrator login …
  // Spec 2 §5: Operator create: button
  // Spec 2 §7: Insert project_attendants …
  // Spec 2 §7: attendant_deletion_logs, latest 50
  test("creates and deletes operators, who are logged @all", async ({ page, browser, product, differences }) => {
    await logInAsDispatchAdmin(page);
    await expect(page.getByRole("heading", { name: "Operators 1" })).toBeVisible();
    await expectAccessible(page);
    await createOperator(page);
    const [row] = await product.sql`
      select project_id, password, discord_username, created_by from project_attendants where user_id = 'op02'`;
    expect(row).toEqual({
      project_id: "721075",
      password: differences.stored("Enbuske-2"),
      discord_username: "op.lena",
      created_by: "ledning",
    });
    const operator = await openWindow(browser, product);
    await skipOwnPassword(product, "op02");
    // A login that journeys begin with is what the form leaves.
    const login = { kind: "operator", project: "721075", userId: "op02", password: "Enbuske-2" } as const;
    await holdLogin(operator, login);
    const held = await loginsIn(operator);
    await operator.evaluate(() => localStorage.clear());
    await logInAsOperator(operator, login.userId, login.password);
    await expect(operator.getByText("Live", { exact: true })).toBeVisible();
    expect(await loginsIn(operator)).toEqual(held);

    await page.getByRole("button", { name: "Delete op02" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Operators 1" })).toBeVisible();
    expect(await product.sql`select 1 from project_attendants where user_id = 'op02'`).toEqual([]);
    const logged = await product.sql`
      select project_id, attendant_user_id, discord_username, deleted_by from attendant_deletion_logs`;
    expect(logged).toEqual([
      { project_id: "721075", attendant_user_id: "op02", discord_username: "op.lena", deleted_by: "ledning" },
    ]);

    // An operator who is removed while logged in is told and stands outside.
    await expectReasonAtLogin(operator, "Ditt konto har tagits bort");
    await expect(operator).toHaveURL(/\/operator-login$/);
    await operator.context().close();

    await page.getByRole("tab", { name: "Activity logs" }).click();
    const activity = page.getByRole("table", { name: "The latest 100 entries" });
    await expect(activity.getByRole("row", { name: /ledning.*deleted.*account op02/ })).toBeVisible();
    await expect(activity.getByRole("row", { name: /ledning.*created.*account op02/ })).toBeVisible();
    await expect(activity.getByRole("row", { name: /op02.*operator.*login/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Deleted accounts" }).click();
    const deleted = page.getByRole("table", { name: "The latest 50 deleted accounts" });
    await expect(deleted.getByRole("row", { name: /op02.*op\.lena.*ledning/ })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(deleted).toBeVisible();
  });

  // Spec 2 §2: Administrator login …
  // Spec 2 §7: Before deleting an
  // Spec 2 §7: attendant_deletion_logs, latest 50
  // Spec 2 §7: web_activity_logs, latest 100
  // Spec 2 §9: Activity log …
  // Spec rules §10: No word of
  test("shows the latest 100 entries and the latest 50 deletions", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into web_activity_logs (user_id, user_type, action, page_url, created_at)
      select 'op' || n, 'operator', 'login', '/operator-login', now() - n * interval '1 minute'
      from generate_series(1, 120) n`;
    await product.sql`
      insert into web_activity_logs (user_id, user_type, action, page_url)
      values ('TAXIADMIN', 'operator', 'login', '/operator-login')`;
    await product.sql`
      insert into attendant_deletion_logs (project_id, attendant_user_id, deleted_by, deleted_at)
      select '721075', 'op' || n, 'ledning', now() - n * interval '1 minute' from generate_series(1, 60) n`;
    await product.sql`
      insert into attendant_deletion_logs (project_id, attendant_user_id, deleted_by)
      values ('ostra-hamnen', 'vakt-annan', 'admin01')`;
    await logInAsDispatchAdmin(page);
    await expect.poll(() => activityOf(product, "ledning")).toHaveLength(1);
    await page.getByRole("tab", { name: "Activity logs" }).click();
    const activity = page.getByRole("table", { name: "The latest 100 entries" });
    await expect(activity.getByRole("row", { name: /ledning/ })).toBeVisible();
    await expect(activity.getByRole("row")).toHaveCount(101);
    await expect(activity.getByText("op98", { exact: true })).toBeVisible();
    const longId = activity.getByText("TAXIADMIN", { exact: true }).first();
    expect(await longId.evaluate((id) => id.getClientRects().length), "an ID is not broken").toBe(1);
    await page.getByRole("tab", { name: "Deleted accounts" }).click();
    const deleted = page.getByRole("table", { name: "The latest 50 deleted accounts" });
    await expect(deleted.getByRole("row")).toHaveCount(51);
    await expect(deleted.getByText("vakt-annan")).toHaveCount(0);
  });

  // Spec rules §9: Activity logs and
  // Spec rules §10: A screen has
  test(
    "says of what is not live when it was fetched, and fetches it anew",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsDispatchAdmin(page);
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      for (const tab of ["Activity logs", "Deleted accounts"]) {
        await page.getByRole("tab", { name: tab }).click();
        await expect(page.getByText(/^As of \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible();
        await expect(page.getByText("Live", { exact: true })).toHaveCount(0);
      }
      await product.sql`
        insert into attendant_deletion_logs (project_id, attendant_user_id, deleted_by)
        values ('721075', 'op-borta', 'ledning')`;
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByRole("row", { name: /op-borta.*Not given/ })).toBeVisible();
      await product.stopDatabase();
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText("Failed to fetch the deleted accounts")).toBeVisible();
      await expect(page.getByText("What you see may be out of date.")).toBeVisible();
      await product.startDatabase();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("What you see may be out of date.")).toHaveCount(0);
      await page.getByRole("tab", { name: "Operators" }).click();
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
    },
  );

  // Spec 2 §8: Operator: 'Fel …
  test("says what went wrong with an operator", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await addPeople(product, { kind: "operator", project: "721075", userId: "op03", password: "Enbuske-3" });
    await logInAsDispatchAdmin(page);
    await page.getByLabel("User ID").fill("op01");
    await page.getByLabel("Password", { exact: true }).fill("Enbuske-9");
    await page.getByRole("button", { name: "Create operator" }).click();
    await expect(page.getByText("Fel vid skapande av operator: Användar-ID finns redan")).toBeVisible();
    await expect(page.getByLabel("User ID")).toHaveValue("op01");
    await product.stopDatabase();
    await page.getByRole("button", { name: "Delete op03" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(/^Fel vid borttagning av operator: ./)).toBeVisible();
    await page.getByLabel("User ID").fill("op04");
    await page.getByRole("button", { name: "Create operator" }).click();
    await expect(page.getByText(/^Fel vid skapande av operator: (?!Användar-ID finns redan)./)).toBeVisible();
    // A matter has one toast, the newest.
    await expect(page.getByText(/^Fel vid (skapande|borttagning) av operator: ./)).toHaveCount(1);
    await product.startDatabase();
    expect(await product.sql`select 1 from project_attendants where user_id = 'op03'`).toHaveLength(1);
  });
});
