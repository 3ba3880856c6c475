// The admin's lists of cases: counted, filtered, searched, in pages, and fines beside a parking with a similar plate.
// @all: pages and failures; case-list.test asks both in `npm test`.
import type { Page } from "@playwright/test";
import { registerParking, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { draw, drawLetters } from "#tests/support/run/seed.ts";
import { beginAsAdmin, logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { caseInTables, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import { ONE_TRY } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { CASES, row, untilOpen } from "#tests/support/journeys/cases.ts";

/** Each list's tab tells how many cases the database has for it. Gives these numbers. */
async function expectCounts(page: Page, product: RunningProduct): Promise<Record<string, number> | undefined> {
  const [counts] = await product.sql<Record<string, number>[]>`
    select count(*)::int as all, count(*) filter (where status in ('issued', 'reminded', 'collection'))::int as unpaid,
      count(*) filter (where needs_review)::int as review, count(*) filter (where status = 'disputed')::int as disputed,
      count(*) filter (where status in ('issued', 'reminded') and due_date < (now() at time zone 'Europe/Stockholm')::date)::int as overdue,
      count(*) filter (where left_ore < 0)::int as refund, count(*) filter (where status not in ('paid', 'withdrawn', 'written_off') and issued_at < now() - interval '2 years' + interval '60 days')::int as expiring
    from fines where project_id = 'ostra-hamnen'`;
  for (const [name, count] of [
    ["Alla", counts?.["all"]],
    ["Obetalda", counts?.["unpaid"]],
    ["Att granska", counts?.["review"]],
    ["Bestridna", counts?.["disputed"]],
    ["Förfallna", counts?.["overdue"]],
    ["Att återbetala", counts?.["refund"]],
    ["Preskriberas snart", counts?.["expiring"]],
  ] as const) {
    await expect(page.getByRole("tab", { name })).toHaveText(`${name} ${count}`);
  }
  return counts;
}

/** Narrows the list to what nobody issued, and takes the filter away; the address keeps it over a reload. */
async function narrowToNobody(page: Page): Promise<void> {
  // Narrowed to what nobody issued, and back; the address keeps it over a reload.
  await page.getByText("Filter", { exact: true }).click();
  const filters = page.getByRole("form", { name: "Filtrera ärenden" });
  await filters.getByLabel("Utfärdade av").fill("ingen");
  const narrow = filters.getByRole("button", { name: "Filtrera" });
  await narrow.click();
  await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
  // The filter stays open with the focus in it, and no number is said of what is narrowed.
  await expect(narrow).toBeFocused();
  await expect(page.getByRole("tab", { name: "Alla" })).toHaveText("Alla");
  await page.reload();
  await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
  await page.getByText("Filter 1", { exact: true }).click();
  await filters.getByRole("button", { name: "Ta bort filter" }).click();
}

test.describe("the lists of cases", () => {
  // Spec rules §4: A fine whose
  test("fines whose plate looked like one with a parking stand beside them, are withdrawn and refunded there, and lead to their cases @once", async ({
    page,
    product,
  }) => {
    await product.sql`delete from parkings where plate_key in ('QZY7OO', 'QZY700')`;
    const fine = await issueFine(product, { plate: "QZY 700" });
    await registerParking(product, {
      ref_number: "qzy 7oo",
      start_time: new Date(Date.now() - 3_600_000),
      end_time: new Date(Date.now() + 3_600_000),
    });
    await beginAsAdmin(page, { at: CASES });
    await page.getByText("Filer och brev", { exact: true }).click();
    await page.getByRole("link", { name: "Bot med liknande parkering" }).click();
    await expect(page.getByRole("heading", { name: "Bot med liknande parkering", level: 1 })).toBeVisible();
    await expect(row(page, fine)).toContainText(/Liknande parkeringQZY 7OO · .* – .* · Volvo V60, Röd, Åkergränd 1/);
    await expectAccessible(page);

    await recordEvent(product, fine, "payment", {
      data: { amount_ore: 70_000, value_date: "2026-01-02", method: "bankgiro" },
    });
    await row(page, fine).getByRole("button", { name: "Makulera" }).click();
    const withdrawal = page.getByRole("dialog", { name: "Makulera ärendet?" });
    await withdrawal.getByLabel("Grund").selectOption("Giltig rätt att stå");
    await withdrawal.getByRole("button", { name: "Makulera" }).click();
    await expect(row(page, fine)).toContainText(/Att återbetala700\skr/);
    await row(page, fine).getByRole("link", { name: fine.case_number }).click();
    await untilOpen(page, fine);
    await page.goBack();
    await row(page, fine).getByRole("button", { name: "Återbetala" }).click();
    const refund = page.getByRole("dialog", { name: "Återbetala" });
    await refund.getByLabel("Betalningssätt").selectOption("Swish");
    await refund.getByRole("button", { name: "Återbetala" }).click();
    await expect(row(page, fine)).toHaveCount(0);
    expect(await caseInTables(product, fine.id)).toMatchObject({ status: "withdrawn", left_ore: 0 });
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test("are found from the dashboard, counted, searched in any way of writing, and follow what happens @rights", async ({
    page,
    product,
  }) => {
    const plate = `QZX 4${draw(10)}${drawLetters("ABCDEFGH", 1)}`;
    const fine = await issueFine(product, { plate });
    const other = await issueFine(product, { was_offline: true, issued_at: new Date(Date.now() - 3_600_000) });
    await beginAsAdmin(page);
    await page.getByRole("link", { name: "Ärenden" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/cases$/);
    await expect(page.getByRole("heading", { name: "Ärenden", level: 1 })).toBeVisible();
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect(row(page, fine)).toContainText("Parkerat på gångbana");
    await expect(row(page, fine)).toContainText(/Kvar att betala700\skr/);
    const counts = await expectCounts(page, product);
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Att granska" }).click();
    await expect(row(page, other)).toContainText("Att granska");
    await expect(row(page, fine)).toHaveCount(0);
    await page.getByRole("tab", { name: "Obetalda" }).click();
    await expect(row(page, fine)).toBeVisible();

    // Another admin's payment takes it out of the list, and a new fine comes, without a reload.
    await recordEvent(product, other, "withdrawn", { data: { ground: "felskrivet" } });
    await expect(row(page, other)).toHaveCount(0);
    const later = await issueFine(product);
    await expect(row(page, later)).toBeVisible();
    await expect(page.getByRole("tab", { name: "Alla" })).toHaveText(`Alla ${(counts?.["all"] ?? 0) + 1}`);

    await narrowToNobody(page);
    await expect(row(page, later)).toBeVisible();

    const field = page.getByRole("searchbox", { name: "Ärendenummer eller registreringsnummer" });
    const search = page.getByRole("button", { name: "Sök", exact: true });
    for (const typed of [
      plate.toLowerCase().replace(" ", ""),
      plate.replace(" ", "-"),
      ` ${fine.case_number.slice(0, 4)} ${fine.case_number.slice(4)}`,
    ]) {
      await field.fill(typed);
      await search.click();
      await expect(row(page, later)).toHaveCount(0);
      await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article")).toHaveCount(1);
      await expect(row(page, fine)).toBeVisible();
      await expect(search).toBeFocused();
    }
    await row(page, fine).getByRole("link", { name: fine.case_number }).click();
    await expect(page).toHaveURL(new RegExp(`${CASES}/${fine.case_number}$`));
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/cases\?list=unpaid$/);
    await expect(field).toHaveValue(` ${fine.case_number.slice(0, 4)} ${fine.case_number.slice(4)}`.trim());
    await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article")).toHaveCount(1);
    await field.fill("FINNS INTE");
    await search.click();
    await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    await page.getByRole("button", { name: "Rensa" }).click();
    await expect(row(page, later)).toBeVisible();
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test("are fetched in pages, newest first", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into fines (id, project_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from, issued_by,
        issued_at, last_event, created_at)
      select gen_random_uuid(), 'ostra-hamnen', 'report', lpad((n + 20000000)::text, 8, '0'), lpad('sida' || n, 22, '0'), 'SIDA' || n,
        'Parkerat på gångbana', 700, '2026-12-24', now(), 'vakt01', now(), gen_random_uuid(), timestamptz '2020-01-01T12:00Z' + n * interval '1 second'
      from generate_series(1, 120) n`;
    await logInAsAdmin(page);
    await page.goto(CASES);
    const list = page.getByRole("list", { name: "Ärendelista" });
    await expect(list.getByRole("article").first()).toBeVisible();
    const oldest = page.getByRole("article", { name: "20000001", exact: true });
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(oldest).toBeVisible(ONE_TRY);
    }).toPass();
    await expect(list.getByRole("article").last()).toHaveAccessibleName("20000001");
    await product.sql`delete from fines where plate like 'SIDA%'`;
    await expect(oldest).toHaveCount(0);
  });

  test("that cannot be fetched say so", { tag: "@all" }, async ({ page, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAdmin(page);
    await page.route(/\/rest\/v1\/fines/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(CASES);
    await expect(page.getByText("Kunde inte hämta ärenden")).toBeVisible();
    await page.unroute(/\/rest\/v1\/fines/);
    await page.getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByText("Kunde inte hämta ärenden")).toHaveCount(0);
  });
});
