// Alarms at the dispatch centre (document 5 §3): everybody hears, somebody answers, and none is lost without a network.
import type { Locator } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { band, countTones, heardOn, hide } from "#tests/support/journeys/dispatch-alarms.ts";
import { edit, form, keepUnits, openRoster, openWindow, UNREACHABLE } from "#tests/support/journeys/dispatch-roster.ts";
import { BACK_AGAIN, WITHIN_A_SECOND } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();
test.beforeEach(async ({ product }) => {
  await product.sql`delete from alarms`;
});
test.afterAll(async ({ product }) => {
  await product.sql`delete from alarms`;
});

/** The alarms as the database keeps them. */
const told = ({ sql }: RunningProduct) =>
  sql`select unit_number, place, raised_by, acknowledged_by, cleared_by, outcome from alarms`;

// Spec 5 §3: On every open
// Spec 5 §3: Three rising tones,
// Spec 5 §3: A hidden tab
// Spec 5 §3: Then Acknowledged by
// Spec 5 §3: In the unit's
test("an alarm is over every screen, heard in a hidden tab, and silent everywhere within a second of F9 @rights", async ({
  page,
  browser,
  product,
}) => {
  await countTones(page);
  await beginAsOperator(page);
  await openRoster(page);
  const other = await openWindow(browser, product);
  await countTones(other);
  await logInAsDispatchAdmin(other);
  await expect(band(other)).toBeAttached();
  await other.getByRole("heading", { name: "Administrator dashboard" }).click();
  await hide(other, true);

  // Typing goes on while the alarm comes.
  await edit(page, "31-1020").click();
  await page.keyboard.press("Shift+F9");
  const dialog = page.getByRole("dialog", { name: "Raise an alarm" });
  await dialog.getByLabel("Unit").selectOption("31-1010");
  await dialog.getByLabel("Place").fill("Storgatan 4");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Raise alarm" }).click();
  for (const screen of [page, other]) {
    await expect(band(screen).getByText("ALARM 31-1010")).toBeVisible();
    await expect(band(screen).getByText("Storgatan 4")).toBeVisible();
    await expect.poll(async () => (await heardOn(screen)).tones).toBeGreaterThanOrEqual(3);
  }
  await expect(other).toHaveTitle("● ALARM 31-1010");
  await expect(page.getByRole("row", { name: "31-1010" })).toContainText(/ALARM\s*AVAILABLE/);
  await form(page, "31-1020").getByLabel("Occupation").focus();
  await expectAccessible(page);
  await page.keyboard.press("F9");
  for (const screen of [page, other]) {
    await expect(band(screen).getByText("Acknowledged by op01")).toBeVisible(WITHIN_A_SECOND);
    expect(await heardOn(screen)).toMatchObject({ isSilent: true });
  }
  await expect(form(page, "31-1020").getByLabel("Occupation")).toBeFocused();
  await expect(other).toHaveTitle(/^Administrator dashboard/);
  await hide(other, false);
  await other.getByRole("button", { name: "Clear alarm 31-1010" }).click();
  const clearing = other.getByRole("dialog", { name: "Clear alarm 31-1010" });
  const clear = clearing.getByRole("button", { name: "Clear alarm" });
  await clear.click();
  await expect(clearing.getByText("Choose an outcome").last()).toBeVisible();
  await clearing.getByLabel("Outcome").selectOption("False alarm");
  await clear.click();
  for (const screen of [page, other]) await expect(band(screen).getByText("ALARM 31-1010")).toHaveCount(0);
  expect(await told(product)).toEqual([
    {
      unit_number: "31-1010",
      place: "Storgatan 4",
      raised_by: "op01",
      acknowledged_by: "op01",
      cleared_by: "ledning",
      outcome: "false_alarm",
    },
  ]);
  await other.context().close();
});

/** Where a part begins and ends from the window's top. */
const edges = async (part: Locator) => {
  const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
  return { top: Math.round(y), bottom: Math.round(y + height) };
};

