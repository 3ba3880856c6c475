// The agent's week (issue FLEET): a broker's list from its first rule to the lists that are handed over, between visitors and agents.
// @rights: policies decide in `hardened`; bidding.test asks the rules in both profiles.
// @all: the week after its first bids; bidding.test asks its rules.
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdAccount } from "#tests/support/browser/login.ts";
import { printSheets } from "#tests/support/browser/paper.ts";
import { beginAsAgent, newTitle, saleOf } from "#tests/support/journeys/real-estate.ts";
import { placeBid, sellProperty } from "#tests/support/rows/sales.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const BROKER = { price: 4_000_000, bid_mode: "broker", contract_step: true };
const publicBids = (page: Page) => page.getByRole("list", { name: "Bids, highest first" }).getByRole("listitem");
const agentBids = (page: Page) => page.getByRole("list", { name: "Bids, newest first" }).getByRole("listitem");
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const answer = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
/** Money and counts are grouped with spaces that do not break. */
const spaced = (text: string) => new RegExp(text.replaceAll(" ", "\\s"));

const openWindow = async (browser: Browser, product: RunningProduct) =>
  (await browser.newContext({ baseURL: product.url })).newPage();

/** A window of an agent, at the sale of a property. */
async function openSale(page: Page, id: string, tab = ""): Promise<void> {
  await holdAccount(page, "agent@parkering.example", "Agent-7410");
  await page.goto(`/property-management/${id}${tab}`);
  await expect(page.getByRole("tab", { name: "Bids and contract" })).toBeVisible();
}

