// An evening of two operators and a wall (document 5 §3): what goes wrong when a minute counts.
// @all but the last: three windows each; calls, presses, alarms and off-duty.spec ask the parts in `npm test`.
// @rights: the server ends a login in `hardened` alone; wall-link.test asks the end of a link in `specified`.
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { beginAsOperator, logInAsDispatchAdmin } from "#tests/support/journeys/dispatch.ts";
import { band, countTones, heardOn, hide } from "#tests/support/journeys/dispatch-alarms.ts";
import { assign, callRow, card, command, newCall, openCalls } from "#tests/support/journeys/dispatch-calls.ts";
import {
  edit,
  form,
  keepUnits,
  openRoster,
  openWindow,
  status,
  UNREACHABLE,
  unitRow,
} from "#tests/support/journeys/dispatch-roster.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { BACK_AGAIN, NEXT_LOOK, WITHIN_A_SECOND } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();
const OP02 = { kind: "operator", project: "721075", userId: "op02", password: "Operator-7411" } as const;
test.beforeEach(async ({ product: { sql } }) => {
  await sql`delete from calls`;
  await sql`delete from call_events`;
  await sql`delete from alarms`;
  await sql`update unit_statuses set check_after = null, overdue_after = null`;
  await sql`update units set status = 'Radiobil', operational_status = 'ACTIVE'`;
});
test.afterAll(async ({ product: { sql } }) => {
  await sql`delete from calls`;
  await sql`delete from alarms`;
  await sql`update unit_statuses set check_after = null, overdue_after = null`;
});

/** The windows of op01, op02 and the wall. */
async function begin(page: Page, browser: Browser, product: RunningProduct) {
  await addPeople(product, OP02);
  const [two, wall] = [await openWindow(browser, product), await openWindow(browser, product)];
  for (const each of [page, two, wall]) await countTones(each);
  await beginAsOperator(page);
  await holdLogin(two, OP02);
  await holdLogin(wall, OP02);
  await two.goto("/721075");
  await wall.goto("/721075?view=wall");
  for (const each of [page, two]) await openRoster(each);
  await expect(wall.getByText("Live", { exact: true })).toBeVisible();
  return { one: page, two, wall, end: () => Promise.all([two.context().close(), wall.context().close()]) };
}
const onWall = (wall: Page, unit: string) => wall.getByRole("listitem").filter({ hasText: unit });
const since = async ({ sql }: RunningProduct, unit: string) =>
  (await sql`select status, status_since from units where unit_number = ${unit}`)[0];

test(
  "one sees the other at once: a status, a call typed twice, a unit sent twice, a step pressed twice",
  { tag: "@all" },
  async ({ page, browser, product }) => {
    const { one, two, wall, end } = await begin(page, browser, product);
    await command(one, "31-1010 av");
    await expect(onWall(wall, "31-1010")).toContainText("AVAILABLE", WITHIN_A_SECOND);

    for (const each of [one, two]) await openCalls(each);
    await Promise.all([newCall(one, "Storgatan 4"), newCall(two, "storgatan 4")]);
    await expect.poll(() => product.sql`select from calls`).toHaveLength(2);
    const [first, second] = await product.sql`select number, place, received_by from calls order by number`;
    const later = second?.["received_by"] === "op02" ? two : one;
    await later.getByRole("button", { name: `Duplicate of ${first?.["number"]}` }).click();
    for (const each of [one, two]) await expect(each.getByText("Waiting calls 1 · longest 0 min")).toBeVisible();
    await expect(wall.getByRole("list", { name: "Waiting" })).toContainText(String(first?.["place"]));

    await newCall(two, "Kajen 1");
    await expect(card(one, "Kajen 1")).toBeVisible();
    const kept = String(first?.["place"]);
    await Promise.all([assign(one, kept, "31-1010"), assign(two, "Kajen 1", "31-1010")]);
    const sent = async () =>
      (await product.sql<{ place: string }[]>`select c.place from call_units u join calls c on c.id = u.call_id`)[0]
        ?.place;
    await expect.poll(sent).toBeDefined();
    const place = (await sent()) ?? "";
    const question = (place === kept ? two : one).getByRole("alertdialog", { name: "Send 31-1010 all the same?" });
    await expect(question).toContainText(`on call ${(await callRow(product, place))?.["number"]}`);
    await question.getByRole("button", { name: "Cancel" }).click();

    const steps = [one, two].map((each) => card(each, place).getByRole("button", { name: "On scene 31-1010" }));
    const buttons = await Promise.all(steps.map((step) => step.elementHandle()));
    await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));
    for (const each of [one, two]) await expect(card(each, place).getByText(/^On scene \d\d:\d\d$/)).toBeVisible();
    expect(await product.sql`select from call_events where kind = 'unit_on_scene'`).toHaveLength(1);
    await end();
  },
);

