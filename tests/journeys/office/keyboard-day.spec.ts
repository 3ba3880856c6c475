// A day of the office by the keyboard alone: a car is found, an objection decided, money placed, a reminder sent and its letter printed.
// @rights: keys know no policy, and what they do has to pass the policies of `hardened`.
// @all: each step has a journey with a pointer or keys in `npm test` (lists, objections, payments, letters).
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { caseInTables, type IssuedFine, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** A person with a keyboard alone, who sees what has the focus. */
function keyboardOf(page: Page) {
  async function press(...names: string[]) {
    for (const name of names) await page.keyboard.press(name);
  }
  const keys = {
    press,
    /** Presses a key until an element has the focus. */
    async reach(target: Locator, key = "Tab", most = 40) {
      await target.waitFor();
      for (let presses = 0; presses < most; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) break;
        await press(key);
      }
      await expect(target).toBeFocused();
      const seen = await target.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      });
      expect(seen, "the focus shows").toBe(true);
    },
    /** Presses a button or follows a link. */
    async take(target: Locator) {
      await keys.reach(target);
      await press("Enter");
    },
  };
  return keys;
}

/** A case that may be reminded, whose owner is known. */
async function unpaidCase(product: RunningProduct, name: string): Promise<IssuedFine> {
  const fine = await issueFine(product);
  await product.sql`
    update fines set due_date = current_date - 30, delivery = 'handed', needs_review = false where id = ${fine.id}`;
  const recipient = { role: "owner", name, address: "Storgatan 1\n621 55 Visby" };
  await recordEvent(product, fine, "recipient_set", { data: recipient });
  return fine;
}

// Spec rules §14: `/` finds an open case
// Spec 3 §6: The list of cases …
test("a case is found by a part of its plate or a name, from any place @all", async ({ page, product }) => {
  const fine = await unpaidCase(product, "Åsa Qvarnström");
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const keys = keyboardOf(page);
  await expect(title(page)).toHaveText("Inställningar");
  await keys.press("/");
  await expect(page.getByRole("searchbox", { name: "Sök bland öppna ärenden" })).toBeFocused();
  await page.keyboard.type("finns inte");
  await keys.press("Enter");
  await expect(page.getByText("Inget öppet ärende hittades.")).toBeVisible();
  await keys.press("Escape");
  // One key, letters, Enter.
  for (const term of [fine.plate.slice(1).toLowerCase(), "qvarnst"]) {
    await keys.take(page.getByRole("link", { name: "Tillstånd", exact: true }));
    await expect(title(page)).toHaveText("Tillstånd");
    await keys.press("/");
    await page.keyboard.type(term);
    await keys.press("Enter");
    await expect(title(page)).toHaveText(`Ärende ${fine.case_number}`);
  }
});

// Spec 3 §6: The list of cases …
test("an objection is decided by the desk's keys @all", async ({ page, product }) => {
  const fine = await issueFine(product);
  await recordEvent(product, fine, "objected", { note: "Jag hade betalat.", data: { name: "Bo Ek" } });
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const keys = keyboardOf(page);
  await keys.take(page.getByRole("link", { name: /^Bestridna/ }));
  await expect(title(page)).toHaveText("Bestridna");
  await keys.take(page.getByRole("link", { name: fine.case_number, exact: true }));
  await expect(page.getByRole("button", { name: "Ingen giltig rätt att stå", exact: true })).toBeVisible();
  await keys.press("3", "s");
  await expect.poll(async () => (await caseInTables(product, fine.id))["status"]).toBe("issued");
});

test("money without a case is placed @all", async ({ page, product }) => {
  const fine = await unpaidCase(product, "Åsa Berg");
  await product.sql`
    with file as (
      insert into payment_files (id, project_id, site_id, name, placed, unknown, already, sum_ore, by_id)
      values (gen_random_uuid(), 'ostra-hamnen', private.site_of('ostra-hamnen'), 'bank.txt', 0, 1, 0, 40000, 'admin01') returning id)
    insert into payments (id, project_id, site_id, amount_ore, value_date, by_id, payer_text, file_id)
    select gen_random_uuid(), 'ostra-hamnen', private.site_of('ostra-hamnen'), 40000, current_date, 'admin01', 'Qvarn', id from file`;
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const keys = keyboardOf(page);
  await keys.take(page.getByRole("link", { name: "Betalningar", exact: true }));
  await expect(title(page)).toHaveText("Betalningar");
  await keys.reach(page.getByRole("tab", { name: "Läs in", exact: true }));
  await keys.press("ArrowRight");
  const unknown = page.getByRole("list", { name: "Okända betalningar" }).getByRole("article");
  await keys.take(unknown.filter({ hasText: "Qvarn" }).getByRole("button", { name: "Placera" }));
  const placing = page.getByRole("dialog", { name: /^Placera 400\skr$/ });
  await keys.reach(placing.getByLabel("Ärendenummer eller registreringsnummer"));
  await page.keyboard.type(fine.case_number);
  await keys.press("Enter");
  await keys.take(placing.getByRole("button", { name: `Välj ${fine.case_number}` }));
  await keys.take(placing.getByRole("button", { name: "Placera", exact: true }));
  await expect(page.getByText("Betalningen är placerad")).toBeVisible();
  expect(await caseInTables(product, fine.id)).toMatchObject({ left_ore: 30_000 });
});

// Spec rules §14: `x` marks a row
test("a case is reminded from the list, and its letter printed @all", async ({ page, product }) => {
  const fine = await unpaidCase(product, "Lo Ek");
  await beginAsAdmin(page, { at: "/ostra-hamnen/settings" });
  const keys = keyboardOf(page);
  await keys.take(page.getByRole("link", { name: /^Ärenden/ }));
  const row = page.getByRole("article", { name: fine.case_number, exact: true });
  await keys.reach(row.getByRole("link"), "j");
  await keys.press("x");
  const bar = page.getByRole("region", { name: "Markerade rader" });
  await expect(bar).toContainText("1 markerad");
  await keys.press("m");
  await keys.take(bar.getByRole("button", { name: "Påminn" }));
  await keys.take(page.getByRole("dialog", { name: "Påminn om 1 ärende" }).getByRole("button", { name: "Påminn" }));
  await expect(page.getByText("1 påminnelse är skapad")).toBeVisible();
  await expect(bar).toBeFocused();
  await keys.take(bar.getByRole("link", { name: "Skriv ut 1 brev" }));
  await expect(page.getByRole("article", { name: new RegExp(fine.case_number) })).toContainText("Lo Ek");
  await page.evaluate(() => {
    window.print = () => void (document.title = "printed");
  });
  await keys.take(page.getByRole("button", { name: "Skriv ut 1 brev" }));
  await expect(page).toHaveTitle("printed");
  expect(await caseInTables(product, fine.id)).toMatchObject({ status: "reminded" });
});
