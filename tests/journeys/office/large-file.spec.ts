// A bank's file of 5 000 rows on the screen: told and booked whole, and its rows without a case placed by suggestions.
// @all: payments.spec reads small files; `npm run bench -- ledger` measures this one.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { WHOLE_TEST_MS, WORKED_THROUGH } from "#tests/support/run/patience.ts";

const SITE = "stora-filen";
const ROWS = 5000;
/** The rows that name two open cases together. */
const DOUBLE = 50;
const CASES = ROWS + DOUBLE;

/** A site with an open case of 700 kr for each number of the file. Gives the numbers. */
async function siteWithCases({ sql }: RunningProduct): Promise<string[]> {
  const [site] = await sql<{ id: string }[]>`
    insert into main_page_sites (name, path, description) values ('Stora filen', ${SITE}, 'Fem tusen rader') returning id`;
  // Without triggers: nobody follows these rows, and each would stand in the trail.
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into fines (id, project_id, site_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from,
        issued_by, issued_at, last_event)
      select gen_random_uuid(), ${SITE}, ${site?.id ?? ""}, 'report', (70000000 + n)::text, lpad(n::text, 22, 'f'), 'F' || n,
        'Parkerat längre än tillåten tid', 700, current_date + 14, now(), 'vakt01', now(), gen_random_uuid()
      from generate_series(1, ${CASES}::int) n`;
    await transaction`
      insert into fine_events (id, fine_id, project_id, site_id, number, kind, by_kind, status_after)
      select last_event, id, project_id, site_id, 1, 'issued', 'attendant', status from fines where project_id = ${SITE}`;
  });
  const cases = await sql<{ case_number: string }[]>`
    select case_number from fines where project_id = ${SITE} order by case_number`;
  return cases.map(({ case_number: number }) => number);
}

// Spec rules §2: One bank file
// Spec rules §4: A payment without a case whose text and amount fit
test("a file of 5 000 rows is told, booked once, and what has no case placed by two presses @all", async ({
  page,
  product,
}) => {
  test.setTimeout(WHOLE_TEST_MS);
  const numbers = await siteWithCases(product);
  const today = new Date().toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const text = at < DOUBLE ? `${numbers[2 * at]} ${numbers[2 * at + 1]}` : numbers[at + DOUBLE];
    return `${today};${today};${String(at).padStart(10, "0")};${text} ÅSA;${at < DOUBLE ? "1400,00" : "700,00"}`;
  });
  const text = ["Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp", ...rows].join("\n");
  const states = async () => {
    const [found] = await product.sql<{ paid: number; unplaced: number }[]>`
      select (select count(*)::int from fines where project_id = ${SITE} and status = 'paid') as paid,
        (select count(*)::int from payments where project_id = ${SITE} and fine_id is null and part_of is null) as unplaced`;
    return { ...found };
  };
  await logInAsAdmin(page, { project: SITE, userId: "standardadmin", password: "Standard-7410" });
  await page.goto(`/${SITE}/payments`);
  const choose = () =>
    page
      .getByLabel("Välj bankens fil")
      .setInputFiles({ name: "seb.csv", mimeType: "text/csv", buffer: Buffer.from(text, "utf8") });
  const preview = page.getByRole("region", { name: "Förhandsvisning" });
  await choose();
  await expect(preview).toContainText(/Placerade4\s950/, WORKED_THROUGH);
  await expect(preview).toContainText("Okända50");
  // Rows that are out of sight are not drawn.
  expect(await preview.getByRole("article").count()).toBeLessThan(60);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Läs in", exact: true }).click();
  await expect(page.getByText("Filen är inläst").first()).toBeVisible(WORKED_THROUGH);
  expect(await states()).toEqual({ paid: ROWS - DOUBLE, unplaced: DOUBLE });
  await choose();
  await expect(page.getByText("Alla betalningar i filen är redan inlästa. Det finns inget att bokföra.")).toBeVisible(
    WORKED_THROUGH,
  );

  // One press opens the list, and one more places a row.
  await page.getByRole("tab", { name: "Okända betalningar" }).click();
  const suggested = page.getByRole("button", { name: /^Placera på \d{8} och \d{8}$/ });
  await suggested.first().click();
  await expect.poll(states).toEqual({ paid: ROWS - DOUBLE + 2, unplaced: DOUBLE });
  await expect(page.getByRole("tab", { name: /Okända betalningar/ })).toContainText("49");
  await product.sql`delete from main_page_sites where path = ${SITE}`;
});
