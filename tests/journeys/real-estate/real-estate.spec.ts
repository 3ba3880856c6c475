// The listings: what visitors see and bid, what agents decide, in two windows at once (document 2 §2, §4, §8).
// The opening list and a refused bid are @all: the day of agent and visitor, lists, bid-schema and
// backend/products/real-estate ask them.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, pressUnlessHealed, test } from "#tests/support/browser/browser.ts";
import { MESSAGE_GONE, ONE_TRY } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { bidOn, newTitle, saleOf, signInAsAgent } from "#tests/support/journeys/real-estate.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";

const bids = (page: Page) => page.getByRole("list", { name: "Bids, highest first" }).getByRole("listitem");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const openBids = (page: Page) => page.getByRole("dialog").getByRole("tab", { name: "Bids" }).click();

/** Money and counts are grouped with spaces that do not break. */
const text = (spaced: string) => new RegExp(`^${spaced.replaceAll(" ", "\\s")}$`);

async function openForSale(page: Page, title: string): Promise<void> {
  await page.goto("/YSTAD");
  await page.getByRole("button", { name: "For Sale" }).click();
  await page.getByRole("article", { name: title }).click();
  await expect(dialog(page, title)).toBeVisible();
}

/** Keeps the page from hearing of changes, as a bad network does. */
const withoutLive = (page: Page) => page.routeWebSocket(/realtime/, () => undefined);

// Spec 2 §2: /YSTAD and /ystad
// Spec 2 §2: Listings page: For
// Spec 2 §4: Bidding is open
// Spec 2 §4: Listings toggle: …
// Spec 2 §7: properties by status
// Spec 2 §9: Currency SEK, …
test(
  "nothing is chosen at first; then the properties for sale, or the sold ones",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto("/ystad");
    const forSale = page.getByRole("button", { name: "For Sale" });
    const sold = page.getByRole("button", { name: "Sold" });
    await expect(forSale).toHaveAttribute("aria-pressed", "false");
    await expect(sold).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByRole("article")).toHaveCount(0);
    await expectAccessible(page);

    await forSale.click();
    const card = page.getByRole("article", { name: "Korsvirkeshus vid Stortorget" });
    await expect(card.getByText(text("6 450 000 kr"))).toBeVisible();
    await expect(card.getByText("Stora Östergatan 12, Ystad")).toBeVisible();
    for (const size of ["4 bedrooms", "2 bathrooms", "170 m²", "1 830 sq ft", "37 941 kr/m²"])
      await expect(card.getByText(text(size))).toBeVisible();
    await expect(page.getByRole("article", { name: "Radhus i Svarte" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Accept bid" })).toHaveCount(0);
    await expectAccessible(page);

    await sold.click();
    await expect(sold).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("article", { name: "Fiskarstuga i Kåseberga" })).toBeVisible();
    await expect(page.getByRole("article", { name: "Korsvirkeshus vid Stortorget" })).toHaveCount(0);
    await page.getByRole("link", { name: "Radhus i Svarte" }).press("Enter");
    const detail = dialog(page, "Radhus i Svarte");
    await openBids(page);
    await expect(detail.getByText("Bidding is closed.")).toBeVisible();
    await expect(detail.getByRole("button", { name: "Place bid" })).toHaveCount(0);
    await expect(bids(page)).toHaveCount(2);
    await expect(bids(page).nth(0)).toContainText("Sofia Lind");
    await expect(bids(page).nth(0)).toContainText("Accepted");
    await expect(bids(page).nth(0)).toContainText(/2\s750\s000\skr/);
    await expect(bids(page).nth(0)).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
    await expect(bids(page).nth(1)).not.toContainText("Accepted");
    await page.goBack();
    await expect(detail).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Radhus i Svarte" })).toBeFocused();
  },
);

