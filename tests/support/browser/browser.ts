// The base of browser tests: the product, a watch on the page's errors, axe.
import { expect, type Locator, type Page, type TestInfo, test as base } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { logInsAreOf } from "#tests/support/browser/login.ts";
import { ONE_PRESS, WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { type RunningProduct, startProduct, THROWN_AWAY } from "#tests/support/server/product.ts";
import { type Differences, differencesOf } from "#tests/support/browser/profile-differences.ts";
import { isWhole } from "#tests/support/run/whole.ts";

export { expect } from "@playwright/test";

/** Errors that a page may write to its console: those that a test provokes. Anything else fails the test. */
type Tolerance = { tolerate(pattern: RegExp): void };

type Fixtures = { consoleErrors: Tolerance; differences: Differences; freshLimits: void };

/**
 * Playwright's test with the product in the profile of its project: one server a worker, the page's addresses relative to it. A
 * page that throws fails the test. So does an error or a warning in its console that the test did not announce with
 * `consoleErrors.tolerate`.
 */
export const test = base.extend<Fixtures, { profile: SecurityProfile; product: RunningProduct }>({
  profile: ["specified", { scope: "worker", option: true }],
  product: [
    async ({ profile }, use) => {
      const product = await startProduct({ profile, database: THROWN_AWAY });
      logInsAreOf(product);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: WHOLE_TEST_MS },
  ],
  differences: async ({ product }, use) => use(differencesOf(product)),
  freshLimits: [
    async ({ product, context }, use) => {
      // The browser context is used again. The test before may have ended, or failed, while it was offline or had permissions.
      await context.setOffline(false);
      await context.clearPermissions();
      // All tests come from one address, so that together they would reach limits that people in a day do not reach.
      await product.sql`truncate private.rate_limits`;
      // Each test acts as a new device, which reserves case numbers of its own.
      await product.sql`delete from private.case_numbers where used_at is null`;
      await use();
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  consoleErrors: [
    async ({ context, differences }, use) => {
      const seen: string[] = [];
      const tolerated: RegExp[] = [differences.loginNoise];
      context.on("console", (message) => {
        const { url } = message.location();
        // Warnings that the browser itself writes, such as about a picture that came late, name the page as their source and are left out.
        const isWarned = message.type() === "warning" && url.includes("/assets/");
        if (message.type() === "error" || isWarned) seen.push(`${message.text()} (${url})`);
      });
      context.on("weberror", (error) => seen.push(String(error.error())));
      await use({ tolerate: (pattern) => void tolerated.push(pattern) });
      expect(seen.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Presses a retry button, unless the live screen has recovered by itself and the button is gone. The test then asserts what the screen
 * shows.
 */
export async function pressUnlessHealed(retry: Locator): Promise<void> {
  await retry.click(ONE_PRESS).catch(() => expect(retry).toHaveCount(0));
}

/** Expects that a failure is told at the form, where it stays, and in a toast, which a login does not draw. */
export async function expectToldAtForm(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("alert").getByText(text, { exact: true })).toBeVisible();
  await expect(page.locator("[data-sonner-toast]").getByText(text, { exact: true })).toBeVisible();
}

/**
 * Expects that the reason why a person was led to a login stands at its form, where it stays, and in a toast, which is no part of the login
 * screen.
 */
export async function expectReasonAtLogin(page: Page, text: string, options: { timeout?: number } = {}): Promise<void> {
  // Both are asked for at the same time, since the toast disappears after a while, perhaps before the form has come.
  await Promise.all([
    expect(page.getByRole("status").getByText(text, { exact: true })).toBeVisible(options),
    expect(page.locator("[data-sonner-toast]").getByText(text, { exact: true })).toBeVisible(options),
  ]);
}

/** Expects that a plate is shown in capitals while it is typed, whatever case its letters have. */
export const expectCapitals = (field: Locator): Promise<void> => expect(field).toHaveCSS("text-transform", "uppercase");

/** Expects this toast and no other: a toast about an earlier failure must not stay when an attempt succeeds. */
export async function expectTold(page: Page, text: string): Promise<void> {
  await expect(page.locator("[data-sonner-toast]")).toHaveText([text]);
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/**
 * Colours and sizes in which each screen is looked at. Colours hardly differ between sizes, and everything else is the same in light and
 * dark. `npm test` uses one colour scheme for each size, and lets axe look at one of the two views, since axe takes as long as the rest of
 * a short journey.
 */
const VIEWS = [
  { colorScheme: "light", size: PHONE, asked: "all" },
  ...(isWhole
    ? ([
        { colorScheme: "light", size: DESKTOP, asked: "all" },
        { colorScheme: "dark", size: PHONE, asked: "colours" },
        { colorScheme: "dark", size: DESKTOP, asked: "colours" },
      ] as const)
    : ([{ colorScheme: "dark", size: DESKTOP, asked: "all" }] as const)),
] as const;

/** The number of the next view, by test. */
const asks = new WeakMap<TestInfo, number>();

/** Screens that axe has looked at in this worker. In `npm test` each screen, or dialog over a screen, is looked at once in each state. */
const seen = new Set<string>();

/**
 * Runs in the page: a name for the screen that is the same whatever rows it shows. The name has the chosen tab, the open dialog, and states
 * that draw further parts: faults at fields, a warning, rows, chosen pictures, a stored fine.
 */
const nameOfScreen = () => {
  const parts = [
    ...document.querySelectorAll("h1, [role=tab][aria-selected=true], [role=dialog] h2, [role=alertdialog] h2"),
  ];
  const states = ["[aria-invalid=true]", "[role=alert]:not(.hidden)", "article", "img[src^='blob:']", "#stored"];
  const shown = states.filter((state) => document.querySelector(state) !== null);
  return [location.pathname, ...parts.map((part) => part.textContent), ...shown]
    .join(" ")
    .replaceAll(/[\w-]{22,}|\d+/g, "…");
};

/**
 * Expects no serious accessibility finding on the page as it stands, and no sideways scrolling: in `npm run test:all` in light and
 * dark, on a phone and on a desktop, in `npm test` as VIEWS says.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens of the other profile have the same parts, so they are not looked at twice. Tests of one profile alone look at the screens that
  // only this profile has.
  const info = base.info();
  const { project, tags } = info;
  if (project.name === "hardened" && !tags.includes("@hardened") && !tags.includes("@rights")) return;
  // Most tests look once or twice. The first view depends on the test, so that all tests together look at both views.
  const turn = asks.get(info) ?? Number.parseInt(info.testId.slice(-1), 16);
  const screen = await page.evaluate(nameOfScreen);
  const isNew = isWhole || !seen.has(screen);
  seen.add(screen);
  if (isNew) asks.set(info, turn + 1);
  for (const [at, { colorScheme, size, asked }] of VIEWS.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    await page.evaluate(untilLaidOut);
    if (isNew && (isWhole || at === turn % VIEWS.length))
      expect(await seriousFindings(page, asked), `axe at ${size.width} px, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways scrolling at ${size.width} px`).toBeLessThanOrEqual(0);
  }
}

/**
 * Runs in the page: waits until nothing has faded or moved for three frames. Long lists measure their rows again after a
 * resize.
 */
export async function untilLaidOut(): Promise<void> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const places = () =>
    [...document.querySelectorAll("[data-index], main, main > *")]
      .map((element) => element.getBoundingClientRect())
      .map(({ top, height, width }) => `${top} ${height} ${width}`)
      .join();
  for (let still = 0, last = ""; still < 3;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const isFading = document
      .getAnimations()
      .some(
        (animation) => animation.playState === "running" && animation.effect?.getComputedTiming().endTime !== Infinity,
      );
    const now = places();
    still = now === last && !isFading ? still + 1 : 0;
    last = now;
  }
}
