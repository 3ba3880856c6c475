// The page about the system, as the main admin reads it.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsMainAdmin, UNREACHABLE } from "#tests/support/journeys/main-admin.ts";

test("the page about the system says in words what runs, what ran and what went wrong @rights", async ({
  page,
  product,
  consoleErrors,
}) => {
  const alarm = { server: "parkering-1 7 a", part: "writes", text: "The database takes no writes.", until: null };
  await product.sql`
    insert into private.system_notes (kind, name, noted) values
      ('job', 'erasure', '{"took_ms": 12, "result": {"parkings": 3}}'),
      ('job', 'sums', '{"took_ms": 1, "error": "för lite utrymme"}'),
      ('alarm', 'test of the system page', ${product.sql.json(alarm)})
    on conflict (kind, name) do update set noted = excluded.noted, at = now()`;
  await beginAsMainAdmin(page);
  await page.getByRole("link", { name: "Systemet" }).click();
  await expect(page.getByRole("heading", { name: "Systemet", level: 1 })).toBeVisible();
  await expect(page.getByText("Allt fungerar")).toBeVisible();
  await expect(page.getByRole("list", { name: "Lista över servrar" }).getByRole("listitem")).toContainText([
    "Fungerar",
  ]);
  const jobs = page.getByRole("list", { name: "Lista över återkommande arbeten" }).getByRole("listitem");
  await expect(jobs).toHaveCount(6);
  await expect(jobs.filter({ hasText: "Dagliga summor" })).toContainText("Misslyckades: för lite utrymme");
  await expect(jobs.filter({ hasText: "Säkerhetskopior" })).toContainText("Enligt serverns tidtabell");
  const alarms = page.getByRole("list", { name: "Lista över larm" }).getByRole("listitem");
  // Its server is not heard any more: nobody knows whether it goes on.
  await expect(alarms.filter({ hasText: "Databasen tar inte emot ändringar" })).toContainText("Hörs inte av");
  await expectAccessible(page);
  await product.sql`update private.system_notes a set noted = a.noted || jsonb_build_object('server', s.name)
    from private.system_notes s where s.kind = 'server' and a.name = 'test of the system page'`;
  await page.reload();
  await expect(alarms.filter({ hasText: "Databasen tar inte emot ändringar" })).toContainText("Pågår");
  await expect(page.getByText("Något fungerar inte")).toBeVisible();
  await product.sql`delete from private.system_notes where name = 'test of the system page'`;

  consoleErrors.tolerate(UNREACHABLE);
  await page.route("**/rest/v1/rpc/get_system_state", (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(page.getByText("Kunde inte hämta systemets tillstånd")).toBeVisible();
  await page.unroute("**/rest/v1/rpc/get_system_state");
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByText("Allt fungerar")).toBeVisible();
});
