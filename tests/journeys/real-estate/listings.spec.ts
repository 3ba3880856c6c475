// The listings as visitors search and share them: filters in the address, counts, the description before bidding, the curve of bids.
// @all: tests/backend/server/listings-found.test.ts asks the answers for crawlers.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { bidOn, newTitle } from "#tests/support/journeys/real-estate.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";

const titles = (page: Page) => page.getByRole("article").getByRole("heading");
const spaced = (text: string) => new RegExp(text.replaceAll(" ", "\\s"));

// Spec 5 §5: **Screens.** Listings: `For
test("filters stand in the address, which shares them; they count, sort, and are cleared @once", async ({
  page,
  product,
}) => {
  const place = newTitle("Byn");
  const rooms = { city: place, property_type: "villa" };
  const cheap = await sellProperty(product.sql, "Liten villa", { ...rooms, price: 1_000_000, bedrooms: 2 });
  await sellProperty(product.sql, "Stor villa", { ...rooms, price: 3_000_000, bedrooms: 5, square_feet: 2000 });
  await sellProperty(product.sql, "Dyr villa", { ...rooms, price: 9_000_000, bedrooms: 6 });
  await sellProperty(product.sql, "Torpet", { city: place, price: 2_000_000, property_type: "torp", bedrooms: 3 });
  await page.goto("/YSTAD?show=sale");
  await page.getByLabel("Place").selectOption(place);
  await expect(titles(page)).toHaveText(["Torpet", "Dyr villa", "Stor villa", "Liten villa"]);
  await page.getByLabel("Property type").selectOption("villa");
  await page.getByLabel("Price to").fill("5 000 000");
  await page.getByLabel("Price to").press("Enter");
  await page.getByLabel("Sort by").selectOption("Lowest price");
  await expect(titles(page)).toHaveText(["Liten villa", "Stor villa"]);
  await expect(page.getByText("2 properties", { exact: true })).toBeVisible();
  await page.getByLabel("Bedrooms at least").selectOption("3");
  await expect(titles(page)).toHaveText(["Stor villa"]);
  await expect(page.getByRole("article").getByText(/^16\s129\skr\/m²$/)).toBeVisible();
  await expectAccessible(page);

  // A link opens the same list; a change of a property is told there too.
  const window = await page.context().newPage();
  await window.goto(page.url());
  await expect(titles(window)).toHaveText(["Stor villa"]);
  await expect(window.getByLabel("Place")).toHaveValue(place);
  await product.sql`update properties set bedrooms = 4 where id = ${cheap}`;
  await expect(titles(window)).toHaveText(["Liten villa", "Stor villa"]);
  await window.close();

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/YSTAD\?show=sale$/);
  const [row] = await product.sql<{ count: string }[]>`select count(*) from properties where status = 'available'`;
  await expect(page.getByRole("button", { name: "For Sale" })).toHaveText(`For Sale${row?.count}`);
  await expect(page.getByText(`${row?.count} properties`, { exact: true })).toBeVisible();
});

// Spec rules §13: A shared link
test("the built page of a property tells a crawler without scripts its title, words and picture @all", async ({
  browser,
  product,
}) => {
  const id = await sellProperty(product.sql, "Villa utan skript", { front_image_url: "/properties/farm.svg" });
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/YSTAD?property=${id}`);
  await expect(page).toHaveTitle("Villa utan skript · Ystad");
  const told = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
  expect(await told("title")).toBe("Villa utan skript · Ystad");
  expect(await told("description")).toBe("Ljust och lugnt.");
  const image = (await told("image")) ?? "";
  expect((await context.request.get(image)).ok()).toBe(true);
  const robots = await (await context.request.get("/robots.txt")).text();
  expect(robots).toContain("Allow: /properties/\n");
  await context.close();
});

test("on a phone the description comes before bidding, and a bar leads there; bids have a curve with its table @once", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = newTitle("Villa");
  const id = await sellProperty(product.sql, title, { description: "Nära hamnen." });
  await bidOn(product.sql, id, "Olle", 6_000_000);
  await page.goto(`/YSTAD?property=${id}`);
  const detail = page.getByRole("dialog", { name: title });
  await expect(detail.getByText("Nära hamnen.")).toBeVisible();
  await expect(detail.getByRole("figure")).toHaveCount(0);
  await bidOn(product.sql, id, "Britta", 6_250_000);
  await detail.getByRole("button", { name: spaced("Bid · highest 6 250 000 kr") }).click();
  await expect(page).toHaveURL(/&tab=bids$/);
  await expect(detail.getByLabel("Amount")).toBeInViewport();
  const curve = detail.getByRole("figure", { name: "Highest bid over time" });
  await curve.getByText("As a table").click();
  await expect(curve.getByRole("row")).toHaveText([/Time/, spaced("6 000 000 kr"), spaced("6 250 000 kr")]);
  await expectAccessible(page);
});
