// The first visit of pages that are drawn at build time: what stands there before any script, and what becomes of it when the page comes
// alive. The requests of first visits are counted from the build's own list by tools/check-size.mjs; this counts them in a browser.
// @all: each page beside the visitor's form, because a device asks for them seldom and the build's list is checked always.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { layoutShift } from "#tests/support/browser/paints.ts";

/** Public pages and logins, with a part of what is drawn, and the most requests of a first visit. */
const PAGES: readonly { path: string; part: (page: Page) => ReturnType<Page["getByRole"]>; most: number }[] = [
  { path: "/", part: (page) => page.getByLabel("Email"), most: 16 },
  { path: "/ostra-hamnen/start-parking", part: (page) => page.getByLabel("Registreringsnummer"), most: 18 },
  { path: "/start-parking", part: (page) => page.getByRole("heading", { level: 2 }), most: 20 },
  { path: "/case", part: (page) => page.getByLabel("Ärendenummer"), most: 20 },
  { path: "/ostra-hamnen/attendant-login", part: (page) => page.getByLabel("Användar-ID"), most: 20 },
  { path: "/ostra-hamnen/admin-login", part: (page) => page.getByLabel("Användarnamn"), most: 20 },
  { path: "/admin-login", part: (page) => page.getByLabel("Användarnamn"), most: 20 },
  { path: "/157715/chauffeur-login", part: (page) => page.getByLabel("Chauffeur ID"), most: 20 },
  { path: "/operator-login", part: (page) => page.getByLabel("Användar-ID"), most: 20 },
  { path: "/ASE/employee-login", part: (page) => page.getByLabel("Employee ID"), most: 20 },
  { path: "/ASE/admin", part: (page) => page.getByLabel("Username"), most: 20 },
  { path: "/login", part: (page) => page.getByLabel(/e-?mail/i), most: 20 },
  { path: "/YSTAD", part: (page) => page.getByRole("button", { name: "For Sale" }), most: 20 },
  { path: "/ASE", part: (page) => page.getByRole("link", { name: "Start Shift" }), most: 20 },
  { path: "/721075", part: (page) => page.getByRole("navigation"), most: 20 },
];

for (const { path, part, most } of PAGES) {
  test(`${path} is drawn before any script, comes alive as it stands, and asks for few files @all`, async ({
    browser,
    product,
  }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
    const drawn = await plain.newPage();
    await drawn.goto(path);
    await expect(part(drawn).first()).toBeVisible();
    // The page's own code asks for the scripts, after the first paint.
    await expect(drawn.locator('script[src], link[rel="modulepreload"]')).toHaveCount(0);
    const title = await drawn.title();
    await plain.close();

    const fresh = await browser.newContext({ baseURL: product.url });
    const page = await fresh.newPage();
    const [asked, errors]: string[][] = [[], []];
    page.on("request", (request) => asked?.push(`${request.method()} ${request.url()}`));
    page.on("console", (message) => void (message.type() === "error" && errors?.push(message.text())));
    page.on("pageerror", (error) => errors?.push(String(error)));
    // The code of toasts is the last that comes without a press.
    const last = page.waitForResponse(/\/toast-host-[^/]+\.js$/);
    await page.goto(path);
    await (await last).finished();
    await page.waitForLoadState("networkidle");
    await expect(part(page).first()).toBeVisible();
    // The landing page's window names the product alone until the page is alive.
    expect(path === "/" || (await page.title()) === title, await page.title()).toBe(true);
    expect(errors).toEqual([]);
    // The manifest is not told to this test.
    expect(asked?.length, asked?.join("\n")).toBeLessThanOrEqual(most - 1);
    expect(await layoutShift(page)).toBeLessThan(0.01);
    await fresh.close();
  });
}

/** Opens a page as it is drawn, before its code has come; the function that it gives lets the code come. */
async function openDrawn(page: Page, path: string): Promise<() => void> {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

test("a login that is typed and pressed before the page is alive logs in @all", async ({ page }) => {
  const comeAlive = await openDrawn(page, "/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  comeAlive();
  await expect(page).toHaveURL(/attendant-dashboard/);
});

test("a form that is typed before the page is alive keeps its words, and shows today's times", async ({ page }) => {
  const comeAlive = await openDrawn(page, "/ostra-hamnen/start-parking");
  await page.getByLabel("Registreringsnummer").fill("ABC 123");
  // The times are those of the build until the page is alive.
  await expect(page.getByLabel("Starttid")).toBeHidden();
  comeAlive();
  await expect(page.getByLabel("Starttid")).toBeVisible();
  await expect(page.getByLabel("Registreringsnummer")).toHaveValue("ABC 123");
  const now = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Stockholm", dateStyle: "long" }).format(new Date());
  await expect(page.getByText(now, { exact: false }).first()).toBeVisible();
});
