// Agents' management of properties and the brokers' page (document 2 §2, §5, §8).
// All is @all: property-schema, use-form and use-account-end hold its rules; nothing in `npm test` asks the table, a
// removal, or an edit beside another.
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  pressUnlessHealed,
  test,
} from "#tests/support/browser/browser.ts";
import { beginAsAgent, bidOn, newTitle, saleOf, signInAsAgent } from "#tests/support/journeys/real-estate.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const form = (page: Page) => page.getByRole("dialog");
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const agentOf = ({ sql }: RunningProduct) => sql`(select id from auth.users where email = 'agent@parkering.example')`;
const save = (page: Page) => form(page).getByRole("button", { name: "Save" }).click();

// Spec 2 §2: /auth | sign-in
// Spec 2 §2: /brokers | broker
// Spec 2 §2: Broker page: Create
test("the brokers' page leads to a new ad, by way of the sign-in @all", async ({ page }) => {
  await page.goto("/brokers");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create Ad" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel("Email or username").fill("agent@parkering.example");
  await page.getByLabel("Password", { exact: true }).fill("Agent-7410");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/property-management$/);
  await expect(page.getByRole("table", { name: "Properties" })).toBeVisible();
  // The browser forgets the account, whatever the service says and when.
  await page.route("**/auth/v1/logout*", () => undefined);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
  await page.goto("/property-management");
  await expect(page).toHaveURL(/\/auth$/);
});

