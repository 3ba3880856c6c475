// Calls at the dispatch centre (document 5 §3): an evening of two operators, duplicates, steps, undo, and the command line.
// @all but the first two: two windows each; calls.test asks the rules and parse-command.test the lines, in `npm test`.
// @rights: a dispatcher's work has to pass the policies of `hardened`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { keepUnits, openRoster, openWindow, status, unitRow } from "#tests/support/journeys/dispatch-roster.ts";
import { assign, callRow, card, command, newCall, openCalls } from "#tests/support/journeys/dispatch-calls.ts";

keepUnits();
test.beforeEach(async ({ product }) => {
  await product.sql`delete from calls`;
  await product.sql`update units set status = 'Radiobil', operational_status = 'ACTIVE'`;
});
test.afterAll(({ product }) => product.sql`delete from calls`);

// Spec 5 §3: Screens. Tabs Options,
// Spec 5 §3: Calls: lists Open,
// Spec 5 §3: Priority is a
// Spec 5 §3: call_events: received, changed
test("a call is received, gets a unit, its steps, and is closed: the unit has its status again @rights", async ({
  page,
  product,
}) => {
  await beginAsOperator(page);
  await openCalls(page);
  await expect(page.getByText("Waiting calls 0")).toBeVisible();
  await newCall(page, "Storgatan 4");
  await expect(page.getByText("Waiting calls 1 · longest 0 min")).toBeVisible();
  await expect(card(page, "Storgatan 4")).toContainText("2 Soon");
  await expectAccessible(page);
  await assign(page, "Storgatan 4", "31-1010");
  const units = card(page, "Storgatan 4");
  await units.getByRole("button", { name: "On scene 31-1010" }).click();
  await expect(units.getByText("On scene", { exact: true }).first()).toBeVisible();
  await expect.poll(() => unitRow(product, "31-1010")).toMatchObject({ status: "BUSY" });
  await units.getByRole("button", { name: "Clear 31-1010" }).click();
  await expect(units.getByText("Cleared", { exact: true })).toBeVisible();
  await expect.poll(() => unitRow(product, "31-1010")).toMatchObject({ status: "Radiobil" });
  await units.getByRole("button", { name: "Close call" }).click();
  const dialog = page.getByRole("dialog", { name: /^Close / });
  await expect(dialog.getByLabel("Result")).toHaveValue("Done");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close call" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, "Storgatan 4")).toHaveCount(0);
  await expect
    .poll(() => callRow(product, "Storgatan 4"))
    .toMatchObject({ status: "closed", result: "Done", closed_by: "op01" });
  await page.getByRole("button", { name: "Closed", exact: true }).click();
  await card(page, "Storgatan 4").getByRole("button", { name: "Log" }).click();
  await expect(page.getByRole("list", { name: /^Log of / }).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page);
});

// Spec 5 §3: Keyboard: F2 opens
// Spec 5 §3: F9 acknowledges, Ctrl+Z
test("the keyboard does every job, what is typed elsewhere stays, and Ctrl+Z takes it back @once", async ({
  page,
  product,
}) => {
  await beginAsOperator(page);
  await openRoster(page);
  await page.getByLabel("Search units").fill("31");
  await command(page, "31-1010 bu");
  await expect(status(page, "31-1010")).toHaveText("BUSY");
  await expect(page.getByLabel("Search units")).toHaveValue("31");
  await status(page, "31-1010").focus();
  await page.keyboard.press("Control+z");
  await expect(status(page, "31-1010")).toHaveText("Radiobil");
  await command(page, "31-1010 ra");
  await expect(page.getByText(/^31-1010 was Radiobil already, since /)).toBeVisible();
  await command(page, "new Storgatan 4");
  await expect(page.getByText("Waiting calls 1 · longest 0 min")).toBeVisible();
  const number = String((await callRow(product, "Storgatan 4"))?.["number"]);
  const short = String(Number(number.slice(5)));
  await command(page, `31-1010 ${short}`);
  await expect(page.getByRole("row", { name: "31-1010" }).getByRole("link", { name: number })).toBeVisible();
  await expect(status(page, "31-1010")).toHaveText("BUSY");
  await command(page, "31-1010 os");
  await expect.poll(async () => (await callRow(product, "Storgatan 4"))?.["status"]).toBe("on_scene");
  await expect(page.getByText("On scene 31-1010", { exact: true })).toBeInViewport();
  // What the dispatcher sent is not told as somebody else's.
  await expect(page.getByText("by another operator")).toHaveCount(0);
  await command(page, `${short} n nyckel hos vakten`);
  await expect
    .poll(() => product.sql`select data ->> 'text' as text from call_events where kind = 'noted'`)
    .toEqual([{ text: "nyckel hos vakten" }]);
  await command(page, `${short} x done`);
  await expect(status(page, "31-1010")).toHaveText("Radiobil");
  await status(page, "31-1010").focus();
  await page.keyboard.press("Control+z");
  await expect(status(page, "31-1010")).toHaveText("BUSY");
  await expect(page.getByText(`Undone: Close ${number}`)).toBeVisible();
  expect(await callRow(product, "Storgatan 4")).toMatchObject({ status: "on_scene", result: null });
  // An ambiguous start lists its matches and does nothing.
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Command" }).fill("0 bu");
  await expect(page.getByText(/^Which one\? .*31-1010/)).toBeVisible();
  await expectAccessible(page);
});