async function fillBid(page: Page, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole("form", { name: "Place a bid" });
  for (const [label, typed] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(typed);
}

// Spec 5 §5: **Screens.** Listings: `For
// Spec 5 §5: **place_bid(bid
// Spec 5 §5: In `broker` the bid
// Spec 5 §5: Public list: `Bidder
// Spec 5 §5: `too_low` offers
test("rules are set, and a visitor bids by number: too low goes to the agent only, and nobody else sees it @rights", async ({
  page,
  browser,
  product,
}) => {
  const title = newTitle("Korsvirkeshus");
  const id = await sellProperty(product.sql, title, { price: 4_000_000 });
  await openSale(page, id, "?tab=rules");
  await page.getByLabel("Way of bidding").selectOption("broker");
  await page.getByLabel("Each public bid must be higher").check();
  await page.getByLabel("An accepted bid waits for its contract").check();
  await page.getByLabel("Smallest step (kr)").fill("10 000");
  await press(page, "Save rules");
  await expect(page.getByText("Rules saved", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Bids and contract" }).click();

  const lena = await openWindow(browser, product);
  const other = await openWindow(browser, product);
  for (const window of [lena, other]) await window.goto(`/YSTAD?property=${id}&tab=bids`);
  await fillBid(lena, { Name: "Lena Ek", Email: "lena@example.com", Amount: "4 100 000", Conditions: "With a loan" });
  await expect(lena.getByText("Only the agent sees who you are.")).toBeVisible();
  await press(lena, "Place bid");
  await expect(lena.getByText("Your bid is placed. You are Bidder 1.", { exact: true })).toBeVisible();
  await expect(lena.getByText("You bid as Bidder 1.")).toBeVisible();
  await expect(lena.getByLabel("Email")).toHaveCount(0);
  await expect(publicBids(other)).toHaveText([spaced("Bidder 1 · 4 100 000 kr · .*With conditions")]);
  await expect(other.getByText("Lena Ek")).toHaveCount(0);
  await expect(agentBids(page)).toContainText(["Lena Ek, Bidder 1"]);
  await expect(agentBids(page)).toContainText(["With a loan"]);

  await fillBid(other, { Name: "Bo Ås", Phone: "070-741 00 00", Amount: "4 105 000" });
  await press(other, "Place bid");
  await expect(other.getByText(spaced("The next bid here is at least 4 110 000 kr."))).toBeVisible();
  await expectAccessible(other);
  await press(other, "Send to the agent only");
  await expect(other.getByText("Your bid is with the agent. Nobody else sees it.", { exact: true })).toBeVisible();
  await expect(agentBids(page)).toHaveCount(2);
  await expect(agentBids(page).first()).toContainText("Bo Ås, no number yet");
  await expect(agentBids(page).first()).toContainText("Hidden");
  for (const window of [lena, other]) await expect(publicBids(window)).toHaveCount(1);
  await expectAccessible(page);
  for (const window of [lena, other]) await window.context().close();
});

// Spec 5 §5: **withdraw_bid(bid_id
// Spec 5 §5: `by_agent`: waits until
test("a bidder raises and withdraws by the own page, struck and told everywhere; the agent shows what waits @all", async ({
  page,
  browser,
  product,
}) => {
  const id = await sellProperty(product.sql, newTitle("Trea"), { ...BROKER, bid_release: "by_agent" });
  const { key } = await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000 });
  await openSale(page, id);
  await press(page, /^Show bid 4\s000\s000/);
  await expect(page.getByText("Everybody sees the bid", { exact: true })).toBeVisible();
  await product.sql`update properties set bid_release = 'at_once' where id = ${id}`;

  const other = await openWindow(browser, product);
  await other.goto(`/YSTAD?property=${id}&tab=bids`);
  await expect(publicBids(other)).toHaveCount(1);
  const lena = await openWindow(browser, product);
  await lena.goto(`/YSTAD/bids#${key}`);
  await expect(lena.getByText("You are Bidder 1")).toBeVisible();
  await expect(lena.getByText("Nobody has bid more than you")).toBeVisible();
  await placeBid(product, id, { name: "Bo Ås", amount: 4_100_000 });
  await expect(lena.getByText(spaced("Highest bid 4 100 000 kr"))).toBeVisible();
  await expect(lena.getByText("Nobody has bid more than you")).toHaveCount(0);
  await lena.getByText("Bids that everybody sees (2)").click();
  await expect(lena.getByRole("list", { name: /that everybody sees, highest first/ }).getByRole("listitem")).toHaveText(
    [spaced("Bidder 2 · 4 100 000 kr"), spaced("Bidder 1 · 4 000 000 kr · .*You")],
  );
  await expectAccessible(lena);
  await press(lena, "Raise my bid");
  await fillBid(lena, { Amount: "4 300 000" });
  await press(lena, "Place bid");
  await expect(publicBids(other)).toHaveCount(3);
  await expect(lena.getByRole("dialog")).toHaveCount(0);
  await press(lena, /^Withdraw bid 4\s300\s000/);
  await answer(lena, "Withdraw bid");
  await expect(other.getByText(spaced("Bidder 1 has withdrawn 4 300 000 kr."))).toBeVisible();
  await expect(publicBids(other).first().locator("s")).toHaveText(spaced("Bidder 1 · 4 300 000 kr"));
  await expect(page.getByText(spaced("Lena Ek has withdrawn 4 300 000 kr"))).toBeVisible();
  await expect(agentBids(page).first()).toContainText("Withdrawn");
  await expect(page.getByRole("button", { name: "Accept bid from Lena Ek" })).toHaveCount(1);

  await agentBids(page)
    .last()
    .getByRole("button", { name: /^More about the bid/ })
    .click();
  await page.getByRole("menuitem", { name: "Show contact" }).click();
  await expect(page.getByRole("link", { name: "lenaek@example.com" })).toBeVisible();
  for (const window of [lena, other]) await window.context().close();
});

// Spec 5 §5: **enter_bid(bid
// Spec 5 §5: **record_sale_event(property_id
test("an acceptance from an old list is told of newer bids, and the second agent of the first @all", async ({
  page,
  browser,
  product,
}) => {
  const title = newTitle("Villa");
  const id = await sellProperty(product.sql, title, BROKER);
  await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000 });
  // This window hears of no change, as on a bad network.
  await page.routeWebSocket(/realtime/, () => undefined);
  await openSale(page, id);
  await press(page, "Enter bid");
  const dialog = page.getByRole("dialog", { name: "Enter a bid" });
  for (const [label, typed] of [
    ["Name", "Per Ros"],
    ["Phone", "070-1"],
    ["Amount", "4 050 000"],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(typed);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Enter bid" }).click();
  await expect(agentBids(page).first()).toContainText("Per Ros, Bidder 2");
  const second = await openWindow(browser, product);
  await second.routeWebSocket(/realtime/, () => undefined);
  await openSale(second, id);
  await expect(agentBids(second)).toHaveCount(2);

  await press(page, "Accept bid from Per Ros");
  await placeBid(product, id, { name: "Ida Berg", amount: 4_200_000, conditions: "Inspection" });
  await answer(page, "Accept bid");
  const newer = page.getByRole("alertdialog", { name: "A newer bid has come" });
  await expect(newer).toContainText(spaced("4 200 000 kr from Ida Berg with conditions"));
  await newer.getByRole("button", { name: "Accept bid" }).click();
  await expect(section(page, "Contract")).toContainText("Contract being prepared");
  await expect(section(page, "Contract")).toContainText("agent@parkering.example");

  await press(second, "Accept bid from Lena Ek");
  await answer(second, "Accept bid");
  await expect(second.getByText("Nothing was stored: it is now Contract being prepared.")).toBeVisible();
  await second.context().close();
});

// Spec 5 §5: **record_sale_event(property_id
test("a signed contract sells, and is undone with a reason; the history is whole @all", async ({ page, product }) => {
  const id = await sellProperty(product.sql, newTitle("Gård"), BROKER);
  await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000 });
  await openSale(page, id);
  await press(page, "Accept bid from Lena Ek");
  await answer(page, "Accept bid");
  await press(page, "Contract signed");
  await page.getByRole("dialog").getByRole("button", { name: "Contract signed" }).click();
  await expect(page.getByText("The contract is signed and the property is sold", { exact: true })).toBeVisible();
  expect(await saleOf(product.sql, id)).toMatchObject({ status: "sold" });
  await press(page, "Undo contract");
  await page.getByLabel("Reason").fill("The loan fell through");
  await page.getByRole("dialog").getByRole("button", { name: "Undo contract" }).click();
  await expect(section(page, "Contract")).toContainText("No bid is accepted.");
  expect(await saleOf(product.sql, id)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
  await page.getByRole("tab", { name: "History" }).click();
  const events = page.getByRole("list", { name: "History, newest first" }).getByRole("listitem");
  await expect(events).toContainText(["Contract undone", "Contract signed", "Bid accepted", "Bid placed"]);
  await expect(events.first()).toContainText("Reason: The loan fell through");
  await expect(events.first().getByRole("heading", { name: /^\d{4}-\d\d-\d\d$/ })).toBeVisible();
});

