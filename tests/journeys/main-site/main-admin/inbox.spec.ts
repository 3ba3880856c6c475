// The main admin's messages: live, read, removed, by keyboard and on a phone.
// A message from the form is @all: contact.spec asks it in `npm test`.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { DATABASE_AWAY, ONE_TRY, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { logIn, beginAsMainAdmin, sendMessage, UNREACHABLE } from "#tests/support/journeys/main-admin.ts";

async function messageRow(product: RunningProduct, subject: string) {
  const rows = await product.sql<{ id: string; read: boolean }[]>`
    select id, read from contact_messages where subject = ${subject}`;
  return rows[0];
}

const confirmRemoval = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();

test.describe("messages", () => {
  // Spec 1 §2: Contact messages, …
  // Spec 1 §2: Message list on
  // Spec 1 §4: Contact message: unread,
  // Spec 1 §7: update read to
  // Spec 1 §7: contact_messages: insert {name, … delete by id
  // Spec 1 §7: realtime insert and
  // Spec 1 §8: Messages | Meddelande
  // Spec 1 §8: Nytt meddelande mottaget!
  // Spec rules §14: A message has
  test("arrive live, become read when opened, and are removed @rights", async ({ page, product }) => {
    const older = await sendMessage(product, { message: "Rad ett\n<b>inte fet</b>" });
    await beginAsMainAdmin(page);
    await expect(page.getByRole("region", { name: "Kontaktmeddelanden" }).getByText(older.subject)).toBeVisible();
    await page.getByRole("button", { name: "Alla kontaktmeddelanden" }).click();
    await expect(page).toHaveURL(/\/contact-messages$/);
    const list = page.getByRole("list", { name: "Meddelanden" });
    const row = list.getByRole("listitem").filter({ hasText: older.subject });
    await expect(row.getByText("Oläst")).toBeVisible();

    // Subscribed once the first message is told; until then each is one more in the list.
    await expect(async () => {
      await sendMessage(product, { subject: "Provar om sidan lyssnar" });
      await expect(page.getByText("Nytt meddelande mottaget!").first()).toBeVisible(ONE_TRY);
    }).toPass();
    const live = await sendMessage(product);
    await expect(list.getByText(live.subject)).toBeVisible(WITHIN_TWO_SECONDS);
    expect((await messageRow(product, older.subject))?.read).toBe(false);

    await row.getByRole("link").click();
    const detail = page.getByRole("region", { name: "Valt meddelande" });
    await expect(detail.getByRole("heading", { name: older.subject })).toBeVisible();
    const [left, right] = [await list.boundingBox(), await detail.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await expect(detail.getByText("<b>inte fet</b>")).toBeVisible();
    await expect(detail.getByText(/^\d{1,2} \p{L}+ 20\d\d kl\. \d\d:\d\d$/u)).toBeVisible();
    await expect(detail.getByRole("link", { name: "Svara" })).toHaveAttribute("href", /^mailto:.*\?subject=Re%3A%20/);
    const picture = detail.getByRole("img", { name: "Signatur av Anna Öberg" });
    await expect(picture).toHaveJSProperty("naturalWidth", 2);
    await expect(row.getByText("Oläst")).toHaveCount(0);
    await expect.poll(async () => (await messageRow(product, older.subject))?.read).toBe(true);
    expect((await messageRow(product, live.subject))?.read).toBe(false);

    await detail.getByRole("button", { name: "Ta bort meddelande" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
    expect(await messageRow(product, older.subject)).toBeDefined();
    await detail.getByRole("button", { name: "Ta bort meddelande" }).click();
    await confirmRemoval(page);
    await expect(page.getByText("Meddelande raderat")).toBeVisible();
    await expect(list.getByText(older.subject)).toHaveCount(0);
    await expect(page.getByText("Välj ett meddelande i listan för att läsa det.")).toBeVisible();
    expect(await messageRow(product, older.subject)).toBeUndefined();

    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/admin-dashboard$/);
  });

  test("come from the visitor's form to the admin's screen, signature and all @all", async ({
    page,
    browser,
    product,
  }) => {
    await logIn(page);
    await page.goto("/contact-messages");
    const street = await browser.newContext({ baseURL: product.url, reducedMotion: "reduce" });
    const visitor = await street.newPage();
    await visitor.goto("/");
    await visitor.getByRole("button", { name: "Continue as Guest" }).click();
    await visitor.getByLabel("Name", { exact: true }).fill("Åsa Lind");
    await visitor.getByLabel("Subject").fill("Från gatan");
    await visitor.getByLabel("Email").fill("asa@example.com");
    await visitor.getByLabel("Message", { exact: true }).fill("Kan jag få tillbaka boten?");
    const pad = visitor.getByRole("img", { name: "Signature" });
    await pad.hover({ position: { x: 30, y: 40 } });
    await visitor.mouse.down();
    await pad.hover({ position: { x: 160, y: 110 } });
    await visitor.mouse.up();
    await visitor.getByRole("button", { name: "Send Message" }).click();
    await expect(visitor.getByText("Message sent!").first()).toBeVisible();
    await street.close();

    await page.getByRole("list", { name: "Meddelanden" }).getByRole("link", { name: "Från gatan" }).click();
    await expect(page.getByText("Kan jag få tillbaka boten?")).toBeVisible();
    const picture = page.getByRole("img", { name: "Signatur av Åsa Lind" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  });

  // Spec 1 §7: update read to
  // Spec 1 §7: contact_messages: insert {name, … delete by id
  // Spec 1 §7: realtime insert and
  // Spec 1 §8: Kunde inte radera
  test("follow what another window does", { tag: "@all" }, async ({ page, context, product }) => {
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const other = await context.newPage();
    await other.goto("/contact-messages");
    const rowIn = (window: Page) =>
      window.getByRole("list", { name: "Meddelanden" }).getByRole("listitem").filter({ hasText: message.subject });
    await expect(rowIn(other).getByText("Oläst")).toBeVisible();
    await rowIn(page).getByRole("link").click();
    await expect(rowIn(other).getByText("Oläst")).toHaveCount(0);

    await rowIn(other).getByRole("link").click();
    await expect(other.getByRole("heading", { name: message.subject })).toBeVisible();
    await product.sql`delete from contact_messages where subject = ${message.subject}`;
    await expect(rowIn(other)).toHaveCount(0);
    await other.getByRole("button", { name: "Ta bort meddelande" }).click();
    await confirmRemoval(other);
    await expect(other.getByText("Kunde inte radera meddelandet")).toBeVisible();
    await expect(other.getByText("Meddelandet finns inte längre.")).toBeVisible();
  });

  // Spec 1 §8: Kunde inte radera
  test("say when the database is away", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const unopened = await sendMessage(product);
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    await page.getByText(message.subject).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeVisible();
    await product.stopDatabase();
    try {
      await page.getByRole("button", { name: "Ta bort meddelande" }).click();
      await confirmRemoval(page);
      await expect(page.getByText("Kunde inte radera meddelandet")).toBeVisible(DATABASE_AWAY);
      await page.getByText(unopened.subject).click();
      await expect(page.getByText("Kunde inte hämta meddelandet")).toBeVisible(DATABASE_AWAY);
    } finally {
      await product.startDatabase();
    }
    await page.getByRole("region", { name: "Valt meddelande" }).getByRole("button", { name: "Försök igen" }).click();
    await expect(page.getByRole("heading", { name: unopened.subject })).toBeVisible();
    await expect.poll(async () => (await messageRow(product, unopened.subject))?.read).toBe(true);
    expect(await messageRow(product, message.subject)).toBeDefined();
  });

  test("come fifty at a time", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into contact_messages (name, subject, email, message, created_at)
      select 'Arkivet', 'Gammalt ' || n, 'arkiv@example.com', 'Hej', now() - interval '1 year' - n * interval '1 hour'
      from generate_series(1, 60) n`;
    await logIn(page);
    await page.goto("/contact-messages");
    const rows = page.getByRole("list", { name: "Meddelanden" }).getByRole("listitem");
    await expect(rows).toHaveCount(50);
    await page.getByRole("button", { name: "Visa fler meddelanden" }).click();
    await expect(rows.getByText("Gammalt 60")).toBeVisible();
    await expect(page.getByRole("button", { name: "Visa fler meddelanden" })).toHaveCount(0);
    await product.sql`delete from contact_messages where name = 'Arkivet'`;
  });

  test("are walked with the keyboard", { tag: "@all" }, async ({ page, product }) => {
    const first = await sendMessage(product);
    const second = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const link = (subject: string) =>
      page.getByRole("list", { name: "Meddelanden" }).getByRole("link", { name: subject });
    await link(second.subject).focus();
    await page.keyboard.press("ArrowDown");
    await expect(link(first.subject)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(link(second.subject)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: first.subject })).toBeVisible();
    await page.getByRole("button", { name: "Ta bort meddelande" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Meddelande raderat")).toBeVisible();
    // Focus stands in the list, not nowhere.
    await expect(page.getByRole("list", { name: "Meddelanden" }).locator("a:focus")).toHaveCount(1);
  });

  test("take the list's place on a phone", { tag: "@all" }, async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const message = await sendMessage(product);
    await logIn(page);
    await page.goto("/contact-messages");
    const list = page.getByRole("list", { name: "Meddelanden" });
    await list.getByRole("link", { name: message.subject }).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeFocused();
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: "Till listan" }).click();
    await expect(list.getByRole("link", { name: message.subject })).toBeFocused();
    await list.getByRole("link", { name: message.subject }).click();
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(list).toBeVisible();
  });
});