test(
  "nothing is lost: an old form, a wrong press, a unit looked after, a line that was cut",
  { tag: "@all" },
  async ({ page, browser, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const { one, two, end } = await begin(page, browser, product);
    await edit(two, "31-1020").click();
    await form(two, "31-1020").getByLabel("Occupation").fill("Ledning");
    await command(one, "31-1020 bu");
    await expect(status(one, "31-1020")).toHaveText("BUSY");
    await form(two, "31-1020").getByRole("button", { name: "Save", exact: true }).click();
    await expect(edit(two, "31-1020")).toBeVisible();
    expect(await unitRow(product, "31-1020")).toMatchObject({ status: "BUSY", occupation: "Ledning" });

    const before = await since(product, "31-1030");
    await command(one, "31-1030 bu");
    await expect(status(two, "31-1030")).toHaveText("BUSY");
    await one.keyboard.press("Control+z");
    await expect(status(two, "31-1030")).toHaveText("Radiobil");
    expect(await since(product, "31-1030")).toEqual(before);

    await product.sql`update units set status_since = now() - interval '50 minutes' where unit_number = '31-1990'`;
    await product.sql`update unit_statuses set overdue_after = 45 where code = 'Radiobil'`;
    const attention = two.getByRole("region", { name: /^Needs attention/ });
    await expect(attention).toContainText("31-1990");
    const long = await since(product, "31-1990");
    await command(one, "31-1990 ok");
    await expect(attention).toHaveCount(0);
    expect(await since(product, "31-1990")).toEqual(long);

    await two.context().setOffline(true);
    await command(two, "31-1010 bu");
    await expect(two.getByText("Not set: 31-1010")).toBeVisible();
    await openCalls(two);
    await newCall(two, "Hamngatan 2");
    await expect(two.getByText(/^Not sent\./)).toBeVisible();
    await two.context().setOffline(false);
    await expect(card(two, "Hamngatan 2")).toBeVisible(BACK_AGAIN);
    expect(await product.sql`select from calls where place = 'Hamngatan 2'`).toHaveLength(1);
    expect(await unitRow(product, "31-1010")).toMatchObject({ status: "Radiobil" });
    await end();
  },
);

test(
  "an alarm behind another tab, a call to its end, and all off duty and back",
  { tag: "@all" },
  async ({ page, browser, product }) => {
    const { one, two, wall, end } = await begin(page, browser, product);
    await two.getByRole("heading", { name: "Dispatch centre" }).click();
    await hide(two, true);
    await command(one, "alarm 31-1010");
    await one.getByRole("dialog", { name: "Raise an alarm" }).getByRole("button", { name: "Raise alarm" }).click();
    for (const each of [one, two, wall]) await expect(band(each).getByText("ALARM 31-1010")).toBeVisible();
    await expect.poll(async () => (await heardOn(two)).tones).toBeGreaterThanOrEqual(3);
    await one.keyboard.press("F9");
    for (const each of [one, two, wall])
      await expect(band(each).getByText("Acknowledged by op01")).toBeVisible(WITHIN_A_SECOND);
    for (const each of [one, two, wall])
      expect((await heardOn(each)).isSilent || (await heardOn(each)).tones === 0).toBe(true);
    expect(await heardOn(two)).toMatchObject({ isSilent: true });
    await product.sql`delete from alarms`;

    await openCalls(one);
    await newCall(one, "Storgatan 4");
    await assign(one, "Storgatan 4", "31-1010");
    await card(one, "Storgatan 4").getByRole("button", { name: "On scene 31-1010" }).click();
    await expect(onWall(wall, "31-1010")).toContainText("BUSY");
    await card(one, "Storgatan 4").getByRole("button", { name: "Clear 31-1010" }).click();
    await expect(card(one, "Storgatan 4").getByRole("button", { name: "Close call" })).toBeFocused();
    await one.keyboard.press("Enter");
    await one
      .getByRole("dialog", { name: /^Close / })
      .getByRole("button", { name: "Close call" })
      .click();
    await expect(onWall(wall, "31-1010")).toContainText("Radiobil");
    expect(await callRow(product, "Storgatan 4")).toMatchObject({ status: "closed", result: "Done" });

    await product.sql`update units set status = 'EXEMPT' where unit_number = '31-1030'`;
    const evening = await product.sql`select unit_number, status, status_since from units order by id`;
    await openRoster(one);
    await one.getByRole("button", { name: "All units" }).click();
    await one.getByRole("menuitem", { name: "All off duty", exact: true }).click();
    await one.getByRole("alertdialog").getByRole("button", { name: "All off duty" }).click();
    await expect(onWall(wall, "31-1010")).toContainText("OUT_OF_SERVICE");
    expect(await unitRow(product, "31-1030")).toMatchObject({ status: "EXEMPT" });
    await one.getByRole("button", { name: "Undo all off duty" }).click();
    await expect(onWall(wall, "31-1010")).toContainText("Radiobil");
    expect(await product.sql`select unit_number, status, status_since from units order by id`).toEqual(evening);
    await end();
  },
);

/** A wall without a login hears of an alarm, and of its answer, within a second. */
async function expectAlarmHeard({ sql }: RunningProduct, wall: Page): Promise<void> {
  await sql`
    insert into alarms (unit_id, unit_number, raised_at)
    select id, unit_number, now() from units where unit_number = '31-1020'`;
  await expect(band(wall).getByText("ALARM 31-1020")).toBeVisible(WITHIN_A_SECOND);
  await expect.poll(async () => (await heardOn(wall)).tones).toBeGreaterThanOrEqual(3);
  await sql`update alarms set acknowledged_by = 'op01', acknowledged_at = now()`;
  await expect(band(wall).getByText("Acknowledged by op01")).toBeVisible(WITHIN_A_SECOND);
  expect(await heardOn(wall)).toMatchObject({ isSilent: true });
}

// Spec rules §9: A wall's link
test("logins end, and a wall by its link runs on until the link ends @all", async ({
  page,
  context,
  product,
  consoleErrors,
}) => {
  // A wall whose link has ended is answered 404, and asks no more.
  consoleErrors.tolerate(/404.*wall_(board|alarms)/);
  await product.sql`delete from private.dispatch_links`;
  await product.sql`
    insert into calls (number, place, nature, caller, priority, waiting_since, received_by)
    values ('2026-0142', 'Storgatan 4', 'Brand', 'Åsa 070', 1, now() - interval '4 minutes', 'op01')`;
  await logInAsDispatchAdmin(page);
  await page.getByRole("tab", { name: "Dispatch settings" }).click();
  await page.getByRole("button", { name: "New wall link" }).click();
  const dialog = page.getByRole("dialog", { name: "Link: Wall" });
  const { pathname, search, hash } = new URL(await dialog.getByLabel("Address").inputValue());
  await expectAccessible(page);
  const wall = await context.newPage();
  await countTones(wall);
  await wall.setViewportSize({ width: 1920, height: 1080 });
  await wall.goto(pathname + search + hash);
  await expect(onWall(wall, "31-1010")).toContainText("Radiobil");
  const waiting = wall.getByRole("list", { name: "Waiting" });
  await expect(waiting).toHaveText(/2026-0142\s*1 Urgent\s*Storgatan 4\s*Past its limit\s*4 min/);
  await expect(wall.getByText(/Brand|Åsa/)).toHaveCount(0);
  await expectAccessible(wall);
  // A browser sounds once somebody pressed something in it.
  await wall.getByText("Dispatch centre", { exact: true }).click();
  await expect(wall.getByText("Sound is off")).toHaveCount(0);
  await expectAlarmHeard(product, wall);

  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("dialog", { name: "Administratörsinloggning" })).toBeVisible();
  await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
  await expect(onWall(wall, "31-1010")).toContainText("BUSY", NEXT_LOOK);
  await expect(wall.getByRole("main").getByRole("button")).toHaveCount(0);
  await product.sql`update private.dispatch_links set ended_at = now()`;
  await expect(wall.getByText(/^This link has ended\./)).toBeVisible(NEXT_LOOK);
});
