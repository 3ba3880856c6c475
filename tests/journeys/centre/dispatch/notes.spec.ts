// Notes from shift to shift at the dispatch centre (document 5 §3): one operator writes, the next one finishes.
// @all: backend/products/operator-notes asks what it does.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin } from "#tests/support/journeys/dispatch.ts";
import { keepUnits, openRoster, openWindow } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();
test.beforeEach(async ({ product }) => {
  await product.sql`delete from operator_notes`;
});
test.afterAll(async ({ product }) => {
  await product.sql`delete from operator_notes`;
});

test("a note of a unit is on every screen, counted in its tab, and finished by the next shift @all", async ({
  page,
  browser,
  product,
}) => {
  const other = await openWindow(browser, product);
  await logInAsDispatchAdmin(other);
  await other.getByRole("link", { name: "Dispatch centre" }).click();
  await openRoster(other);
  await beginAsOperator(page);
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(page.getByText("There is no open note.")).toBeVisible();
  await page.getByRole("button", { name: "New note" }).click();
  const dialog = page.getByRole("dialog", { name: "New note" });
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(dialog.getByText("Enter a note")).toBeVisible();
  await dialog.getByLabel("Note", { exact: true }).fill("Bromsarna tar snett.\nVerkstad på tisdag.");
  await dialog.getByLabel("About").selectOption("Unit 31-1010");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(dialog).toHaveCount(0);

  await other.getByRole("tab", { name: "Notes 1" }).click();
  const note = other.getByRole("list", { name: "Open" }).getByRole("listitem");
  await expect(note).toContainText("Verkstad på tisdag.");
  await expect(note).toContainText("31-1010");
  await expect(note).toContainText("op01");
  await expectAccessible(other);
  await note.getByRole("button", { name: /^Done: / }).click();
  await expect(other.getByText("There is no open note.")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Notes", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByRole("list", { name: "Done" }).getByRole("listitem")).toContainText("done by ledning");
  const [row] = await product.sql`select about, by, done_by from operator_notes`;
  expect(row).toEqual({ about: "31-1010", by: "op01", done_by: "ledning" });
});
