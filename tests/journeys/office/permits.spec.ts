// A site's permits: added, found, and ended by its admin.
// @all: backend/cases asks permits and their search; the list stands in `npm test`.
import { newPlate } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectCapitals, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";

// Spec 4 §2: It is a
// Spec 4 §2: Screens show a
// Spec 4 §5: Tillstånd: list, search,
// Spec 4 §3: permits: plate, plate_key,
test("a permit is added from the dashboard, found in any way of writing, and ended @all", async ({ page, product }) => {
  const plate = newPlate();
  await beginAsAdmin(page);
  await page.getByRole("link", { name: "Tillstånd" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/permits$/);
  await page.getByRole("button", { name: "Lägg till tillstånd" }).click();
  const dialog = page.getByRole("dialog", { name: "Lägg till tillstånd" });
  await dialog.getByRole("button", { name: "Lägg till tillstånd" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Fyll i registreringsnummer och från när det gäller");
  await dialog.getByLabel("Registreringsnummer").fill(plate.toLowerCase());
  await expectCapitals(dialog.getByLabel("Registreringsnummer"));
  await dialog.getByLabel("Innehavare").fill("Åsa Berg");
  await dialog.getByLabel("Till vakterna").fill("Hemtjänst");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Lägg till tillstånd" }).click();
  await expect(page.getByText("Tillståndet är tillagt")).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Registreringsnummer" });
  await search.fill(`${plate.slice(0, 3)}-${plate.slice(3)}`.toLowerCase());
  await page.getByRole("button", { name: "Sök", exact: true }).click();
  const rows = page.getByRole("list", { name: "Tillståndslista" }).getByRole("article");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Gäller");
  await expect(rows).toContainText("Åsa Berg");
  await expect(rows).toContainText("tills det avslutas");
  await expectAccessible(page);
  await rows.getByRole("button", { name: /^Mer om / }).click();
  await expect(rows).toContainText(/ – tills det avslutas/);
  await rows.getByRole("button", { name: /^Avsluta / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Avsluta" }).click();
  await expect(page.getByText("Tillståndet är avslutat")).toBeVisible();
  await expect(rows).toContainText("Avslutat");
  await expect(rows.getByRole("button", { name: /^Avsluta / })).toHaveCount(0);
  const kept = await product.sql`
    select created_by, ended_by, ended_at is not null as is_ended from permits where plate_key = private.plate_key(${plate})`;
  expect(kept.map((row) => ({ ...row }))).toEqual([{ created_by: "admin01", ended_by: "admin01", is_ended: true }]);
});

// Spec 3 §6: The list of cases …
test("permits stand in rows of 44 px at a desk and of 72 px on a phone, and say when they end soon @once", async ({
  page,
  product,
}) => {
  const plate = newPlate();
  await product.sql`
    insert into permits (project_id, plate, holder, valid_from, valid_until)
    values ('ostra-hamnen', ${plate}, 'Bergs bygg', now() - interval '1 day', now() + interval '71 hours')`;
  await beginAsAdmin(page, { at: "/ostra-hamnen/permits" });
  const rows = page.getByRole("list", { name: "Tillståndslista" }).getByRole("article");
  for (const [width, height] of [
    [1280, 44],
    [390, 72],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rows.first()).toContainText("3 dagar kvar");
    await expect.poll(async () => (await rows.first().boundingBox())!.height).toBe(height);
    // A sign of 64 px with the marking below it.
    expect((await page.getByRole("banner").boundingBox())!.height).toBe(68);
  }
  await product.sql`delete from permits where plate = ${plate}`;
});

// Spec 3 §6: The list of cases …
test("permits are sorted by what ends soon and by arrival, kept in the address @once", async ({ page, product }) => {
  const plates = [newPlate(), newPlate(), newPlate()];
  await product.sql`
    insert into permits (project_id, plate, valid_from, valid_until, ended_at, created_at)
    select 'ostra-hamnen', plate, now() - interval '9 days', now() + days * interval '1 day', ended, now() - n * interval '1 ms'
    from unnest(${plates}::text[], array[2, 1, 3], array[null, null, now()]) with ordinality p (plate, days, ended, n)`;
  await beginAsAdmin(page, { at: "/ostra-hamnen/permits" });
  const rows = page.getByRole("list", { name: "Tillståndslista" }).getByRole("article");
  await expect(rows.first()).toHaveAccessibleName(plates[0]!);
  await page.getByRole("button", { name: "Gäller till" }).click();
  await expect(page).toHaveURL(/sort=ending/);
  await expect(rows.nth(0)).toContainText("1 dag kvar");
  await expect(rows.nth(1)).toContainText("2 dagar kvar");
  await expect(page.getByRole("article", { name: plates[2]! })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("combobox", { name: "Ordning" }).selectOption("Äldst");
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(rows.first()).not.toHaveAccessibleName(plates[0]!);
  await product.sql`delete from permits where plate = any (${plates})`;
});