// Spec 5 §5: **bid_list(property_id
// Spec 5 §5: any | assignment_ended
// Spec 5 §5: available | accepted, contract_step on
test("while the contract is prepared the public is told and a form is refused; the list is handed over @all", async ({
  page,
  browser,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const title = newTitle("Skånelänga");
  const id = await sellProperty(product.sql, title, BROKER);
  await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000, conditions: "With a loan" });
  await placeBid(product, id, { name: "Bo Ås", amount: 4_400_000, isHidden: true });
  await openSale(page, id);
  await press(page, "Accept bid from Lena Ek");
  await answer(page, "Accept bid");
  await expect(page.getByRole("button", { name: "Contract signed" })).toBeVisible();
  const visitor = await openWindow(browser, product);
  await visitor.goto(`/YSTAD?property=${id}&tab=bids`);
  await expect(visitor.getByText("Contract being prepared")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Place bid" })).toBeVisible();
  await expect(publicBids(visitor)).not.toContainText(["Accepted"]);
  await visitor.context().close();

  await beginAsAgent(page);
  await press(page, `Delete ${title}`);
  await answer(page, "Delete");
  await expect(page.getByText("This property has bids and is kept. Take it off the market.")).toBeVisible();
  await press(page, `Edit ${title}`);
  await page.getByRole("dialog").getByLabel("Status").selectOption("off_market");
  await press(page, "Save");
  await expect(page.getByText("Undo the acceptance first.")).toBeVisible();

  await openSale(page, id);
  await press(page, "Assignment ended");
  await page.getByRole("dialog").getByRole("button", { name: "Assignment ended" }).click();
  await expect(page.getByText("Bid list to hand over")).toBeVisible();
  await page.getByRole("link", { name: "For seller" }).click();
  const list = page.getByRole("table", { name: "Bid list" });
  await expect(list.getByRole("row")).toContainText([/Time.*Contact/, "Lena Ek", "Bo Ås"]);
  await expect(list.getByRole("row").nth(1)).toContainText("With a loan");
  await expect(list.getByRole("row").nth(1)).toContainText("Accepted");
  await expect(list.getByRole("row").nth(2)).toContainText("Not public");
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(list).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.reload();
  await expect(list.getByRole("row")).toHaveCount(3);
  expect(
    await product.sql`select data ->> 'purpose' as purpose from sale_events
    where property_id = ${id} and kind = 'list_printed'`,
  ).toEqual([{ purpose: "seller" }]);
  await page.getByRole("link", { name: "To the bids" }).click();
  await expect(section(page, "Bid list")).toContainText("The assignment ended on");
  await expect(page.getByText("Bid list to hand over")).toHaveCount(0);
  await page.getByRole("link", { name: "Anonymous" }).click();
  await expect(list.getByRole("row")).toHaveCount(3);
  await expect(list).not.toContainText("Lena Ek");
});