// Spec rules §13: A property that
test("a sold property that is for sale again asks first, and its bid is no longer accepted @all", async ({
  page,
  product,
}) => {
  const title = newTitle("Torp");
  const id = await sellProperty(product.sql, title);
  const bid = await bidOn(product.sql, id, "Yusuf", 12.5);
  await product.sql`update property_bids set accepted = true where id = ${bid}`;
  const sold = { status: "sold", accepted_bid_id: bid, accepted: [bid] };
  expect(await saleOf(product.sql, id)).toEqual(sold);
  await beginAsAgent(page);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await field(page, "Status").selectOption("available");
  await save(page);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Its accepted bid is then not accepted any more.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(field(page, "Status")).toHaveValue("available");
  expect(await saleOf(product.sql, id)).toEqual(sold);
  await save(page);
  await question.getByRole("button", { name: "No longer sold" }).click();
  await expect(page.getByText("Property updated", { exact: true })).toBeVisible();
  expect(await saleOf(product.sql, id)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
  await page.goto(`/YSTAD?property=${id}&tab=bids`);
  await expect(page.getByRole("list", { name: "Bids, highest first" })).toContainText(/12,50\skr/);
});

// Spec 2 §2: /property-management | property
// Spec 2 §2: Property management: table
// Spec 2 §4: Property status: available,
// Spec 2 §5: Property form: …
// Spec 2 §7: properties by status
// Spec 2 §7: Insert, update, delete properties
// Spec 2 §9: Default property …
test("a property's form says at each field what is missing or wrong @all", async ({ page }) => {
  await beginAsAgent(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add property" }).click();
  await expect(field(page, "Property type")).toHaveValue("house");
  await expect(field(page, "Status")).toHaveValue("available");
  await expect(field(page, "Status").getByRole("option")).toHaveText(["For sale", "Pending", "Sold", "Off market"]);

  await field(page, "Property type").fill("");
  await field(page, "Minimum bid").fill("lite");
  await field(page, "Square feet").fill("12,5");
  await field(page, "Bedrooms").fill("två");
  await field(page, "Bathrooms").fill("många");
  await save(page);
  for (const [label, message] of [
    ["Title", "Title is required"],
    ["Seller name", "Seller name is required"],
    ["Short description", "Short description is required"],
    ["Price", "Price is required"],
    ["Property type", "Property type is required"],
    ["Address", "Address is required"],
    ["City", "City is required"],
    ["Minimum bid", "Enter a valid minimum bid"],
    ["Square feet", "Square feet must be a whole number"],
    ["Bedrooms", "Bedrooms must be a whole number"],
    ["Bathrooms", "Enter a valid number of bathrooms"],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(page, "Title")).toBeFocused();
  await expectAccessible(page);
});

// Spec 2 §5: Property form: …
// Spec 2 §7: Insert, update, delete properties
// Spec 2 §9: Default property …
test("a property is added with all its fields @all", async ({ page, product }) => {
  const title = newTitle("Fiskarstuga");
  await beginAsAgent(page);
  await page.getByRole("button", { name: "Add property" }).click();
  for (const [label, typed] of [
    ["Title", title],
    ["Seller name", "Åsa Öberg"],
    ["Short description", "Röd stuga."],
    ["Description", "Nära hamnen.\nSovloft."],
    ["Price", "3 150 000"],
    ["Minimum bid", ""],
    ["Square feet", "620"],
    ["Bedrooms", "1"],
    ["Bathrooms", "1,5"],
    ["Address", "Ales väg 3"],
    ["City", "Kåseberga"],
    ["State", "Skåne"],
    ["Zip code", "271 78"],
    ["Property type", "cottage"],
    ["Features", " Sjöbod, Havsutsikt ,"],
    ["Front image URL", "/properties/cottage.svg"],
    ["Image URLs", "/properties/interior.svg, /properties/cottage.svg\nhttp://example.com/a.jpg"],
  ] as const) {
    await field(page, label).fill(typed);
  }
  const preview = form(page).getByRole("list", { name: "Preview of the pictures" });
  await expect(preview.getByRole("listitem")).toHaveCount(3);
  await expect(preview.getByRole("img", { name: "Picture 1" })).toHaveJSProperty("complete", true);
  await expect(preview.getByRole("img", { name: "Picture 3. The picture could not be loaded" })).toBeVisible();
  await save(page);
  await expect(page.getByText("Property created", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: title })).toContainText(/3\s150\s000\skr/);

  const [row] = await product.sql`
    select p.*, created_by = ${agentOf(product)} as is_mine, updated_by from properties p where title = ${title}`;
  expect(row).toMatchObject({
    seller_name: "Åsa Öberg",
    short_description: "Röd stuga.",
    description: "Nära hamnen.\nSovloft.",
    price: "3150000",
    min_bid: "3150000",
    square_feet: 620,
    bedrooms: 1,
    bathrooms: "1.5",
    address: "Ales väg 3",
    city: "Kåseberga",
    state: "Skåne",
    zip_code: "271 78",
    property_type: "cottage",
    status: "available",
    features: ["Sjöbod", "Havsutsikt"],
    front_image_url: "/properties/cottage.svg",
    image_urls: ["/properties/interior.svg", "http://example.com/a.jpg"],
    is_mine: true,
    updated_by: null,
  });
});

// Spec 2 §2: Property management: table
// Spec 2 §7: Insert, update, delete properties
test("an edit of a property keeps what somebody else changed meanwhile @all", async ({ page, product }) => {
  const title = newTitle("Fiskarstuga");
  await sellProperty(product.sql, title);
  await product.sql`
    update properties set price = 3150000, min_bid = 3150000, features = array['Sjöbod', 'Havsutsikt'] where title = ${title}`;
  await beginAsAgent(page);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await expect(field(page, "Features")).toHaveValue("Sjöbod, Havsutsikt");
  await expect(field(page, "Minimum bid")).toHaveValue("");
  await field(page, "Price").fill("2 900 000");
  await field(page, "Status").selectOption("pending");
  // Meanwhile somebody else hides the bids and moves the property: what was not typed here stays theirs.
  await product.sql`update properties set city = 'Svarte', hide_bid_list = true where title = ${title}`;
  await save(page);
  await expect(page.getByText("Property updated", { exact: true })).toBeVisible();
  expect(
    await product.sql`
      select price::int, min_bid::int, status, city, hide_bid_list, updated_by = ${agentOf(product)} as is_mine
      from properties where title = ${title}`,
  ).toEqual([
    { price: 2_900_000, min_bid: 2_900_000, status: "pending", city: "Svarte", hide_bid_list: true, is_mine: true },
  ]);
});

// Spec 2 §2: Property management: table
// Spec 2 §7: Insert, update, delete properties
test("a property is removed on a phone, after a question @all", async ({ page, product }) => {
  const title = newTitle("Fiskarstuga");
  await sellProperty(product.sql, title);
  await product.sql`update properties set status = 'pending' where title = ${title}`;
  await beginAsAgent(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole("list", { name: "Properties" }).getByRole("listitem").filter({ hasText: title });
  await expect(card).toContainText("Pending");
  await card.getByRole("button", { name: `Delete ${title}` }).click();
  await page
    .getByRole("alertdialog", { name: `Delete ${title}?` })
    .getByRole("button", { name: "Cancel" })
    .click();
  expect(await product.sql`select id from properties where title = ${title}`).toHaveLength(1);
  await card.getByRole("button", { name: `Delete ${title}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Property deleted", { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await product.sql`select id from properties where title = ${title}`).toHaveLength(0);
});

// Spec rules §1: An e-mail account
// Spec rules §1: The reason of
test("an agent whose login was ended elsewhere reads so at the sign-in @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  await beginAsAgent(page);
  await expect(page.getByRole("button", { name: "Add property" })).toBeVisible();
  // The login is ended elsewhere. When somebody comes back to the page it asks the service, which refuses, and the page says so.
  consoleErrors.tolerate(/status of 403 .*\/auth\/v1\/user\)$/);
  await product.sql`delete from auth.sessions where user_id = ${agentOf(product)}`;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page).toHaveURL(/\/auth$/);
  await expectReasonAtLogin(page, "Your login has ended. Please sign in again.");
});

// Spec 2 §8: Properties: 'Failed …
test(
  "what fails is told, and the form keeps what was typed",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(/Failed to load resource|WebSocket/);
    const title = newTitle("Trea");
    const id = await sellProperty(product.sql, title);
    await signInAsAgent(page);
    await page.getByRole("button", { name: "Add property" }).click();
    for (const [label, typed] of [
      ["Title", `${title} B`],
      ["Seller name", "Åsa"],
      ["Short description", "Fin."],
      ["Price", "1"],
      ["Address", "Gatan 2"],
      ["City", "Ystad"],
    ] as const) {
      await field(page, label).fill(typed);
    }
    await product.stopDatabase();
    await save(page);
    await expect(page.getByText("Failed to create property", { exact: true })).toBeVisible();
    await expect(field(page, "Title")).toHaveValue(`${title} B`);

    // Leaving with something typed asks first.
    await page.keyboard.press("Escape");
    await page
      .getByRole("alertdialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Keep editing" })
      .click();
    await expect(field(page, "Title")).toHaveValue(`${title} B`);
    await product.startDatabase();
    await save(page);
    await expect(page.getByRole("row", { name: `${title} B` })).toBeVisible();
    expect(await product.sql`select id from properties where title = ${`${title} B`}`).toHaveLength(1);

    await page.getByRole("button", { name: `Edit ${title}`, exact: true }).click();
    await field(page, "City").fill("Svarte");
    await product.stopDatabase();
    await save(page);
    await expect(page.getByText("Failed to update property", { exact: true })).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Svarte");
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await expect(form(page)).toHaveCount(0);

    await page.getByRole("button", { name: `Delete ${title}`, exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Failed to delete property", { exact: true })).toBeVisible();
    await expect(page.getByText("Failed to fetch properties", { exact: true })).toBeVisible();
    await product.startDatabase();
    await pressUnlessHealed(page.getByRole("button", { name: "Try again" }));
    await expect(page.getByText("Failed to fetch properties", { exact: true })).toHaveCount(0);
    expect(await product.sql`select city from properties where id = ${id}`).toEqual([{ city: "Ystad" }]);
  },
);

test("an account without the role is sent to the sign-in @all", async ({ page, product }) => {
  const email = `${newTitle("kund").replace(" ", "-")}@parkering.example`;
  await product.client.auth.signUp({ email, password: "Losen-7410" });
  const { data } = await product.client.auth.signInWithPassword({ email, password: "Losen-7410" });
  await page.goto("/brokers");
  await page.evaluate((session) => localStorage.setItem("parkering.auth", session), JSON.stringify(data.session));
  await page.goto("/property-management");
  await expect(page).toHaveURL(/\/auth$/);
  await expectReasonAtLogin(page, "This page needs an employee or admin account");
  await product.client.auth.signOut({ scope: "local" });
});

test("an account that cannot be checked is told so, with a way back and one to try again @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/Failed to load resource|WebSocket/);
  await signInAsAgent(page);
  await product.stopDatabase();
  await page.reload();
  await expect(page.getByText("Your account could not be checked")).toBeVisible();
  await expect(page.getByRole("link", { name: "To the listings" })).toBeVisible();
  await product.startDatabase();
  await pressUnlessHealed(page.getByRole("button", { name: "Try again" }));
  await expect(page.getByRole("table", { name: "Properties" })).toBeVisible();
});

// Spec 5 §5: Management: field `Photos`
// Spec 5 §1: **Photos**
test("photos are sent, put in order, and stand in the property's addresses @all", async ({ page, product }) => {
  const title = newTitle("Fiskarstuga");
  const id = await sellProperty(product.sql, title);
  await beginAsAgent(page);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const files = await Promise.all(
    [40, 50].map(async (size) => ({
      name: `bild ${size}.png`,
      mimeType: "image/png",
      buffer: Buffer.from(await noisyPng(size)),
    })),
  );
  await form(page).getByRole("group", { name: "Photos" }).locator("input[type=file]").last().setInputFiles(files);
  const preview = form(page).getByRole("list", { name: "Preview of the pictures" });
  await expect(preview.getByRole("img")).toHaveCount(3);
  await expect(preview.getByRole("img", { name: "Picture 3" })).toHaveJSProperty("naturalWidth", 50);
  await expect(preview.getByRole("listitem").first()).toContainText("Front");
  await form(page).getByRole("button", { name: "Move left, picture 2" }).click();
  await expect(preview.getByRole("img", { name: "Picture 1" })).toHaveJSProperty("naturalWidth", 40);
  await form(page).getByRole("button", { name: "Take away picture 2" }).click();
  await expect(preview.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText("Property updated", { exact: true })).toBeVisible();
  const [row] = await product.sql<{ front: string; more: string[] }[]>`
    select front_image_url as front, image_urls as more from properties where id = ${id}`;
  const address = /^\/storage\/v1\/object\/public\/property-images\/[\da-f-]{36}\/[\da-f-]{36}\.jpg$/;
  expect([row?.front, ...(row?.more ?? [])]).toEqual([expect.stringMatching(address), expect.stringMatching(address)]);
  const answer = await fetch(`${product.url}${row?.front}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});