// Spec 2 §2: /YSTAD and /ystad
// Spec 2 §2: Listings page: For
// Spec 5 §5: Gallery: swipe, arrows
test(
  "the pictures are walked with keys, thumbnails, buttons and a finger; a missing one is told",
  { tag: "@all" },
  async ({ browser, product, consoleErrors }) => {
    consoleErrors.tolerate(/Failed to load resource/);
    const title = newTitle("Villa");
    await sellProperty(product.sql, title, {
      image_urls: ["/properties/interior.svg", "/properties/nowhere.svg", "http://example.com/a.jpg"],
    });
    const context = await browser.newContext({
      baseURL: product.url,
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await openForSale(page, title);
    const gallery = dialog(page, title).getByRole("region", { name: "Pictures" });
    const shown = (place: number) => gallery.getByRole("img", { name: `${title}, picture ${place} of 4` });
    await expect(shown(1)).toBeVisible();
    await expect(shown(1)).toHaveJSProperty("complete", true);
    // One picture ahead is asked for before anybody looks at it.
    const asked = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    await expect.poll(asked).toContainEqual(expect.stringMatching(/\/properties\/nowhere\.svg$/));
    await page.keyboard.press("ArrowRight");
    await expect(shown(2)).toBeVisible();
    await expect(shown(1)).toHaveCount(0);
    // The arrows belong to the text where somebody types.
    await openBids(page);
    await dialog(page, title).getByLabel("Amount").press("ArrowRight");
    await expect(gallery.getByText("2 / 4")).toBeVisible();
    await gallery.getByRole("list", { name: "Pictures" }).press("End");
    await expect(
      gallery.getByRole("img", { name: `${title}, picture 4 of 4. The picture could not be loaded` }),
    ).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(gallery.getByText("1 / 4")).toBeVisible();
    await gallery.getByRole("button", { name: "Previous picture" }).click();
    await expect(gallery.getByText("4 / 4")).toBeVisible();
    await gallery.getByRole("button", { name: "Show picture 3" }).click();
    await expect(
      gallery.getByRole("img", { name: `${title}, picture 3 of 4. The picture could not be loaded` }),
    ).toBeVisible();
    await expect(gallery.getByRole("button", { name: "Show picture 3" })).toHaveAttribute("aria-current", "true");

    const strip = await gallery.getByRole("list", { name: "Pictures" }).boundingBox();
    if (strip === null) throw new Error("The strip is not on the page.");
    const at = (x: number) => [{ x, y: strip.y + 50 }];
    const touch = await context.newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(60) });
    for (const x of [90, 150, 210, 270, 330]) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x) });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(shown(2)).toBeVisible();
    await context.close();
  },
);

// Spec rules §13: A bid below
// Spec 2 §4: Bidding is open
// Spec 2 §5: Bid: amount …
// Spec 2 §7: property_bids by property_id
// Spec 2 §7: Insert property_bids with
// Spec 2 §7: Update property_bids accepted=true
// Spec 2 §8: Bids: 'Failed to
test("a bid is checked, asked about when it is low, and placed", { tag: "@all" }, async ({ page, product }) => {
  await withoutLive(page);
  const title = newTitle("Gård");
  const id = await sellProperty(product.sql, title, { min_bid: 2_000_000 });
  await openForSale(page, title);
  await openBids(page);
  const detail = dialog(page, title);
  const amount = detail.getByLabel("Amount");
  const place = detail.getByRole("button", { name: "Place bid" });
  await expect(detail.getByText("No bids yet.")).toBeVisible();
  await expect(amount).toHaveAccessibleDescription(/The seller hopes for at least 2\s000\s000\skr\./);

  for (const wrong of ["", "0", "-5", "tusen"]) {
    await amount.fill(wrong);
    await place.click();
    await expect(detail.getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "Invalid amount — Enter a valid bid amount.",
    );
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await expect(amount).toHaveAccessibleDescription(/Invalid amount — Enter a valid bid amount\./);
    await expect(amount).toBeFocused();
  }
  await expectAccessible(page);
  expect(await product.sql`select id from property_bids where property_id = ${id}`).toHaveLength(0);

  // Far below the minimum, which is a hint and no rule.
  await amount.fill("1 500");
  await expect(detail.getByText(text("You bid 1 500 kr."))).toBeVisible();
  await place.click();
  // A question about the low bid comes once. `Change it` places no bid and keeps the typed amount.
  const question = page.getByRole("alertdialog", { name: /^Bid 1\s500\skr\?$/ });
  await expect(question).toContainText(/That is far below the 2\s000\s000\skr that the seller hopes for\./);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Change it" }).click();
  await expect(amount).toHaveValue("1 500");
  expect(await product.sql`select id from property_bids where property_id = ${id}`).toHaveLength(0);
  await place.click();
  await question.getByRole("button", { name: "Place bid" }).click();
  await expect(page.getByText("Your bid is placed", { exact: true })).toBeVisible();
  await expect(amount).toHaveValue("");
  await detail.getByLabel("Your name").fill("  Lena Öberg ");
  await amount.fill("2.100.000");
  await place.click();
  await expect(bids(page)).toHaveCount(2);
  await expect(bids(page).nth(0)).toContainText("Lena Öberg");
  await expect(bids(page).nth(1)).toContainText("Anonymous");
  expect(
    await product.sql`select bidder_name, amount::int, accepted from property_bids where property_id = ${id} order by amount`,
  ).toEqual([
    { bidder_name: "Anonymous", amount: 1500, accepted: false },
    { bidder_name: "Lena Öberg", amount: 2_100_000, accepted: false },
  ]);
});

