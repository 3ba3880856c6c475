// What dispatch measures, who is on a unit, tones of calls and a login that ends soon (document 5 §3).
// @all: the rules have their own tests beside them.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { countTones, heardOn } from "#tests/support/journeys/dispatch-alarms.ts";
import { assign, card, newCall, openCalls } from "#tests/support/journeys/dispatch-calls.ts";
import { beginAsOperator, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { edit, form, keepUnits, openRoster, openWindow } from "#tests/support/journeys/dispatch-roster.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();
const sweep = async ({ product: { sql } }: { product: RunningProduct }) => void (await sql`delete from calls`);
test.beforeEach(sweep);
test.afterAll(sweep);

// Spec 5 §3: **Options**: under the
test("each measured figure leads to its rows @all", async ({ page }) => {
  await beginAsOperator(page);
  await openCalls(page);
  await newCall(page, "Storgatan 4");
  await assign(page, "Storgatan 4", "31-1010");
  await card(page, "Storgatan 4").getByRole("button", { name: "On scene 31-1010" }).click();
  await expect(card(page, "Storgatan 4").getByText("on scene within a minute")).toBeVisible();
  await page.getByRole("tab", { name: "Options" }).click();
  const figures = page.getByRole("region", { name: "Measured" });
  await expect(figures.getByRole("link", { name: "Open calls 1" })).toBeVisible();
  await expectAccessible(page);
  await figures.getByRole("link", { name: /^Free \d+$/ }).click();
  await expect(page.getByText("Free units on duty")).toBeVisible();
  await expect(edit(page, "31-1010")).toHaveCount(0);
  await page.getByRole("button", { name: "Show all units" }).click();
  await expect(edit(page, "31-1010")).toBeVisible();
  await expect(page).toHaveURL(/\?tab=units$/);
  await page.getByRole("tab", { name: "Options" }).click();
  await figures.getByRole("button", { name: "7 days" }).click();
  await figures.getByRole("link", { name: /^Received → on scene, median \d+ s of 1 call$/ }).click();
  await expect(page.getByRole("button", { name: "On scene, 7 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(card(page, "Storgatan 4")).toBeVisible();
});

// Spec 5 §3: **Units**: in a
test("the crew of a unit is written in its form, and read and found by everybody @all", async ({
  page,
  browser,
  product,
}) => {
  await beginAsOperator(page);
  await openRoster(page);
  const other = await openWindow(browser, product);
  await logInAsOperator(other);
  await openRoster(other);
  await edit(page, "31-1010").click();
  await form(page, "31-1010").getByLabel("Crew").fill("Åsa Berg, Bo Ek");
  await form(page, "31-1010").getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("row", { name: "31-1010" })).toContainText("Åsa Berg, Bo Ek");
  await other.getByRole("searchbox", { name: "Search units" }).fill("bo ek");
  await expect(other.getByRole("rowheader")).toHaveText(["31-1010"]);
  expect(await product.sql`select crew from units where unit_number = '31-1010'`).toEqual([
    { crew: "Åsa Berg, Bo Ek" },
  ]);
});

// Spec 5 §3: A new call: one tone
test("a new call is one tone on every screen, until it is switched off on that device @all", async ({
  page,
  browser,
  product,
}) => {
  await countTones(page);
  await beginAsOperator(page);
  const other = await openWindow(browser, product);
  await countTones(other);
  await logInAsOperator(other);
  for (const screen of [page, other]) {
    await screen.keyboard.press("F8");
    await expect(screen.getByText("Sound is off")).toHaveCount(0);
  }
  await openCalls(page);
  await newCall(page, "Kajen 1");
  await expect.poll(async () => (await heardOn(other)).tones).toBe(1);
  await other.getByRole("button", { name: "Sounds" }).click();
  await expectAccessible(other);
  await other.getByRole("checkbox", { name: /^New call/ }).uncheck();
  await other.keyboard.press("Escape");
  await newCall(page, "Kajen 2");
  await expect(other.getByText(/^Waiting calls 2/)).toBeVisible();
  await expect.poll(async () => (await heardOn(page)).tones).toBe(2);
  expect((await heardOn(other)).tones).toBe(1);
  // A call past its limit sounds, although new ones do not.
  await product.sql`update calls set waiting_since = now() - interval '1 hour'`;
  await newCall(page, "Kajen 3");
  await expect.poll(async () => (await heardOn(other)).tones).toBe(2);
});

// Spec 5 §3: 15 minutes before
test("a login that ends soon is lengthened over what is typed @all", async ({ page }) => {
  await logInAsOperator(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("parkering.session.operator") ?? "{}") as object;
    localStorage.setItem(
      "parkering.session.operator",
      JSON.stringify({ ...session, expiresAt: Date.now() + 14 * 60_000 }),
    );
  });
  await page.reload();
  await openCalls(page);
  await page.getByRole("button", { name: "New call" }).click();
  const place = page.getByRole("form", { name: "New call" }).getByLabel("Place");
  await place.fill("Storgatan 4");
  await expect(page.getByText(/^Your login ends \d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  const dialog = page.getByRole("dialog", { name: "Stay logged in" });
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill("Fel-7410");
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog.getByText("Wrong password")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("Operator-7410");
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByText(/^Your login ends/)).toHaveCount(0);
  await expect(place).toHaveValue("Storgatan 4");
});
