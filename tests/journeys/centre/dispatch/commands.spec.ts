// Two operators' command lines cross (document 5 §3): each command counts once, and both screens show what the database has.
// @all: two windows; the property tests of calls.test ask the same races in `npm test`.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { beginAsOperator } from "#tests/support/journeys/dispatch.ts";
import { callRow, command } from "#tests/support/journeys/dispatch-calls.ts";
import { keepUnits, openRoster, openWindow, status, unitRow } from "#tests/support/journeys/dispatch-roster.ts";
import { addPeople } from "#tests/support/people/people.ts";

keepUnits();
const OP02 = { kind: "operator", project: "721075", userId: "op02", password: "Operator-7411" } as const;
test.beforeEach(async ({ product: { sql } }) => {
  await sql`delete from calls`;
  await sql`delete from call_events`;
  await sql`delete from unit_status_events`;
  await sql`update units set status = 'Radiobil', operational_status = 'ACTIVE'`;
});
test.afterAll(({ product }) => product.sql`delete from calls`);

/** Types a line without sending it, so that two lines can be sent at once. */
async function type(page: Page, line: string): Promise<void> {
  await page.keyboard.press("F2");
  await page.getByRole("dialog", { name: "Command" }).getByLabel("Command").fill(line);
}

// Spec 5 §3: Keyboard: F2 opens
test(
  "two command lines cross: statuses, a unit that is sent, its steps, notes and a closing",
  { tag: "@all" },
  async ({ page, browser, product }) => {
    const { sql } = product;
    await addPeople(product, OP02);
    const two = await openWindow(browser, product);
    await beginAsOperator(page);
    await holdLogin(two, OP02);
    await two.goto("/721075");
    const both = [page, two];
    for (const each of both) await openRoster(each);
    const cross = async (first: string, second: string) => {
      await type(page, first);
      await type(two, second);
      await Promise.all(both.map((each) => each.keyboard.press("Enter")));
    };
    const events = async (kind: string) => sql`select by from call_events where kind = ${kind} order by by`;

    await cross("31-1010 bu", "31-1010 av");
    const settled = async () => String((await unitRow(product, "31-1010"))?.["status"]);
    await expect.poll(async () => (await sql`select from unit_status_events`).length).toBeGreaterThan(0);
    for (const each of both)
      await expect.poll(async () => (await status(each, "31-1010").innerText()) === (await settled())).toBe(true);
    expect(["BUSY", "AVAILABLE"]).toContain(await settled());

    await sql`update units set status = 'Radiobil'`;
    await command(page, "new Storgatan 4");
    for (const each of both) await expect(each.getByText("Waiting calls 1 · longest 0 min")).toBeVisible();
    const short = String(Number(String((await callRow(product, "Storgatan 4"))?.["number"]).slice(5)));
    await cross(`31-1010 ${short}`, `31-1010 ${short}`);
    for (const each of both) await expect(each.getByRole("row", { name: "31-1010" }).getByRole("link")).toBeVisible();
    expect(await sql`select from call_units`).toHaveLength(1);
    await cross("31-1010 os", "31-1010 os");
    await expect.poll(() => events("unit_on_scene")).toHaveLength(1);
    await cross(`${short} n nyckel`, `${short} n hund`);
    await expect.poll(() => events("noted")).toEqual([{ by: "op01" }, { by: "op02" }]);
    await cross(`${short} x done`, `${short} x done`);
    await expect.poll(() => events("closed")).toHaveLength(1);
    for (const each of both) await expect(each.getByText("Waiting calls 0")).toBeVisible();
    await expect.poll(() => unitRow(product, "31-1010")).toMatchObject({ status: "Radiobil" });
    await two.context().close();
  },
);