// Spec 2 §4: Bidding is open
// Spec 2 §8: Bids: 'Failed to
test(
  "a bid that fails is kept, and placed once it can be",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/Failed to load resource/);
    await withoutLive(page);
    const title = newTitle("Gård");
    const id = await sellProperty(product.sql, title);
    await bidOn(product.sql, id, "Lena Öberg", 2_100_000);
    await bidOn(product.sql, id, "Britta", 2_150_000);
    await openForSale(page, title);
    await openBids(page);
    const detail = dialog(page, title);
    const amount = detail.getByLabel("Amount");
    const place = detail.getByRole("button", { name: "Place bid" });
    await expect(bids(page)).toHaveCount(2);

    await product.stopDatabase();
    await amount.fill("2 200 000");
    await place.click();
    const failed = page.getByText("Failed to place bid — Please try again or increase your amount.", { exact: true });
    await expect(failed).toBeVisible();
    await expect(amount).toHaveValue("2 200 000");
    await product.startDatabase();
    await place.click();
    await expect(bids(page)).toHaveCount(3);

    // Sold meanwhile, which this window has not heard of.
    await product.sql`update properties set status = 'sold' where id = ${id}`;
    await amount.fill("9 000 000");
    await place.click();
    await expect(failed.first()).toBeVisible();
    await expect(detail.getByText("Bidding is closed.")).toBeVisible();
    expect(await product.sql`select id from property_bids where property_id = ${id}`).toHaveLength(3);
  },
);

/** Hides the list of bids from the visitor, who sees it again afterwards. */
async function hideAndShowBids(
  { page, agent, title, id }: { page: Page; agent: Page; title: string; id: string },
  product: RunningProduct,
  highest: RegExp,
): Promise<void> {
  await dialog(agent, title).getByLabel("Hide bid list").click();
  await expect(dialog(page, title).getByText("The seller keeps the bids to themselves.")).toBeVisible();
  await expect(bids(page)).toHaveCount(0);
  await expect(dialog(page, title)).not.toContainText("Highest bid");
  await expect(dialog(agent, title)).toContainText(highest);
  await expect(dialog(agent, title).getByText("Hidden from visitors")).toBeVisible();
  await expect(bids(agent)).toHaveCount(2);
  expect(await product.sql`select hide_bid_list from properties where id = ${id}`).toEqual([{ hide_bid_list: true }]);
  await dialog(agent, title).getByLabel("Hide bid list").click();
  await expect(bids(page)).toHaveCount(2);
}

/** Accepts the bid of Olle, after a first question that is answered with no. */
async function acceptAfterDoubt(
  { agent, title, id }: { agent: Page; title: string; id: string },
  product: RunningProduct,
): Promise<void> {
  await agent.getByRole("button", { name: "Accept bid from Olle" }).click();
  const question = agent.getByRole("alertdialog");
  await expect(question).toContainText(`${title} is then sold and takes no more bids.`);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await saleOf(product.sql, id)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
  await agent.getByRole("button", { name: "Accept bid from Olle" }).click();
  await expectAccessible(agent);
  await question.getByRole("button", { name: "Accept bid" }).click();
  await expect(agent.getByText("The bid is accepted and the property is sold", { exact: true })).toBeVisible();
}

