// The wall (document 5 §3): every unit in sight across a room, nothing scrolled, and how old it is.
// Runs in `specified`: what fits on a screen knows no policy.
// @all: fifteen seconds of silence, in which a worker waits.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator } from "#tests/support/journeys/dispatch.ts";
import { keepUnits, UNREACHABLE } from "#tests/support/journeys/dispatch-roster.ts";
import { after, BACK_AGAIN } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

keepUnits();

/** Fills the roster with so many units of six locations. */
async function fillRoster({ sql }: RunningProduct, count: number): Promise<void> {
  await sql`delete from units`;
  await sql`
    insert into units (unit_number, location, status, operational_status)
    select '31-' || (1000 + n), (array['Malmö', 'Lund', 'Ystad', 'Trelleborg', 'Landskrona', 'Helsingborg'])[1 + n % 6],
      (array['AVAILABLE', 'BUSY', 'OUT_OF_SERVICE', 'Radiobil'])[1 + n % 4], 'ACTIVE'
    from generate_series(1, ${count}) n`;
}

const figures = (page: Page) => page.locator(".wall-figures");
const unitsInSight = (page: Page) =>
  page.getByRole("listitem").evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom, left, right } = row.getBoundingClientRect();
        const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        return isInside && /^31-\d{4}/.test(row.textContent);
      }).length,
  );
/** The units in sight and those that are counted because they do not fit, read at one moment. */
const allUnits = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll(".wall-rows li")].filter((row) => /^31-\d{4}/.test(row.textContent));
    const left = document.querySelector(".wall-figures")?.textContent.matchAll(/\+ (\d+)/g) ?? [];
    return (
      rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length +
      [...left].reduce((sum, [, count]) => sum + Number(count), 0)
    );
  });
const isScrolled = (page: Page) =>
  page.evaluate(
    () => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
  );

// Spec 5 §3: Wall (?view=wall, also
test("shows each of 40 units on two sizes of screen, and counts those of 200 that do not fit @once", async ({
  page,
  product,
}) => {
  await fillRoster(product, 40);
  await beginAsOperator(page);
  await page.goto("/721075?view=wall");
  for (const [width, height] of [
    [1920, 1080],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => unitsInSight(page)).toBe(40);
    expect(await isScrolled(page)).toBe(false);
    await expect(figures(page)).toHaveText(/^Free 20 of 30 on duty$/);
    const letters = await page
      .getByRole("listitem")
      .first()
      .evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize));
    expect(letters).toBeGreaterThanOrEqual(height * 0.03);
  }
  await expectAccessible(page);
  await fillRoster(product, 200);
  // Two hundred rows come as several changes: rows and figures are of one moment once the last one is there.
  await expect.poll(() => allUnits(page)).toBe(200);
  await expect(figures(page)).toContainText(/\+ \d+ free/);
  expect(await isScrolled(page)).toBe(false);
});

// Spec 5 §3: Wall (?view=wall, also
test("names each of 40 units whole beside an alarm and four waiting calls @once", async ({ page, product }) => {
  const { sql } = product;
  await fillRoster(product, 40);
  await sql`update units set unit_number = 'Ambulans ' || unit_number, status_since = now() - interval '83 minutes'`;
  await sql`
    insert into calls (number, place, nature, caller, priority, waiting_since, received_by)
    select '2026-014' || n, 'Storgatan ' || n, 'Brand', '', 2, now(), 'op01' from generate_series(1, 4) n`;
  await sql`insert into alarms (unit_id, unit_number, raised_at) select id, unit_number, now() from units limit 1`;
  await beginAsOperator(page);
  await page.goto("/721075?view=wall");
  const names = page.locator(".wall-name");
  await expect(names).toHaveCount(40);
  await expect(page.getByRole("list", { name: "Waiting" }).getByRole("listitem")).toHaveCount(4);
  const cut = () =>
    names.evaluateAll((all) =>
      all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
  await expect.poll(cut).toEqual([]);
  await expect(page.getByText(/^1 h \d\d$/)).toHaveCount(40);
  expect(await isScrolled(page)).toBe(false);
  await sql`delete from calls`;
  await sql`delete from alarms`;
});

// Spec 5 §3: It sounds, or
test("says in large letters when it is older than 15 s @all", async ({ page, consoleErrors }) => {
  consoleErrors.tolerate(UNREACHABLE);
  await beginAsOperator(page);
  await page.goto("/721075?view=wall");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  const old = page.getByRole("alert").filter({ hasText: /^Data from \d\d:\d\d · .* old$/ });
  await expect(old).toBeVisible(after(25_000));
  expect(await old.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))).toBeGreaterThanOrEqual(32);
  await page.context().setOffline(false);
  await expect(old).toHaveCount(0, BACK_AGAIN);
});
