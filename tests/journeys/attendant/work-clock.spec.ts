// A day on the clock: in, a break, out without a network, the shift's form with the times, and a correction by the person.
// In `hardened`: policies decide which turns are read and followed. Rules of stamps are asked by tests/backend/products/clock.test.ts.
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { beginAsAttendant } from "#tests/support/journeys/attendant.ts";
import { untilReadyOffline } from "#tests/support/journeys/offline.ts";
import { FROM_THE_PHONE } from "#tests/support/run/patience.ts";

const HOUR = 3_600_000;

test.use({ serviceWorkers: "allow" });

// An ended turn stands above the list of the next test's attendant.
test.afterEach(async ({ product }) => {
  await product.sql`truncate work_turns cascade`;
  await product.sql`delete from clock_settings`;
});

// Spec 5 §6: **Screens.** Attendant's dashboard
// Spec 5 §6: `/{code}/my-hours`
// Spec 5 §6: Stamps wait in
test("an attendant stamps in, rests, stamps out without a network, and corrects the turn @rights", async ({
  page,
  context,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await beginAsAttendant(page);
  const clock = page.getByRole("region", { name: "Stämpelklocka" });
  await clock.getByRole("button", { name: "Stämpla in" }).click();
  await expect(clock.getByText(/^Instämplad sedan \d\d:\d\d · 0 min$/)).toBeVisible();
  const [turn] = await product.sql<{ id: string }[]>`select id from work_turns where status = 'running'`;
  const begun = new Date(Date.now() - 3 * HOUR);
  await product.sql`update work_turns set started_at = ${begun} where id = ${turn?.id ?? ""}`;
  await expect(clock.getByText(/ · 3 h$/)).toBeVisible();
  await clock.getByRole("button", { name: "Rast" }).click();
  await expect(clock.getByText(/^Rast sedan /)).toBeVisible();
  // The pressed button is gone; whoever has no pointer stays at the clock.
  await expect(clock).toBeFocused();
  await clock.getByRole("button", { name: "Avsluta rast" }).click();
  await expect(clock.getByRole("button", { name: "Rast", exact: true })).toBeVisible();

  await untilReadyOffline(page);
  await context.setOffline(true);
  await clock.getByRole("button", { name: "Stämpla ut" }).click();
  await expect(clock.getByText(/^Utstämplad /)).toBeVisible(FROM_THE_PHONE);
  await expect(page.getByRole("link", { name: "1 väntar på att skickas" })).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => (await product.sql`select status, ended_at is not null as has_end from work_turns`)[0])
    .toEqual({ status: "waiting", has_end: true });

  await clock.getByRole("link", { name: "Registrera skift med de här tiderna" }).click();
  await expect(page.getByRole("heading", { name: "Nytt skift" })).toBeVisible();
  await expect(page.getByLabel("Starttid")).toHaveValue(/^\d\d:\d\d$/);
  await expect(page.getByLabel("Sluttid")).toHaveValue(/^\d\d:\d\d$/);
  await expect(page.getByLabel("Beskrivning")).toHaveValue("");
  await page.getByRole("button", { name: "Tillbaka" }).click();

  await clock.getByRole("link", { name: "Mina timmar" }).click();
  const row = page.getByRole("list", { name: /^Pass i / }).getByRole("listitem");
  await expect(row.getByText("Väntar", { exact: true })).toBeVisible();
  expect(await seriousFindings(page, "all")).toEqual([]);
  await row.getByRole("button", { name: "Rätta" }).click();
  const dialog = page.getByRole("dialog", { name: "Rätta pass" });
  await dialog.getByRole("button", { name: "Ta bort rast 1" }).click();
  await dialog.getByLabel("Varför?").fill("Rasten blev aldrig av");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(row.getByText("Rasten blev aldrig av")).toBeVisible();
  expect(await product.sql`select count(*)::int as breaks from work_breaks`).toEqual([{ breaks: 0 }]);
});

// Spec 5 §6: A turn past max_turn_hours
// Spec 5 §6: type_turn(turn_id
test("a turn of another month that nobody ended opens for its correction, until it is too old @rights", async ({
  page,
  product,
}) => {
  const setDays = (days: number) =>
    product.sql`insert into clock_settings (project_id, max_turn_hours, correction_days) values ('ostra-hamnen', 16, ${days})
      on conflict (project_id) do update set correction_days = excluded.correction_days`;
  await setDays(60);
  await beginAsAttendant(page);
  await page.getByRole("button", { name: "Stämpla in" }).click();
  await expect(page.getByText(/^Instämplad sedan /)).toBeVisible();
  const topOf = async (name: string) => (await page.getByRole("button", { name, exact: true }).boundingBox())?.y;
  expect(await topOf("Rast")).toBe(await topOf("Stämpla ut"));
  await product.sql`update work_turns set started_at = now() - interval '40 days', status = 'waiting', is_forgotten = true`;
  const ask = page.getByRole("alert").filter({ hasText: "När slutade passet?" });
  await ask.getByRole("link", { name: "Rätta" }).click();
  const dialog = page.getByRole("dialog", { name: "Rätta pass" });
  await expect(dialog).toBeVisible();
  await setDays(7);
  await page.reload();
  await expect(page.getByText("För gammalt att rätta själv. Be en administratör.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Rätta" })).toHaveCount(0);
});