// Spec 2 §4: Accepting a bid
// Spec 2 §4: Agents can toggle
// Spec 2 §7: property_bids by property_id
// Spec 2 §7: Insert property_bids …
// Spec rules §13: Card and dialog
test("agent and visitor share a day: bids come live, the list is hidden, one bid is accepted @rights", async ({
  page,
  browser,
  product,
}) => {
  // Two people, one after the other, from the first bid to the last.
  test.slow();
  const title = newTitle("Skånelänga");
  await page.goto("/YSTAD?show=sale");
  await expect(page.getByRole("article", { name: "Strandvilla i Sandskogen" })).toBeVisible();

  const agentContext = await browser.newContext({ baseURL: product.url });
  const agent = await agentContext.newPage();
  await signInAsAgent(agent, "/YSTAD?show=sale");
  await expect(agent.getByRole("link", { name: "Manage properties" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Manage properties" })).toHaveCount(0);

  // The property appears in both windows without a reload.
  const id = await sellProperty(product.sql, title);
  await page.getByRole("article", { name: title }).click();
  await agent.getByRole("article", { name: title }).click();
  for (const window of [page, agent]) await openBids(window);
  await expect(dialog(agent, title).getByLabel("Hide bid list")).not.toBeChecked();
  await expect(dialog(page, title).getByLabel("Hide bid list")).toHaveCount(0);

  await dialog(page, title).getByLabel("Your name").fill("Olle");
  await dialog(page, title).getByLabel("Amount").fill("2 400 000");
  await dialog(page, title).getByRole("button", { name: "Place bid" }).click();
  await expect(bids(agent)).toHaveCount(1);
  await bidOn(product.sql, id, "Britta", 2_450_000);
  await expect(bids(agent)).toHaveCount(2);
  await expect(bids(page)).toHaveCount(2);
  await expect(bids(page).nth(0)).toContainText("Britta");
  const highest = /Highest bid 2\s450\s000\skr · 2 bids/;
  await expect(dialog(page, title)).toContainText(highest);
  await expect(page.getByRole("button", { name: /Accept bid/ })).toHaveCount(0);
  await expectAccessible(agent);

  await hideAndShowBids({ page, agent, title, id }, product, highest);

  await acceptAfterDoubt({ agent, title, id }, product);
  for (const window of [page, agent]) {
    await expect(bids(window).filter({ hasText: "Olle" })).toContainText("Accepted");
    await expect(dialog(window, title).getByText("Bidding is closed.")).toBeVisible();
  }
  await expect(agent.getByRole("button", { name: /Accept bid/ })).toHaveCount(0);
  const [olle] = await product.sql<
    { id: string }[]
  >`select id from property_bids where property_id = ${id} and bidder_name = 'Olle'`;
  expect(await saleOf(product.sql, id)).toEqual({ status: "sold", accepted_bid_id: olle?.id, accepted: [olle?.id] });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("article", { name: title })).toHaveCount(0);
  await page.getByRole("button", { name: "Sold" }).click();
  await expect(page.getByRole("article", { name: title })).toContainText(highest);
  await agentContext.close();
});

// Spec rules §13: The later of
// Spec rules §13: A sold property
// Spec 2 §8: 'Failed to accept
// Spec 2 §8: 'Failed to update —
test("an agent is told when accepting or hiding is refused, and who comes second too @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/Failed to load resource/);
  await withoutLive(page);
  const title = newTitle("Radhus");
  const id = await sellProperty(product.sql, title);
  const first = await bidOn(product.sql, id, "Yusuf", 2_000_000);
  await bidOn(product.sql, id, "Samira", 2_100_000);
  await signInAsAgent(page, `/YSTAD?property=${id}&tab=bids`);
  const detail = dialog(page, title);
  await expect(bids(page)).toHaveCount(2);

  const accept = async (bidder: string) => {
    await detail.getByRole("button", { name: `Accept bid from ${bidder}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Accept bid" }).click();
  };
  const refused = page.getByText("Failed to accept — You may need employee/admin rights.", { exact: true });
  // The account loses its role while the page is open, which knows it.
  await expect(detail.getByRole("button", { name: /^Accept bid from/ })).toHaveCount(2);
  await product.sql`update user_roles set role = 'member' where user_id = (select id from auth.users where email = 'agent@parkering.example')`;
  await accept("Samira");
  await expect(refused).toBeVisible();
  await detail.getByLabel("Hide bid list").click();
  await expect(page.getByText("Failed to update — You may need employee/admin rights.", { exact: true })).toBeVisible();
  await expect(detail.getByLabel("Hide bid list")).not.toBeChecked();
  await expect(detail.getByText("Visitors can still place bids.")).toBeVisible();
  expect(await saleOf(product.sql, id)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
  await product.sql`update user_roles set role = 'employee' where user_id = (select id from auth.users where email = 'agent@parkering.example')`;

  // Another agent was faster, and this window has not heard of it.
  await expect(refused).toHaveCount(0, MESSAGE_GONE);
  await product.sql`update property_bids set accepted = true where id = ${first}`;
  await product.sql`update properties set status = 'sold', accepted_bid_id = ${first} where id = ${id}`;
  await accept("Samira");
  await expect(refused).toBeVisible();
  await expect(
    page.getByText(text("Another agent was first: 2 000 000 kr from Yusuf is accepted, and the property is sold.")),
  ).toBeVisible();
  await expect(bids(page).filter({ hasText: "Yusuf" })).toContainText("Accepted");
  await expect(detail.getByText("Visitors can still place bids.")).toHaveCount(0);
  await expect(detail.getByText("Bidding is closed.")).toBeVisible();
  expect(await saleOf(product.sql, id)).toEqual({ status: "sold", accepted_bid_id: first, accepted: [first] });
});

// Spec 2 §8: Properties: 'Failed to
test(
  "a list that cannot be fetched says so and comes when it can",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/Failed to load resource|WebSocket/);
    await page.goto("/YSTAD");
    await product.stopDatabase();
    await page.getByRole("button", { name: "Sold" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to fetch properties");
    await product.startDatabase();
    await pressUnlessHealed(page.getByRole("button", { name: "Try again" }));
    await expect(page.getByRole("article", { name: "Radhus i Svarte" })).toBeVisible();
    await page.goto("/YSTAD?property=00000000-0000-4000-8000-000000000000");
    await expect(dialog(page, "This property is no longer listed.")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`${product.url}/YSTAD`);
  },
);

// Spec 2 §7: properties by status
test("a thousand properties come in pages", { tag: "@all" }, async ({ page, product }) => {
  await product.sql`
    insert into properties (title, seller_name, short_description, price, address, city, created_at)
    select 'Tusen ' || n, 'Åsa', 'Kort.', n * 1000, 'Gatan ' || n, 'Ystad', now() - n * interval '1 hour'
    from generate_series(1, 1000) n`;
  try {
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().includes("/rest/v1/properties") && asked.push(request.url())));
    await page.goto("/YSTAD?show=sale");
    await expect(page.getByRole("article", { name: "Tusen 10", exact: true })).toBeVisible();
    await expect.poll(() => page.getByRole("article").count()).toBeLessThanOrEqual(48);
    for (const last of ["Tusen 40", "Tusen 80"]) {
      await expect(async () => {
        await page.getByRole("button", { name: "Show more properties" }).scrollIntoViewIfNeeded(ONE_TRY);
        await expect(page.getByRole("article", { name: last, exact: true })).toHaveCount(1, ONE_TRY);
      }).toPass();
    }
    const names = await page.getByRole("article").getByRole("heading").allTextContents();
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThan(200);
    expect(asked.every((url) => url.includes("limit=24"))).toBe(true);
  } finally {
    await product.sql`delete from properties where title like 'Tusen %'`;
  }
});

test("many bids come in pages too, highest first, equal ones once", { tag: "@all" }, async ({ page, product }) => {
  const title = newTitle("Trea");
  const id = await sellProperty(product.sql, title);
  await product.sql`
    insert into property_bids (property_id, bidder_name, amount)
    select ${id}, 'Budgivare ' || n, 1000000.5 + n / 10 from generate_series(1, 120) n`;
  await page.goto(`/YSTAD?property=${id}&tab=bids`);
  await expect(bids(page)).toHaveCount(50);
  await expect(bids(page).nth(0)).toContainText("Budgivare 120");
  const more = page.getByRole("button", { name: "Show more bids" });
  await more.click();
  await expect(bids(page)).toHaveCount(100);
  await more.click();
  await expect(bids(page)).toHaveCount(120);
  await expect(more).toHaveCount(0);
  const bidders = (await bids(page).allTextContents()).map((bid) => /Budgivare \d+/.exec(bid)?.[0]);
  expect(new Set(bidders).size).toBe(120);
});
