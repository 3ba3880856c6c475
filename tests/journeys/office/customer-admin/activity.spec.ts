// The list of the attendants' activities: the newest first, and all of them by search.
// @all: a hundred rows; visits.test and backend/products/trail ask the order in `npm test`.
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin, openTab, watchJoins } from "#tests/support/journeys/customer-admin.ts";

// Spec 1 §7: read where user_type
// Spec 1 §7: realtime inserts are
// Spec 1 §9: Web activity shows
test("the activity is the newest 100, also after more arrived", { tag: "@all" }, async ({ page, product }) => {
  await product.sql`truncate web_activity_logs`;
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url, additional_data, created_at)
    select 'vakt01', 'attendant', 'search_parking', '/ostra-hamnen/attendant-dashboard',
      jsonb_build_object('term', 'fyllnad' || n), now() - interval '1 second' * (200 - n)
    from generate_series(1, 130) n`;
  const joined = watchJoins(page);
  await logInAsAdmin(page);
  await openTab(page, "Webbaktivitet");
  const rows = page
    .getByRole("list", { name: "Parkeringsvakternas aktivitet" })
    .getByRole("list")
    .getByRole("listitem");
  await expect(rows).toHaveCount(100);
  await joined("web_activity_logs");
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url) values
      ('vakt-std', 'attendant', 'page_visit', '/standard/attendant-dashboard'),
      ('vakt01', 'attendant', 'page_visit', '/ostra-hamnen/shift-registration')`;
  await expect(rows.first()).toContainText("Öppnade skiftregistreringen");
  await expect(rows).toHaveCount(100);
  await expect(rows.filter({ hasText: "vakt-std" })).toHaveCount(0);
  await product.sql`delete from web_activity_logs where user_id = 'vakt-std' or additional_data->>'term' like 'fyllnad%'`;
});

test("activity behind the newest 100 is found by person, action and day, older ones by scrolling @all", async ({
  page,
  product,
}) => {
  await product.sql`truncate web_activity_logs`;
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url, created_at)
    select 'vakt01', 'attendant', case n when 250 then 'logout' else 'page_visit' end, '/ostra-hamnen/attendant-dashboard',
      now() - interval '1 hour' * n from generate_series(1, 250) n`;
  await logInAsAdmin(page);
  await openTab(page, "Webbaktivitet");
  await expect(page.getByRole("list", { name: "Parkeringsvakternas aktivitet" })).toBeVisible();
  await expect(page.getByText("Loggade ut", { exact: true })).toHaveCount(0);
  await page.getByText("Sök i all aktivitet").click();
  const found = page.getByRole("list", { name: "Funnen aktivitet" });
  await page.getByLabel("Händelse").selectOption("Loggade ut");
  await expect(found.getByText("Loggade ut", { exact: true })).toBeVisible();
  await expect(found.getByText("Öppnade parkeringslistan")).toHaveCount(0);
  await product.sql`delete from web_activity_logs where user_id = 'vakt01'`;
});
