// The office as a desk for a whole day: one navigation whose title never jumps, and a list of cases that fills the screen and takes keys.
// @all: every place in turn; the list and the counts are asked in `npm test`.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, untilLaidOut } from "#tests/support/browser/browser.ts";
import { ADMIN_TABS, beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The sign of 64 px with the marking below it. */
const SIGN_PX = 68;
const BAR_PX = 56;

const PLACES = [
  ["Översikt", /\/overview$/, "Översikt"],
  ["Ärenden", /\/cases$/, "Ärenden"],
  ["Bestridna", /\/objections$/, "Bestridna"],
  ["Betalningar", /\/payments$/, "Betalningar"],
  ["Bokföring", /\/ledger$/, "Bokföring"],
  ["Brev", /\/letters$/, "Ägare och brev"],
  ["Tillstånd", /\/permits$/, "Tillstånd"],
  ["Händelser", /\/audit-trail$/, "Händelser"],
  ["Utskick", /\/messages$/, "Utskick"],
  ["Inställningar", /\/settings$/, "Inställningar"],
] as const;
const NAMES = [...ADMIN_TABS, ...PLACES.map(([name]) => name)];

const nav = (page: Page) => page.getByRole("navigation", { name: "Administrationens sidor" });
const link = (page: Page, name: string) => nav(page).getByRole("link", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const heightOf = async (page: Page) => (await page.getByRole("banner").boundingBox())!.height;
const edgeOf = async (page: Page) => (await title(page).boundingBox())!.x;

// Spec 3 §6: An admin's places …
test("from each place of the office every other is one press away, below one sign with the title at one edge @all", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product);
  await recordEvent(product, fine, "objected", { note: "Jag hade betalat.", data: { name: "Åsa Berg" } });
  await page.setViewportSize(DESK);
  await beginAsAdmin(page);
  const [edge, edges] = [await edgeOf(page), new Map<string, number>()];
  const look = async (name: string) => {
    edges.set(name, await edgeOf(page));
    expect(await heightOf(page), name).toBe(SIGN_PX);
    const entries = nav(page).getByRole("link").or(nav(page).getByRole("tab"));
    // The name is the first text of an entry, before its count.
    expect(await entries.evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent)), name).toEqual(
      NAMES,
    );
  };
  await look("Administration");
  expect((await nav(page).boundingBox())!.width).toBeGreaterThanOrEqual(200);
  for (const [name, address, heading] of PLACES) {
    await link(page, name).click();
    await expect(page).toHaveURL(address);
    await expect(title(page)).toHaveText(heading);
    await expect(link(page, name)).toHaveAttribute("aria-current", "page");
    await look(name);
  }
  for (const name of ADMIN_TABS) {
    await link(page, name).click();
    await expect(nav(page).getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
    await look(name);
    await link(page, "Inställningar").click();
    await expect(title(page)).toHaveText("Inställningar");
  }
  for (const at of [
    `cases/${fine.case_number}`,
    `objections/${fine.case_number}`,
    "manage-accounts",
    "cases?list=similar",
  ]) {
    await page.goto(`/ostra-hamnen/${at}`);
    await expect(title(page)).toBeVisible();
    await look(at);
  }
  expect([...edges.values()].filter((each) => each !== edge)).toEqual([]);
  await expectAccessible(page);

  // By the keyboard: past the navigation, or through the dashboard's tabs.
  await page.goto("/ostra-hamnen/admin-dashboard");
  const first = nav(page).getByRole("tab", { name: "Parkeringar", exact: true });
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await expect(nav(page).getByRole("tab", { name: "Parkeringslogg" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: "Hoppa till innehållet" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

// Spec 3 §6: An admin's places …
test("a phone has a bar with three places and the others in Mer, below one sign with the title at one edge @all", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await beginAsAdmin(page, { at: "/ostra-hamnen/overview" });
  await expect(title(page)).toHaveText("Översikt");
  const edge = await edgeOf(page);
  const more = nav(page).getByRole("button", { name: "Mer", exact: true });
  for (const [name, address, heading] of PLACES.toReversed()) {
    await expect(more).toBeVisible();
    if (!["Översikt", "Ärenden", "Bestridna"].includes(name)) await more.click();
    await link(page, name).click();
    await expect(page).toHaveURL(address);
    await expect(title(page)).toHaveText(heading);
    expect(await edgeOf(page), name).toBe(edge);
    expect(await heightOf(page), name).toBe(SIGN_PX);
    expect((await nav(page).boundingBox())!.height).toBe(BAR_PX);
    expect((await nav(page).boundingBox())!.y).toBe(PHONE.height - BAR_PX);
  }
  await more.click();
  await page.keyboard.press("Escape");
  await expect(link(page, "Tillstånd")).toHaveCount(0);
  await expect(more).toBeFocused();
  // The dashboard's tabs stand above its content there.
  await more.click();
  await link(page, "Skift").click();
  await expect(page.getByRole("tab", { name: "Skift", exact: true })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
});

// Spec 3 §6: An admin's places …
test("the navigation counts cases and objections, and follows what happens @rights", async ({ page, product }) => {
  const counted = async () => {
    const [row] = await product.sql<{ cases: number; disputed: number }[]>`
      select count(*)::int as cases, count(*) filter (where status = 'disputed')::int as disputed
      from fines where project_id = 'ostra-hamnen'`;
    return row!;
  };
  const before = await counted();
  await beginAsAdmin(page, { at: "/ostra-hamnen/permits" });
  await expect(link(page, "Ärenden")).toHaveText(`Ärenden${before.cases}`);
  const word = before.cases === 1 ? "ärende" : "ärenden";
  await expect(link(page, "Ärenden")).toHaveAttribute("aria-description", `${before.cases} ${word}`);
  await expect(link(page, "Bestridna")).toHaveText(`Bestridna${before.disputed}`);
  const fine = await issueFine(product);
  await expect(link(page, "Ärenden")).toHaveText(`Ärenden${before.cases + 1}`);
  await recordEvent(product, fine, "objected", { note: "Jag hade betalat.", data: { name: "Åsa Berg" } });
  await expect(link(page, "Bestridna")).toHaveText(`Bestridna${before.disputed + 1}`);
});

// Spec 3 §6: The list of cases …
test("fifteen cases stand on a desk's screen and eight on a phone's, and keys walk and open them @once", async ({
  page,
  product,
}) => {
  // More rows than a desk's screen, so that the page can be scrolled until its head stays.
  await Promise.all(Array.from({ length: 20 }, () => issueFine(product)));
  const rows = page.getByRole("list", { name: "Ärendelista" }).getByRole("article");
  const expectRows = async (count: number, height: number, end: number) => {
    await rows.nth(count - 1).waitFor();
    await page.evaluate(untilLaidOut);
    const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes.slice(0, count).map((box) => box.height)).toEqual(Array.from({ length: count }, () => height));
    expect(boxes[count - 1]!.bottom).toBeLessThanOrEqual(end);
  };
  await page.setViewportSize(PHONE);
  await beginAsAdmin(page, { at: "/ostra-hamnen/cases" });
  await expectRows(8, 72, PHONE.height - BAR_PX);
  await page.setViewportSize(DESK);
  await page.goto("/ostra-hamnen/cases");
  await expectRows(15, 44, DESK.height);
  // The head stays while the rows go.
  const head = page.getByText("Överträdelse", { exact: true }).locator("visible=true").first();
  await page.mouse.move(900, 600);
  // Rows that are measured meanwhile end a wheel's smooth scroll early, so it turns until the head stays.
  const turn = async () => {
    await page.mouse.wheel(0, 1200);
    return (await head.boundingBox())!.y;
  };
  await expect.poll(turn).toBeLessThan(10);
  await page.goto("/ostra-hamnen/cases");
  const first = await rows.first().getAttribute("aria-label");
  await page.getByRole("button", { name: "Utfärdat", exact: true }).click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(rows.first()).not.toHaveAccessibleName(first!);
  await page.goBack();
  await expect(rows.first()).toHaveAccessibleName(first!);

  await rows.nth(14).waitFor();
  const linkOf = (at: number) => rows.nth(at).getByRole("link");
  await page.keyboard.press("j");
  await expect(linkOf(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(linkOf(1)).toBeFocused();
  const number = await linkOf(1).innerText();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(`Ärende ${number}`);
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(title(page)).toHaveText("Ärenden");
});
