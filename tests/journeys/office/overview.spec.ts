// How a site does: its figures lead to their rows, its charts have tables, and what is over is told; for its admins.
// @all: charts and tables; backend/products/site-statistics asks the sums.
import { readFile } from "node:fs/promises";
import { expect, expectAccessible, expectCapitals, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";

// Spec 4 §4: person_extract(plate): all that
// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test("figures lead to their rows, a chart has its table, and an extract is saved once it is said who asked @all", async ({
  page,
  product,
}) => {
  const { plate } = await issueFine(product);
  await beginAsAdmin(page);
  await page.getByRole("link", { name: "Översikt" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/overview$/);
  const figures = page.getByRole("list", { name: "Just nu" }).getByRole("link");
  await expect(figures).toHaveCount(5);
  await page.getByRole("button", { name: "7 dagar" }).click();
  await expect(page).toHaveURL(/period=7$/);
  const chart = page.getByRole("region", { name: "Böter per dag och status" }).first();
  await chart.getByText("Visa som tabell").click();
  const today = chart.getByRole("row").last();
  await expect(chart.getByRole("row")).toHaveCount(9);
  await expect(today.getByRole("rowheader")).toHaveText("Summa");
  await expectAccessible(page);

  const [{ count } = { count: -1 }] = await product.sql<{ count: number }[]>`
    select count(*)::int from fines where project_id = 'ostra-hamnen' and private.day_of(issued_at) = private.day_of(now())`;
  await figures.filter({ hasText: `Böter i dag ${count}` }).click();
  await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/period=7$/);

  await page.goto("/ostra-hamnen/settings");
  // The first 30 days of this version.
  await expect(page.getByText(/^Ingenting raderas före \d+ \S+ \d{4}\. Till dess räknas det bara\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Registerutdrag" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/person-data$/);
  await page.getByLabel("Registreringsnummer").fill(plate);
  await expectCapitals(page.getByLabel("Registreringsnummer"));
  await page.getByLabel("Vem har begärt utdraget?").fill("Åsa Berg");
  await page.getByLabel("Hur är det kontrollerat?").fill("Legitimation");
  await page.getByRole("button", { name: "Visa utdraget" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Spara utdraget" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^registerutdrag-.*\.json$/);
  const kept = JSON.parse(await readFile(await file.path(), "utf8")) as { fines: { plate: string }[] };
  expect(kept.fines.map((fine) => fine.plate)).toEqual([plate]);
  await expect(page.getByText("Utdraget är sparat")).toBeVisible();
});

// Spec 3 §6: Översikt leads to
// Spec rules §6: Statistics equal
test("the statistics are reached from Översikt, by keyboard, each chart beside its table, which is saved as a file @all", async ({
  page,
  product,
}) => {
  await issueFine(product);
  await beginAsAdmin(page, { at: "/ostra-hamnen/overview" });
  await page.getByRole("link", { name: "Statistik", exact: true }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/statistics$/);
  const table = page.getByRole("table", { name: "Kronor per vecka" });
  // The head, thirteen weeks and the sum.
  await expect(table.getByRole("row")).toHaveCount(15);
  await page.getByRole("button", { name: "52 veckor" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/weeks=52$/);
  await expect(table.getByRole("row")).toHaveCount(54);

  // The kronor are those of the rows, and no head is counted.
  const [row] = await product.sql<{ kronor: number }[]>`
    select sum(amount)::int as kronor from fines
    where project_id = 'ostra-hamnen' and private.day_of(issued_at) > private.day_of(now()) - 350`;
  const sums = table.getByRole("row").last();
  const issued = async () => Number((await sums.getByRole("cell").first().innerText()).replaceAll(/\D/g, ""));
  await expect.poll(issued).toBe(row?.kronor);
  expect(await page.getByRole("main").innerText()).not.toMatch(/vakt0\d|admin0\d/);
  const picture = page.getByRole("img", { name: /^Diagram: Kronor per vecka/ });
  await expect(picture.locator("path")).toHaveCount(3);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV: Kronor per vecka" }).press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statistik-money-ostra-hamnen-.*\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFVecka;Utfärdat (kr);Betalt (kr);Återbetalt (kr)");
  expect(lines).toHaveLength(53);
  const noted = await product.sql`
    select from audit_trail where action = 'export' and project_id = 'ostra-hamnen' and after ->> 'statistics' = 'money'`;
  expect(noted).toHaveLength(1);
});
