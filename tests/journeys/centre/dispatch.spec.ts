// Dispatch centre 721075: the operators' and the administrator's day, two people at one unit, the roster by keyboard.
// Operators' logins and the keyboard are @all: login-screens, own-logins, use-own-session and roster's own tests.
import type { Browser, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  pressUnlessHealed,
  test,
} from "#tests/support/browser/browser.ts";
import { holdLogin, loginsIn } from "#tests/support/browser/login.ts";
import { beginAsOperator, logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { addPeople, keepOnly } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { webhook } from "#tests/support/outside/receivers.ts";
import { skipOwnPassword } from "#tests/support/journeys/own-password.ts";

const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

async function openRoster(page: Page) {
  await page.getByRole("tab", { name: "Units" }).click();
  await expect(edit(page, "31-1010")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** Another person's window, with sessions of its own. */
async function openWindow(browser: Browser, product: RunningProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  return context.newPage();
}

const edit = (page: Page, unit: string) => page.getByRole("button", { name: `Edit ${unit}`, exact: true });
const remove = (page: Page, unit: string) => page.getByRole("button", { name: `Delete ${unit}`, exact: true });
const status = (page: Page, unit: string) => page.getByRole("row", { name: unit }).locator("[data-action=status]");
const form = (page: Page, unit: string) => page.getByRole("form", { name: `Editing ${unit}` });
const group = (page: Page, location: string) => page.getByRole("group", { name: location });

async function unitRow(product: RunningProduct, unitNumber: string) {
  const rows = await product.sql`
    select unit_number, location, status, occupation, vehicle_type, operational_status
    from units where unit_number = ${unitNumber}`;
  return rows[0];
}

const activityOf = async (product: RunningProduct, userId: string) =>
  (
    await product.sql<{ line: string }[]>`
      select concat_ws(' ', user_type, action, page_url, additional_data->>'user_id') as line
      from web_activity_logs where user_id = ${userId} order by created_at, id`
  ).map(({ line }) => line);

let seeded: Record<string, string>[];
test.beforeAll(async ({ product }) => {
  seeded = await product.sql`select * from units`;
});
const restoreUnits = async ({ sql }: RunningProduct) => {
  await sql`delete from units`;
  await sql`insert into units ${sql(seeded)}`;
};
test.afterAll(({ product }) => restoreUnits(product));
test.beforeEach(async ({ product }) => {
  await restoreUnits(product);
  await keepOnly(product, "721075", "op01");
  await product.sql`delete from web_activity_logs`;
  await product.sql`delete from attendant_deletion_logs`;
});

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

test.describe("administrator dashboard", () => {
  // Spec 2 §2: Administrator login …
  // Spec 2 §5: Operator create: button
  // Spec 2 §7: Insert project_attendants …
  // Spec 2 §7: attendant_deletion_logs, latest 50
  test("creates and deletes operators, who are logged @rights", async ({ page, browser, product, differences }) => {
    await logInAsDispatchAdmin(page);
    const create = page.getByRole("button", { name: "Create operator" });
    await expect(page.getByRole("heading", { name: "Operators (1)" })).toBeVisible();
    await expectAccessible(page);
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
    await expect(page.getByRole("heading", { name: "Operators (2)" })).toBeVisible();
    await expect(page.getByLabel("User ID")).toHaveValue("");
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
    await expect(page.getByRole("heading", { name: "Operators (1)" })).toBeVisible();
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

test.describe("units", () => {
  // Spec 2 §2: Dispatch centre …
  // Spec rules §9: The dispatch centre
  // Spec 2 §4: Unit rows toggle
  // Spec 2 §4: Realtime notifications appear
  // Spec 2 §7: units ordered by
  // Spec 2 §7: Update units …
  // Spec 2 §7: Realtime subscriptions: …
  // Spec 2 §9: New unit placeholders:
  // Spec 2 §9: Dispatch options figures
  test("are a roster by location, edited, added and deleted, live with a notice @rights", async ({
    page,
    browser,
    product,
  }) => {
    await beginAsOperator(page);
    await expect(page.getByRole("tab", { name: "Units" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Options" }).click();
    for (const figure of ["3 operations", "12 units", "4.2 min"]) await expect(page.getByText(figure)).toBeVisible();
    // The roster's message stands above them.
    await expect(page.locator("dl").first()).toContainText(
      /All units\s*12.*AVAILABLE\s*3.*OUT_OF_SERVICE\s*1.*Last change/s,
    );
    await expectAccessible(page);
    await openRoster(page);
    const other = await openWindow(browser, product);
    await logInAsDispatchAdmin(other);
    await other.getByRole("link", { name: "Dispatch centre" }).click();
    await openRoster(other);
    await expect(page.locator("fieldset")).toHaveCount(3);
    for (const location of ["Malmö", "Simrishamn", "Ystad"]) await expect(group(page, location)).toBeVisible();
    await expect(group(page, "Malmö").getByRole("rowheader")).toHaveText(["31-1010", "31-1020", "31-1030", "31-1990"]);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await edit(page, "31-1020").click();
    const editing = form(page, "31-1020");
    await expect(editing.getByLabel("Unit number")).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await editing.getByLabel("Location").fill("Ystad");
    await editing.getByLabel("Status", { exact: true }).selectOption("OUT_OF_SERVICE");
    await editing.getByLabel("Occupation").fill("Verkstad");
    await editing.getByLabel("Vehicle type").fill("Volvo XC90");
    await editing.getByLabel("Operational status").selectOption("MAINTENANCE");
    await editing.getByLabel("Unit number").fill(" ");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(editing.getByText("Unit number is required")).toBeVisible();
    await editing.getByLabel("Unit number").fill("31-1021");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(edit(page, "31-1021")).toBeFocused();
    await expect(group(page, "Ystad").getByRole("rowheader").first()).toHaveText("31-1021");
    expect(await unitRow(product, "31-1021")).toEqual({
      unit_number: "31-1021",
      location: "Ystad",
      status: "OUT_OF_SERVICE",
      occupation: "Verkstad",
      vehicle_type: "Volvo XC90",
      operational_status: "MAINTENANCE",
    });
    await expect(other.getByText("Unit 31-1021 was updated by another operator")).toBeVisible();
    await expect(group(other, "Ystad").getByRole("rowheader").first()).toHaveText("31-1021");

    await page.getByRole("button", { name: "Add unit" }).click();
    await expect(form(page, "XX-NEW").getByLabel("Unit number")).toHaveValue("XX-NEW");
    await expect(form(page, "XX-NEW").getByLabel("Operational status")).toHaveValue("EXEMPT");
    expect(await unitRow(product, "XX-NEW")).toMatchObject({ status: "EXEMPT", operational_status: "EXEMPT" });
    await expect(other.getByText("Unit XX-NEW was added by another operator")).toBeVisible();
    await form(page, "XX-NEW").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
    await expect(edit(page, "XX-NEW")).toBeFocused();

    await remove(page, "XX-NEW").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await remove(page, "XX-NEW").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(remove(page, "XX-NEW")).toHaveCount(0);
    await expect(remove(other, "XX-NEW")).toHaveCount(0);
    await expect(other.getByText("Unit XX-NEW was deleted by another operator")).toBeVisible();
    expect(await unitRow(product, "XX-NEW")).toBeUndefined();
    // Nobody is told of their own changes.
    await expect(page.getByText(/by another operator|by other operators/)).toHaveCount(0);
    await other.context().close();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/operator-login$/);
    await expect.poll(() => activityOf(product, "op01")).toContainEqual("operator logout /721075");
  });

  test(
    "that two edit at once lose nothing: the later save is told what changed, and chooses",
    { tag: "@all" },
    async ({ page, browser, product }) => {
      await logInAsOperator(page);
      await openRoster(page);
      const other = await openWindow(browser, product);
      await logInAsOperator(other);
      await openRoster(other);
      const [mine, theirs] = [form(page, "31-1010"), form(other, "31-1010")];
      await edit(page, "31-1010").click();
      await mine.getByLabel("Occupation").fill("Ledning");
      await edit(other, "31-1010").click();
      await theirs.getByLabel("Status", { exact: true }).selectOption("BUSY");
      await theirs.getByLabel("Location").fill("Lund");
      await theirs.getByRole("button", { name: "Save" }).click();
      await expect(edit(other, "31-1010")).toBeVisible();

      // Typed text stays where it was typed, and the change is told.
      await expect(page.getByText("Another operator changed this unit while you were editing it.")).toBeVisible();
      await expect(page.getByText("Status was AVAILABLE, is now BUSY")).toBeVisible();
      await expect(page.getByText("Location was Malmö, is now Lund")).toBeVisible();
      await expect(mine.getByLabel("Occupation")).toHaveValue("Ledning");
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect(mine.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
      await mine.getByLabel("Occupation").press("Enter");
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Yttre befäl" });
      await page.getByRole("button", { name: "Save mine over it" }).click();
      await expect(edit(page, "31-1010")).toBeFocused();
      expect(await unitRow(product, "31-1010")).toMatchObject({
        location: "Malmö",
        status: "AVAILABLE",
        occupation: "Ledning",
      });

      await edit(page, "31-1030").click();
      await form(page, "31-1030").getByLabel("Occupation").fill("Trafik");
      await product.sql`update units set status = 'BUSY' where unit_number = '31-1030'`;
      await page.getByRole("button", { name: "Take theirs" }).click();
      await expect(page.getByRole("row", { name: /31-1030 BUSY, status of 31-1030 Patrull/ })).toBeVisible();

      await edit(page, "31-1990").click();
      await form(page, "31-1990").getByLabel("Occupation").fill("Spaning syd");
      await product.sql`delete from units where unit_number = '31-1990'`;
      await expect(page.getByText("Another operator deleted this unit while you were editing it.")).toBeVisible();
      await page.getByRole("button", { name: "Add it again" }).click();
      await expect(edit(page, "31-1990")).toBeVisible();
      expect(await unitRow(product, "31-1990")).toMatchObject({ occupation: "Spaning syd", location: "Malmö" });
      await other.context().close();
    },
  );

  // Spec rules §9: A person who
  test(
    "are told a save that crosses another one, before any news of it",
    { tag: "@all" },
    async ({ page, product, context }) => {
      await logInAsOperator(page);
      await openRoster(page);
      await edit(page, "31-1010").click();
      const editing = form(page, "31-1010");
      await editing.getByLabel("Occupation").fill("Ledning");
      // The other save happens while this one is on its way.
      await context.route("**/rest/v1/units*", async (route) => {
        if (route.request().method() === "PATCH") {
          await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
        }
        await route.continue();
      });
      // On a phone: the choice stands where Save was pressed, and a second press of it chooses nothing.
      await page.setViewportSize({ width: 390, height: 844 });
      const save = editing.getByRole("button", { name: "Save" });
      await save.scrollIntoViewIfNeeded();
      const pressed = await save.boundingBox();
      await save.click();
      await expect(page.getByText("Failed to update unit")).toBeVisible();
      await expect(page.getByText("Status was AVAILABLE, is now BUSY")).toBeVisible();
      const choice = editing.getByRole("alert").filter({ hasText: "Another operator changed this unit" });
      await expect(choice).toBeInViewport({ ratio: 1 });
      await expect(choice).toBeFocused();
      await expect(choice.getByRole("button", { name: "Save mine over it" })).toBeInViewport({ ratio: 1 });
      // The explanation lies at the pressed place, not one of the two ways on.
      const { x, y, width, height } = pressed ?? { x: 0, y: 0, width: 0, height: 0 };
      const there = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest("button, [role=alert]")?.tagName,
        [x + width / 2, y + height / 2],
      );
      expect(there).toBe("DIV");
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect(editing.getByLabel("Occupation")).toHaveValue("Ledning");
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Yttre befäl" });
    },
  );

  // Spec rules §9: An open edit
  test(
    "keep an open edit while another tab or the administration is open",
    { tag: "@all" },
    async ({ page, product }) => {
      await logInAsDispatchAdmin(page);
      await page.getByRole("link", { name: "Dispatch centre" }).click();
      await openRoster(page);
      await edit(page, "31-1010").click();
      await form(page, "31-1010").getByLabel("Occupation").fill("Ledning");
      await page.getByRole("tab", { name: "Options" }).click();
      await expect(page.getByText("3 operations")).toBeVisible();
      await page.getByRole("tab", { name: "Units" }).click();
      await expect(form(page, "31-1010").getByLabel("Occupation")).toHaveValue("Ledning");
      // A person who walks the tabs by keyboard stays there.
      await expect(page.getByRole("tab", { name: "Units" })).toBeFocused();
      await page.getByRole("link", { name: "Administrator dashboard" }).click();
      await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
      await page.getByRole("link", { name: "Dispatch centre" }).click();
      await page.getByRole("tab", { name: "Units" }).click();
      await expect(form(page, "31-1010").getByLabel("Occupation")).toHaveValue("Ledning");
      await expect(page.getByText("Status was AVAILABLE, is now BUSY")).toBeVisible();
      await page.getByRole("button", { name: "Save mine over it" }).click();
      await expect(edit(page, "31-1010")).toBeVisible();
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "AVAILABLE", occupation: "Ledning" });
    },
  );

  // Spec rules §9: Add unit inserts
  test(
    "are added once by a double press, and an unused one is offered to be removed",
    { tag: "@all" },
    async ({ page, product }) => {
      const added = () => product.sql`select unit_number, operational_status from units where unit_number = 'XX-NEW'`;
      await logInAsOperator(page);
      await openRoster(page);
      await page.getByRole("button", { name: "Add unit" }).dblclick();
      const unit = form(page, "XX-NEW");
      await expect(unit.getByLabel("Unit number")).toBeFocused();
      // While it is open for editing, the button leads to it.
      await page.getByRole("button", { name: "Add unit" }).click();
      await expect(unit.getByLabel("Unit number")).toBeFocused();
      await expect(unit).toHaveCount(1);
      expect(await added()).toEqual([{ unit_number: "XX-NEW", operational_status: "EXEMPT" }]);

      const question = page.getByRole("alertdialog", { name: "Delete XX-NEW again?" });
      await page.keyboard.press("Escape");
      await expectAccessible(page);
      await question.getByRole("button", { name: "Keep it" }).click();
      await expect(edit(page, "XX-NEW")).toBeFocused();
      expect(await added()).toHaveLength(1);
      // A kept unit is a unit like the others.
      await edit(page, "XX-NEW").click();
      await unit.getByRole("button", { name: "Cancel" }).click();
      await expect(edit(page, "XX-NEW")).toBeFocused();

      await product.sql`delete from units where unit_number = 'XX-NEW'`;
      await expect(edit(page, "XX-NEW")).toHaveCount(0);
      await page.getByRole("button", { name: "Add unit" }).click();
      await unit.getByRole("button", { name: "Cancel" }).click();
      await question.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("XX-NEW deleted")).toBeVisible();
      await expect(edit(page, "XX-NEW")).toHaveCount(0);
      expect(await added()).toEqual([]);
    },
  );

  // Spec rules §9: A unit's status
  test("are worked with the keyboard alone", { tag: "@all" }, async ({ page, product }) => {
    await logInAsOperator(page);
    await page.getByRole("tab", { name: "Options" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(edit(page, "31-1010")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.getByText("Keyboard", { exact: true }).press("Enter");
    await expect(page.getByText("move between units")).toBeVisible();
    await page.getByRole("button", { name: "Add unit" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(edit(page, "31-1010")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(remove(page, "31-1020")).toBeFocused();
    await page.keyboard.press("End");
    await expect(remove(page, "32-2990")).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await expect(edit(page, "31-1010")).toBeFocused();
    // Tab leaves the roster's walk: one stop for the row, not one for each of its units.
    await page.keyboard.press("Tab");
    await expect(remove(page, "31-1010")).toBeFocused();
    await page.keyboard.press("Shift+Tab");

    // Two keys set a status, and the unit keeps the focus.
    await page.keyboard.press("s");
    await page.keyboard.press("5");
    await expect.poll(() => unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Yttre befäl" });
    await expect(status(page, "31-1010")).toHaveText("BUSY");
    await expect(status(page, "31-1010")).toBeFocused();
    await page.keyboard.press("s");
    await page.keyboard.press("Escape");
    await expect(status(page, "31-1010")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search units" })).toBeFocused();
    await edit(page, "31-1010").focus();

    await page.keyboard.press("e");
    await expect(form(page, "31-1010").getByLabel("Unit number")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(edit(page, "31-1010")).toBeFocused();
    await page.keyboard.press("e");
    // Letters are letters while one types.
    await page.keyboard.type("n-e-31");
    await page.keyboard.press("Enter");
    await expect(edit(page, "n-e-31")).toBeFocused();
    expect(await unitRow(product, "n-e-31")).toMatchObject({ location: "Malmö" });

    await page.keyboard.press("n");
    await expect(form(page, "XX-NEW").getByLabel("Unit number")).toBeFocused();
    await page.keyboard.type("11-1111");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Arlöv");
    await page.keyboard.press("Enter");
    await expect(edit(page, "11-1111")).toBeFocused();
    expect(await unitRow(product, "11-1111")).toMatchObject({ location: "Arlöv", operational_status: "EXEMPT" });

    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(edit(page, "11-1111")).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(edit(page, "11-1111")).toHaveCount(0);
    await expect(edit(page, "31-1020")).toBeFocused();
    expect(await unitRow(product, "11-1111")).toBeUndefined();
  });

  // Spec 2 §8: Units: 'Failed …
  test(
    "say when they cannot be fetched, saved, added or deleted",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsOperator(page);
      await openRoster(page);
      await edit(page, "31-1010").click();
      const editing = form(page, "31-1010");
      await editing.getByLabel("Occupation").fill("Ledning");
      await product.stopDatabase();
      await editing.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to update unit")).toBeVisible();
      await expect(editing.getByLabel("Occupation")).toHaveValue("Ledning");
      await page.getByRole("button", { name: "Add unit" }).click();
      await expect(page.getByText("Failed to add unit")).toBeVisible();
      await remove(page, "31-1020").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Failed to delete unit")).toBeVisible();
      await page.reload();
      await expect(page.getByText("Failed to fetch units")).toBeVisible();
      await product.startDatabase();
      await pressUnlessHealed(page.getByRole("button", { name: "Try again" }));
      await expect(edit(page, "31-1020")).toBeVisible();
      expect(await product.sql`select 1 from units`).toHaveLength(12);
    },
  );

  // Spec rules §9: A unit's status
  // Spec rules §9: The roster is
  // Spec rules §9: ?view=wall shows the
  // Spec 2 §4: Unit status options:
  // Spec 2 §4: Operational status options:
  // Spec 2 §7: teamspeak_units where is_active,
  test(
    "are shown with every status there is; who is on the voice server is fetched and not shown",
    { tag: "@all" },
    async ({ page, product }) => {
      await product.sql`
      insert into teamspeak_units (unit_number, is_active, last_seen) values
        ('TS-AWAY', false, now()), ('TS-FIRST', true, now() - interval '2 minutes'), ('TS-LAST', true, now())`;
      const read = page.waitForResponse(/\/rest\/v1\/teamspeak_units/);
      await logInAsOperator(page);
      const voice = (await (await read).json()) as { unit_number: string }[];
      const told = voice.map(({ unit_number }) => unit_number).filter((unit) => unit.startsWith("TS-"));
      expect(told).toEqual(["TS-LAST", "TS-FIRST"]);
      await openRoster(page);
      await expect(page.getByText("TS-LAST")).toHaveCount(0);
      await expect(page.getByRole("rowheader")).toHaveCount(12);

      // Two presses set a status; the counts follow, and a filter shows what has it.
      await page.setViewportSize({ width: 390, height: 844 });
      await status(page, "32-2990").click();
      await expectAccessible(page);
      await group(page, "Status of 32-2990").getByRole("button", { name: "AVAILABLE" }).click();
      await expect(status(page, "32-2990")).toHaveText("AVAILABLE");
      expect(await unitRow(product, "32-2990")).toMatchObject({ status: "AVAILABLE", occupation: "Utredning" });
      await page.setViewportSize({ width: 1280, height: 900 });
      const filter = page.getByRole("list", { name: "Filter by status" });
      await filter.getByRole("button", { name: "AVAILABLE 4" }).click();
      await expect(page.getByRole("rowheader")).toHaveText(["31-1010", "33-3020", "32-2010", "32-2990"]);
      await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
      await expect(filter.getByRole("button", { name: "AVAILABLE 3 (1 STANDBY)" })).toBeVisible();
      await page.getByRole("searchbox", { name: "Search units" }).fill("ystad patrull");
      await expect(page.getByRole("rowheader")).toHaveText(["32-2010"]);
      await page.getByRole("searchbox", { name: "Search units" }).fill("saknas");
      await page.getByRole("button", { name: "Show all units" }).click();
      await expect(filter.getByRole("button", { name: "All 12" })).toBeFocused();
      await page.getByRole("navigation", { name: "Locations" }).getByRole("button", { name: "Ystad" }).click();
      await expect(status(page, "32-2010")).toBeFocused();
      await expect(status(page, "32-2010")).toBeInViewport();
      await edit(page, "31-1010").click();
      const editing = form(page, "31-1010");
      await expect(editing.getByLabel("Status", { exact: true }).getByRole("option")).toHaveText([
        "EXEMPT",
        "CIVILBIL",
        "Radiobil",
        "AVAILABLE",
        "BUSY",
        "OUT_OF_SERVICE",
      ]);
      await expect(editing.getByLabel("Operational status").getByRole("option")).toHaveText([
        "EXEMPT",
        "ACTIVE",
        "STANDBY",
        "MAINTENANCE",
      ]);
      await product.sql`delete from teamspeak_units where unit_number like 'TS-%'`;

      await page.getByRole("link", { name: "Wall view" }).click();
      const line = page.getByRole("listitem").filter({ hasText: "32-2010" });
      await expect(line).toContainText("AVAILABLE");
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
      await expectAccessible(page);
      await product.sql`update units set operational_status = 'MAINTENANCE' where unit_number = '32-2010'`;
      await expect(line).toContainText(/AVAILABLE\s*MAINTENANCE/);
      await expect(page.getByRole("listitem").filter({ hasText: "AVAILABLE3" })).toHaveText(
        "AVAILABLE3 (1 STANDBY, 1 MAINTENANCE)",
      );
    },
  );
});
