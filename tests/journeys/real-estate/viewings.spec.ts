// Viewings between an agent and a visitor (document 5 §5). `hardened` alone: functions that know no profile decide. @all: the rules have
// backend tests (tests/backend/products/viewings.test.ts).
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdAccount } from "#tests/support/browser/login.ts";
import { newTitle } from "#tests/support/journeys/real-estate.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";

// Spec 5 §5: Dialog: tabs
// Spec 5 §5: **sign_up_for_viewing
test("a viewing is added, its last place is taken and given back, and its list is printed @all", async ({
  page,
  browser,
  product,
}) => {
  const id = await sellProperty(product.sql, newTitle("Visad villa"));
  await holdAccount(page, "agent@parkering.example", "Agent-7410");
  await page.goto(`/property-management/${id}?tab=viewings`);
  await page.getByRole("button", { name: "Add viewing", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add a viewing" });
  await form.getByLabel("From").fill("2300");
  await form.getByLabel("To").fill("23.59");
  await form.getByLabel("Places").fill("2");
  await form.getByLabel("Note").fill("Ring på hos Berg");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save viewing" }).click();
  const viewings = page.getByRole("list", { name: "Viewings" }).getByRole("listitem");
  await expect(viewings).toContainText(["0 of 2 places taken"]);

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/YSTAD?property=${id}&tab=viewings`);
  await visitor.getByRole("button", { name: /^Sign up for .*, 23:00–23:59$/ }).click();
  await visitor.getByLabel("Name").fill("Bo Ek");
  await visitor.getByLabel("Phone").fill("070-741 00 00");
  await visitor.getByLabel("People who come").selectOption("2");
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(visitor.getByText("You come, 2 people")).toBeVisible();
  await expect(viewings).toContainText(["2 of 2 places taken"]);

  await page.getByRole("link", { name: /^Print list of / }).click();
  await expect(page.getByRole("table", { name: "Viewing list" }).getByRole("row")).toContainText([/Name/, /Bo Ek/]);
  await visitor.getByRole("button", { name: /^Cancel sign-up for / }).click();
  await visitor.getByRole("alertdialog").getByRole("button", { name: "Cancel sign-up" }).click();
  await expect(visitor.getByText("2 places left")).toBeVisible();

  // Without a mail server a visitor who wishes to hear of bids is told so.
  await visitor.getByRole("tab", { name: "Bids" }).click();
  await visitor.getByRole("button", { name: "Tell me about new bids" }).click();
  await visitor.getByLabel("Email").fill("bo@example.se");
  await visitor.getByRole("button", { name: "Send the mail" }).click();
  await expect(visitor.getByText("This site sends no mails.")).toBeVisible();
  await visitor.context().close();
});
