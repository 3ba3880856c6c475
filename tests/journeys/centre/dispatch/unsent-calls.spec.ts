// Calls that are taken without a network (document 5 §3): kept on the device, and stored once when the line is back.
// Runs in `specified`: the browser without an answer knows no policy.
import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator } from "#tests/support/journeys/dispatch.ts";
import { card, command, newCall, openCalls } from "#tests/support/journeys/dispatch-calls.ts";
import { keepUnits, UNREACHABLE } from "#tests/support/journeys/dispatch-roster.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";

keepUnits();
test.beforeEach(({ product }) => product.sql`delete from calls`);
test.afterAll(({ product }) => product.sql`delete from calls`);

const RECEIVE = "**/rpc/receive_call";
const kept = (page: Page) => page.getByRole("region", { name: "Not sent" });

// Spec rules §9: A call that
test("a call of the command line waits on the device over a reload, and is stored once though its answer was lost @once", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  await beginAsOperator(page);
  await openCalls(page);
  await page.route(RECEIVE, (route) => route.abort());
  await command(page, "new1 Hamngatan 2");
  await expect(kept(page)).toContainText(/\d\d:\d\d\s*Hamngatan 2 · 1 Urgent/);
  await expectAccessible(page);
  expect(await product.sql`select from calls`).toHaveLength(0);
  await page.reload();
  await expect(kept(page)).toContainText("Hamngatan 2");
  // The server stores the call, and the line breaks before its answer: the same call again is the same one.
  const ids: string[] = [];
  const note = (route: Route) =>
    ids.push((route.request().postDataJSON() as { call: { id: string } }).call.id) === 1
      ? route.fetch().then(() => route.abort())
      : route.continue();
  // The newest route answers first: no call passes between two of them.
  await page.route(RECEIVE, note);
  await expect(kept(page)).toHaveCount(0, BACK_AGAIN);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  await expect(card(page, "Hamngatan 2")).toBeVisible();
  expect(await product.sql`select place, priority, received_by from calls`).toEqual([
    { place: "Hamngatan 2", priority: 1, received_by: "op01" },
  ]);
});

// Spec rules §9: A call that
// Spec 5 §3: A new call stays
test("a call stays in its form, the next one can be taken beside it, and leaving asks @once", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  const questionCode = page.waitForResponse(/\/assets\/confirm-dialog-/);
  await beginAsOperator(page);
  await openCalls(page);
  await (await questionCode).finished();
  await page.context().setOffline(true);
  await newCall(page, "Hamngatan 2");
  const form = page.getByRole("form", { name: "New call" });
  await expect(form.getByText(/^Not sent\./)).toBeVisible();
  await expect(form.getByLabel("Place")).toHaveValue("Hamngatan 2");
  await expect(kept(page)).toHaveCount(0);
  await newCall(page, "Kajen 1");
  await expect(form.getByText(/^Not sent\./)).toBeVisible();
  await expect(kept(page)).toContainText("Hamngatan 2");
  await form.getByLabel("Place").fill("Kajen 7");
  await page.getByRole("button", { name: "Log out" }).click();
  const leaving = page.getByRole("alertdialog", { name: "2 calls were not sent" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);
  await expect(card(page, "Kajen 7")).toBeVisible(BACK_AGAIN);
  await expect(card(page, "Hamngatan 2")).toBeVisible(BACK_AGAIN);
  await expect(form).toHaveCount(0);
  await expect(kept(page)).toHaveCount(0);
  expect(await product.sql`select place, nature from calls order by place`).toEqual([
    { place: "Hamngatan 2", nature: "Brand" },
    { place: "Kajen 7", nature: "Brand" },
  ]);
});