// Spec 5 §3: From 1 280
test("beside the units a call is sent to from a row, changed, and given a time that was told later @all", async ({
  page,
  product,
}) => {
  await beginAsOperator(page);
  await openRoster(page);
  const first = await page.locator("[data-unit]").first().boundingBox();
  expect(first?.y).toBeLessThan(400);
  const calls = page.getByRole("complementary", { name: "Calls" });
  await command(page, "new Storgatan 4");
  await expect(calls.getByText("Storgatan 4")).toBeVisible();
  await status(page, "31-1010").focus();
  await page.keyboard.press("a");
  const assigning = page.getByRole("dialog", { name: "Assign 31-1010" });
  await expectAccessible(page);
  await assigning.getByRole("button", { name: /Storgatan 4/ }).click();
  await expect(page.getByRole("row", { name: "31-1010" }).getByRole("link")).toHaveText(/^\d{4}-\d{4}$/);
  // The question of all off duty knows at once who is on a call.
  await page.getByRole("button", { name: "All units" }).click();
  await page.getByRole("menuitem", { name: "All off duty", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("31-1010 (on a call)");
  await page.keyboard.press("Escape");

  await calls.getByRole("button", { name: "Caller" }).click();
  await expect(calls.getByText("No caller is noted.")).toBeVisible();
  await product.sql`update calls set caller = 'Åsa 070'`;
  await calls.getByRole("button", { name: "Change" }).click();
  const change = page.getByRole("dialog", { name: /^Change / });
  await change.getByLabel("Nature").fill("Rök");
  await change.getByLabel("Caller").fill("Bo 071");
  await change.getByLabel("Priority").selectOption("1 Urgent");
  await product.sql`update calls set nature = 'Larm'`;
  await change.getByRole("button", { name: "Save changes" }).click();
  await expect(change.getByText(/changed the call meanwhile: Nature is now Larm/)).toBeVisible();
  await expectAccessible(page);
  await change.getByRole("button", { name: "Save changes" }).click();
  await expect(change).toHaveCount(0);
  expect(await product.sql`select place, nature, priority from calls`).toEqual([
    { place: "Storgatan 4", nature: "Rök", priority: 1 },
  ]);
  await calls.getByRole("button", { name: "Caller" }).click();
  await expect(calls.getByText("Caller: Bo 071 · before: Åsa 070")).toBeVisible();

  await calls.getByRole("button", { name: "Earlier time of 31-1010" }).click();
  const told = page.getByRole("dialog", { name: "Earlier time of 31-1010" });
  await told.getByLabel("Step").selectOption("On scene");
  await told.getByLabel("Time").fill("99");
  await told.getByRole("button", { name: "Record step" }).click();
  await expect(told.getByText("A time of the last 12 hours, such as 14:02").last()).toBeVisible();
  const now = new Date().toLocaleTimeString("sv-SE", { timeZone: "Europe/Stockholm", timeStyle: "short" });
  await told.getByLabel("Time").fill(now);
  await told.getByRole("button", { name: "Record step" }).click();
  await expect(calls.getByText(/^On scene \d\d:\d\d$/)).toBeVisible();
});

test(
  "both type Storgatan 4 at once, send the same unit and press On scene",
  { tag: "@all" },
  async ({ page, browser, product }) => {
    await logInAsOperator(page);
    await openCalls(page);
    const other = await openWindow(browser, product);
    await logInAsDispatchAdmin(other);
    await other.getByRole("link", { name: "Dispatch centre" }).click();
    await openCalls(other);

    await newCall(page, "Storgatan 4");
    await expect(card(page, "Storgatan 4")).toBeVisible();
    await newCall(other, "storgatan 4");
    const first = String((await callRow(product, "Storgatan 4"))?.["number"]);
    await other.getByRole("button", { name: `Duplicate of ${first}` }).click();
    await expect(page.getByText("Waiting calls 1 · longest 0 min")).toBeVisible();

    // The same unit to two calls: the second is asked.
    await newCall(other, "Kajen 1");
    await assign(page, "Storgatan 4", "31-1010");
    await expect(card(other, "Storgatan 4")).toContainText("31-1010");
    await assign(other, "Kajen 1", "31-1010");
    const question = other.getByRole("alertdialog", { name: "Send 31-1010 all the same?" });
    await expect(question).toContainText(`on call ${first}`);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(other.getByText(/^31-1010 not sent to /)).toBeVisible();

    // Both press On scene: one time.
    await Promise.all(
      [page, other].map((each) => card(each, "Storgatan 4").getByRole("button", { name: "On scene 31-1010" }).click()),
    );
    await expect(card(page, "Storgatan 4").getByText("On scene", { exact: true }).first()).toBeVisible();
    const steps = await product.sql`
      select e.id from call_events e join calls c on c.id = e.call_id where e.kind = 'unit_on_scene' and c.number = ${first}`;
    expect(steps).toHaveLength(1);
    await other.context().close();
  },
);
