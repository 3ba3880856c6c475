// Shifts as the admin reviews them, live beside an attendant's window.
// A later approval is @all: attendant/shifts.spec and backend/products/shifts.
import type { Locator, Page } from "@playwright/test";
import { loggedActions, logInAsAttendant, UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { BACK_AGAIN, DATABASE_AWAY, ONE_TRY, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import {
  beginAsAdmin,
  logInAsAdmin,
  openTab,
  registerShift,
  shiftReview,
  watchJoins,
} from "#tests/support/journeys/customer-admin.ts";

const DASHBOARD = "/ostra-hamnen/admin-dashboard";

const mistaken = (where: Page) => where.getByRole("article").filter({ hasText: "Nekat av misstag" });

/** Opens the tab of shifts, which has none, and waits for live news. Gives the card of a shift by its text. */
async function beginAtShifts(page: Page): Promise<(text: string) => Locator> {
  const joined = watchJoins(page);
  await page.clock.install();
  await beginAsAdmin(page);
  await openTab(page, "Skift");
  await expect(page.getByText("Inga skift har registrerats ännu.")).toBeVisible();
  await joined("shift_registrations");
  return (text) => page.getByRole("article").filter({ hasText: text });
}

test.describe("shifts", () => {
  test.beforeEach(({ product }) => product.sql`truncate shift_registrations cascade`);

  // Spec 1 §4: An admin may
  // Spec 1 §7: shift_registrations: read all
  // Spec rules §14: One press approves,
  test("arrive live with their photos, and an approval that slipped is taken back @rights", async ({
    page,
    product,
  }) => {
    const card = await beginAtShifts(page);
    const good = await registerShift(product, page, { description: "Lugnt vid kajen" });
    await expect(card("Lugnt vid kajen")).toBeVisible(WITHIN_TWO_SECONDS);
    await expect(card("Lugnt vid kajen").getByText("Väntar på godkännande")).toBeVisible();
    await expect(card("Lugnt vid kajen").getByText("vakt01")).toBeVisible();
    await card("Lugnt vid kajen").getByRole("button", { name: "Visa bild 1 av 2" }).click();
    const photo = page.getByRole("dialog").getByRole("img");
    await expect(photo).toHaveJSProperty("naturalWidth", 900);
    await page.keyboard.press("Escape");

    // A press approves, and a slip is taken back: both stand in the trail.
    const waiting = await registerShift(product, page, { description: "Väntar också" });
    await expect(card("Väntar också")).toBeVisible(WITHIN_TWO_SECONDS);
    const approve = (text: string) => card(text).getByRole("button", { name: "Godkänn", exact: true });
    await approve("Väntar också").focus();
    await page.keyboard.down("Enter");
    await expect(approve("Lugnt vid kajen")).toBeFocused();
    // Held, it presses none of the others.
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    const undo = card("Väntar också").getByRole("button", { name: "Ångra" });
    // The first half second takes nothing back.
    await expect(async () => {
      if (await undo.isVisible()) await undo.click(ONE_TRY);
      await expect(page.getByText("Skiftet väntar igen")).toBeVisible(ONE_TRY);
    }).toPass();
    expect(await shiftReview(product, good)).toMatchObject({ status: "pending" });
    await expect(approve("Väntar också")).toBeFocused();
    expect(await shiftReview(product, waiting)).toMatchObject({ status: "pending", approved: false });
    const changes = await product.sql<{ status: string }[]>`
      select after ->> 'status' as status from audit_trail
      where row_id = ${waiting} and action = 'update' order by created_at`;
    expect(changes.map(({ status }) => status)).toEqual(["approved", "pending"]);
    await product.sql`delete from shift_registrations where id = ${waiting}`;
    await expect(card("Väntar också")).toHaveCount(0);
  });

  // Spec 1 §4: An admin may
  // Spec 1 §4: Only unapproved shifts
  // Spec 1 §7: update approved by
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Skift godkänt /
  // Spec rules §14: One press approves,
  test("are approved by one press, which the log has @all", async ({ page, product }) => {
    const card = await beginAtShifts(page);
    const good = await registerShift(product, page, { description: "Lugnt vid kajen" });
    await card("Lugnt vid kajen").getByRole("button", { name: "Godkänn", exact: true }).click();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    await expect(card("Lugnt vid kajen").getByText("Godkänt", { exact: true })).toBeVisible();
    // The last one's way back has the focus, and goes after five seconds.
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Ångra" })).toBeFocused();
    await page.clock.fastForward(5000);
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Ångra" })).toHaveCount(0);
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Neka" })).toHaveCount(0);
    expect(await shiftReview(product, good)).toMatchObject({
      status: "approved",
      approved: true,
      reviewed_by: "admin01",
      review_note: null,
    });
    await expect
      .poll(async () => (await loggedActions(product, "shift_approve")).at(-1))
      .toMatchObject({ user_id: "admin01", user_type: "admin", additional_data: { shift_id: good, note: null } });
  });

  // Spec 1 §4: An admin may
  // Spec 1 §5: Shift rejection …
  // Spec 1 §7: update approved by
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Skift godkänt /
  test("are rejected with a note, which the log has @all", async ({ page, product }) => {
    const card = await beginAtShifts(page);
    const bad = await registerShift(product, page, { description: "Gick hem tidigt" });
    await card("Gick hem tidigt").getByRole("button", { name: "Neka" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(dialog.getByText("Du måste lägga till en anteckning när du nekar ett skift")).toBeVisible();
    await dialog.getByLabel("Anteckning").fill("   ");
    await dialog.getByRole("button", { name: "Neka" }).click();
    expect(await shiftReview(product, bad)).toMatchObject({ status: "pending" });
    await expectAccessible(page);
    await dialog.getByLabel("Anteckning").fill(" Bilderna visar inte platsen ");
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
    await expect(card("Gick hem tidigt").getByText("Nekat", { exact: true })).toBeVisible();
    await expect(card("Gick hem tidigt").getByText(/^Granskat .* av admin01$/)).toBeVisible();
    const review = await shiftReview(product, bad);
    expect(review).toMatchObject({
      status: "rejected",
      approved: false,
      reviewed_by: "admin01",
      review_note: "Bilderna visar inte platsen",
    });
    expect(review?.reviewed_at).not.toBeNull();
    await expect
      .poll(async () => (await loggedActions(product, "shift_reject")).at(-1))
      .toMatchObject({
        user_id: "admin01",
        page_url: DASHBOARD,
        additional_data: { shift_id: bad, note: "Bilderna visar inte platsen" },
      });

    await product.sql`delete from shift_registrations where id = ${bad}`;
    await expect(card("Gick hem tidigt")).toHaveCount(0);
  });

  // Spec rules §4: A shift that
  test("that were rejected by mistake are approved after all, and both sides read both answers @all", async ({
    page,
    product,
    browser,
  }) => {
    const id = await registerShift(product, page, { description: "Nekat av misstag" });
    const attendant = await browser.newPage({ baseURL: product.url });
    await logInAsAttendant(attendant);
    await attendant.getByRole("button", { name: "Registrera skift" }).click();
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    await mistaken(page).getByRole("button", { name: "Neka" }).click();
    await page.getByLabel("Anteckning").fill("Fel vakt");
    await page.getByRole("dialog").getByRole("button", { name: "Neka" }).click();
    for (const where of [page, attendant]) {
      await expect(mistaken(where).getByText("Nekat", { exact: true })).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Fel vakt");
      await expect(mistaken(where).getByText(/^Granskat .* av admin01$/)).toBeVisible();
    }
    await expect(mistaken(page).getByRole("button", { name: "Neka" })).toHaveCount(0);
    await mistaken(page).getByRole("button", { name: "Godkänn" }).click();
    await page.getByLabel("Anteckning").fill("Förväxling");
    await page.getByRole("dialog").getByRole("button", { name: "Godkänn" }).click();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    await expect(attendant.getByText("Skift godkänt!")).toBeVisible();
    for (const where of [page, attendant]) {
      await expect(mistaken(where).getByText("Godkänt", { exact: true })).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Fel vakt");
      await expect(mistaken(where).getByText(/^Nekades .* av admin01 och godkändes sedan$/)).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Förväxling");
    }
    await expect(mistaken(page).getByRole("button", { name: "Godkänn" })).toHaveCount(0);
    expect(await shiftReview(product, id)).toMatchObject({
      status: "approved",
      approved: true,
      review_note: "Förväxling",
    });
    await expect
      .poll(async () => (await loggedActions(product, "shift_approve")).at(-1))
      .toMatchObject({ additional_data: { shift_id: id, note: "Förväxling" } });
    await attendant.close();
  });

  // Spec 1 §4: Only unapproved shifts
  // Spec 1 §8: Kunde inte godkänna
  test("are answered once: the later of two admins is told @all", async ({ page, product, browser }) => {
    const id = await registerShift(product, page, { description: "Två ser det" });
    const other = await browser.newPage({ baseURL: product.url });
    for (const each of [page, other]) {
      await logInAsAdmin(each);
      await openTab(each, "Skift");
    }
    await page.getByRole("button", { name: "Neka" }).click();
    await page.getByLabel("Anteckning").fill("Första");
    await other.getByRole("button", { name: "Godkänn med anteckning" }).click();
    await other.getByLabel("Anteckning").fill("Andra");
    await page.getByRole("dialog").getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
    await other.getByRole("dialog").getByRole("button", { name: "Godkänn" }).click();
    await expect(other.getByText("Kunde inte godkänna skift")).toBeVisible();
    await expect(other.getByText("Skiftet har redan granskats av någon annan.")).toBeVisible();
    await expect(other.getByText("Nekat", { exact: true })).toBeVisible();
    expect(await shiftReview(product, id)).toMatchObject({ status: "rejected", review_note: "Första" });
    const approvals = await loggedActions(product, "shift_approve");
    expect(approvals.filter(({ additional_data: data }) => data["shift_id"] === id)).toHaveLength(0);
    await other.close();
  });

  test(
    "count as answered when only the word of it was lost",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      const id = await registerShift(product, page, { description: "Svaret kommer bort" });
      await logInAsAdmin(page);
      await openTab(page, "Skift");
      await page.getByRole("button", { name: "Neka" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Anteckning").fill("Bilderna är suddiga");
      const isAnswer = /\/rest\/v1\/shift_registrations/;
      await page.route(isAnswer, async (route) => {
        if (route.request().method() !== "PATCH") return route.continue();
        await route.fetch();
        return route.abort();
      });
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Kunde inte neka skift")).toBeVisible();
      await expect(dialog.getByLabel("Anteckning")).toHaveValue("Bilderna är suddiga");
      expect(await shiftReview(product, id)).toMatchObject({ status: "rejected" });
      await page.unroute(isAnswer);
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
      await expect
        .poll(async () => {
          const rejections = await loggedActions(product, "shift_reject");
          return rejections.filter(({ additional_data: data }) => data["shift_id"] === id);
        })
        .toMatchObject([{ additional_data: { note: "Bilderna är suddiga" } }]);
    },
  );

  test("that are answered late leave the next one's dialog open", { tag: "@all" }, async ({ page, product }) => {
    await registerShift(product, page, { description: "Först" });
    await registerShift(product, page, { description: "Sedan" });
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/rest\/v1\/shift_registrations/, async (route) => {
      if (route.request().method() === "PATCH") await answered;
      return route.continue();
    });
    const cards = page.getByRole("list", { name: "Skiftlista" }).getByRole("article");
    const dialog = page.getByRole("dialog");
    await cards.filter({ hasText: "Sedan" }).getByRole("button", { name: "Godkänn med anteckning" }).click();
    await dialog.getByRole("button", { name: "Godkänn" }).click();
    await page.keyboard.press("Escape");
    await cards.filter({ hasText: "Först" }).getByRole("button", { name: "Neka" }).click();
    await dialog.getByLabel("Anteckning").fill("Påbörjad");
    answer();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    // Not by its role: what lies behind a dialog has none.
    await expect(page.locator("article", { hasText: "Sedan" }).getByText("Godkänt", { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Anteckning")).toHaveValue("Påbörjad");
  });

  // Spec 1 §8: Kunde inte godkänna
  test("say what failed and keep the note", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const id = await registerShift(product, page, { description: "Databasen går" });
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    await page.getByRole("button", { name: "Neka" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Anteckning").fill("Skriven i onödan?");
    await product.stopDatabase();
    try {
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Kunde inte neka skift")).toBeVisible(DATABASE_AWAY);
      await expect(dialog.getByLabel("Anteckning")).toHaveValue("Skriven i onödan?");
    } finally {
      await product.startDatabase();
    }
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible(BACK_AGAIN);
    expect(await shiftReview(product, id)).toMatchObject({ review_note: "Skriven i onödan?" });
  });
});