// Spec 5 §5: **bid_list(property_id
test("the lists for seller and buyer are printed whole: every bid on a sheet, each sheet with the heads of its columns @all", async ({
  page,
  product,
}) => {
  const id = await sellProperty(product.sql, newTitle("Herrgård"), BROKER);
  await placeBid(product, id, { name: "Lena Ek", amount: 4_000_000, conditions: "With a loan" });
  const first = await placeBid(product, id, { name: "Bo Ås", amount: 4_400_000, isHidden: true });
  // Sixty more of the second bidder, as a long week has them.
  await product.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into property_bids (property_id, bidder_id, bidder_name, amount, visibility, created_at)
      select property_id, bidder_id, bidder_name, 4400000 + n * 1000, visibility, created_at + n * interval '1 minute'
      from property_bids, generate_series(1, 60) n where id = ${first.id}`;
    await sql`update properties set status = 'sold', assignment_ended_on = current_date where id = ${id}`;
  });
  for (const [link, receiver] of [
    ["For seller", "seller"],
    ["For buyer", "buyer"],
  ] as const) {
    await openSale(page, id);
    await page.getByRole("link", { name: link }).click();
    await expect(page.getByRole("table", { name: "Bid list" }).getByRole("row")).toHaveCount(63);
    await expect(page).toHaveURL(new RegExp(`/bid-list/${receiver}`));
    const sheets = await printSheets(page);
    expect(sheets.length).toBeGreaterThan(1);
    for (const { words } of sheets) expect(words).toMatch(/Time.*Contact.*Remarks/);
    const words = sheets.map((sheet) => sheet.words).join(" ");
    expect(words).toContain("With a loan");
    for (let n = 0; n <= 60; n += 1) expect(words).toMatch(spaced(`4 ${400 + n} 000`));
    expect(words).not.toMatch(/\bPrint\b|To the bids/);
  }
});