// Spec 5 §3: Above all tabs
test("below an alarm the bar and the filters stay in sight while the roster scrolls @once", async ({
  page,
  product,
}) => {
  await product.sql`
    insert into alarms (unit_id, unit_number, raised_at)
    select id, unit_number, now() from units where unit_number in ('31-1010', '31-1020')`;
  await page.setViewportSize({ width: 1280, height: 600 });
  await beginAsOperator(page);
  await openRoster(page);
  await expect(band(page).getByText("ALARM 31-1020")).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const bar = page.getByRole("region", { name: "Now" });
  await expect.poll(async () => (await edges(bar)).top - (await edges(band(page))).bottom).toBe(0);
  const search = await edges(page.getByRole("searchbox", { name: "Search units" }));
  expect(search.top).toBe((await edges(bar)).bottom);
  const calls = page.getByRole("complementary", { name: "Calls" });
  await expect(calls.getByRole("button", { name: "New call" })).toBeInViewport({ ratio: 1 });
  expect((await edges(calls)).top).toBeGreaterThanOrEqual((await edges(bar)).bottom);
});

// Spec 5 §3: Alarm: held for
// Spec 5 §3: Sound needs a
test("the button is held for a second; without a network the alarm says so and goes by itself @once", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  await logInAsOperator(page);
  await openRoster(page);
  const button = page.getByRole("button", { name: "Alarm", exact: true });
  await button.click();
  await expect(page.getByText("Hold for one second, or press Shift+F9")).toBeVisible();
  await edit(page, "31-1020").focus();
  await button.hover();
  await page.mouse.down();
  const dialog = page.getByRole("dialog", { name: "Raise an alarm" });
  await expect(dialog.getByLabel("Unit").locator("option:checked")).toHaveText("31-1020");
  await page.mouse.up();
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Raise alarm" }).click();
  await expect(band(page).getByText("ALARM NOT SENT – use the radio (31-1020)")).toBeVisible();
  expect(await product.sql`select from alarms`).toHaveLength(0);
  await page.context().setOffline(false);
  await expect(band(page).getByText("ALARM 31-1020")).toBeVisible(BACK_AGAIN);
  await expect(band(page).getByText("ALARM NOT SENT")).toHaveCount(0);
  expect(await product.sql`select from alarms`).toHaveLength(1);
});

// Spec 5 §3: On every open
test("on a phone an alarm with all that it says is at most 96 px high, and times stand in one line @once", async ({
  page,
  product,
}) => {
  await product.sql`
    insert into alarms (unit_id, unit_number, place, raised_by, raised_at)
    select id, unit_number, 'Storgatan 4', 'op01', now() - interval '2 minutes' from units where unit_number = '31-1010'`;
  await product.sql`update units set status_since = now() - interval '9 hours 43 minutes'`;
  await beginAsOperator(page);
  await openRoster(page);
  const times = page.getByRole("row").locator("time");
  await expect(times.last()).toHaveText(/^since \d\d:\d\d · 9 h 4\d min$/);
  const inOneLine = () => times.evaluateAll((all) => all.every((time) => time.getClientRects().length === 1));
  expect(await inOneLine()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(inOneLine).toBe(true);
  const height = async () => (await band(page).boundingBox())?.height;
  const said = ["ALARM 31-1010", "Storgatan 4", "raised by op01"];
  for (const text of [...said, "Nobody has acknowledged"]) await expect(band(page).getByText(text)).toBeInViewport();
  await expect(band(page).getByText(/^since \d\d:\d\d · \d min$/)).toBeInViewport();
  expect(await height()).toBeLessThanOrEqual(96);
  await band(page).getByRole("button", { name: "Acknowledge 31-1010" }).click();
  for (const text of [...said, "Acknowledged by op01"]) await expect(band(page).getByText(text)).toBeInViewport();
  await expect(band(page).getByRole("button", { name: "Clear alarm 31-1010" })).toBeInViewport();
  expect(await height()).toBeLessThanOrEqual(96);
});
