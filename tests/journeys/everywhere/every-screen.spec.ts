// Every screen, for everybody: axe, zoom, large text, forced colours, reduced motion, the keyboard alone, and nothing that jumps.
// @all, six minutes of three workers: expectAccessible asks one screen a product or way to draw in `npm test`; the parts are the same.
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { expect, test, untilLaidOut } from "#tests/support/browser/browser.ts";
import {
  animations,
  cutTexts,
  shifted,
  sidewaysScroll,
  statesByColourAlone,
  tellForcedColours,
  unreachableByKeyboard,
} from "#tests/support/browser/every-screen.ts";
import { EVERY_SCREEN, ONE_ACTION_MS } from "#tests/support/run/patience.ts";
import { issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { logInAs, openScreen, type Screen, SCREENS } from "#tests/support/browser/screens.ts";

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1280, height: 900 };
/** The smallest phone, for the screens of a street. */
const SMALL_PHONE = { width: 320, height: 844 };
const STREET =
  /^(landing|project|start-parking|receipt|attendant|check|fine|issued-fine|report|shifts|admin-login|main-login|case$|case-missing|driver-case)/;
/** The size of a desktop at 200 %. */
const ZOOMED = { width: 640, height: 450 };
const MOST_SHIFT = 0.02;
/** How long an answer takes, in milliseconds: what stands there before it is drawn, and what it moves is seen on any machine. */
const ANSWER_MS = 150;

test.describe.configure({ ...EVERY_SCREEN, mode: "parallel" });
test.use({ actionTimeout: ONE_ACTION_MS });

test.beforeEach(({ page }) =>
  page.route(/\/rest\/v1\//, async (route) => {
    await pause(ANSWER_MS);
    // The page may have gone on meanwhile.
    await route.continue().catch(() => undefined);
  }),
);

/** Expects nothing of a kind at a screen; all that is found is told. */
const expectNone = (found: unknown[], screen: Screen, what: string) =>
  expect.soft(found, `${screen.name}: ${what}`).toEqual([]);

async function expectFits(page: Page, screen: Screen, what: string): Promise<void> {
  await page.evaluate(untilLaidOut);
  expectNone(await page.evaluate(sidewaysScroll), screen, `sideways scrolling ${what}`);
  expectNone(await page.evaluate(cutTexts), screen, `cut texts ${what}`);
}

async function expectGoodColours(page: Page, screen: Screen, what: string): Promise<void> {
  await page.evaluate(untilLaidOut);
  expectNone(await seriousFindings(page, "colours"), screen, `colours ${what}`);
}

async function expectNothingJumped(page: Page, screen: Screen, what: string): Promise<void> {
  const { sum, sources } = await page.evaluate(shifted);
  expectNone(sum < MOST_SHIFT ? [] : [sum, ...sources], screen, `layout shift ${what}`);
}

async function expectGoodOnPhone(page: Page, screen: Screen): Promise<void> {
  await expectNothingJumped(page, screen, "on a phone");
  await expectFits(page, screen, "on a phone");
  expectNone(await seriousFindings(page, "all"), screen, "axe on a phone");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectGoodColours(page, screen, "on a phone in the dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await expectFits(page, screen, "with text of twice the size");
  if (!STREET.test(screen.name)) return;
  await page.setViewportSize(SMALL_PHONE);
  await expectFits(page, screen, "on the smallest phone with text of twice the size");
}

async function expectGoodOnTablet(page: Page, screen: Screen): Promise<void> {
  await expectNothingJumped(page, screen, "on a tablet");
  await expectFits(page, screen, "on a tablet");
}

async function expectGoodAtDesk(page: Page, screen: Screen): Promise<void> {
  await expectNothingJumped(page, screen, "at a desk");
  await expectFits(page, screen, "at a desk");
  expectNone(await page.evaluate(animations), screen, "motion although it is reduced");
  expectNone(await seriousFindings(page, "all"), screen, "axe at a desk");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectGoodColours(page, screen, "at a desk in the dark");
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await page.evaluate(tellForcedColours);
  await expectGoodColours(page, screen, "where colours are forced");
  expectNone(await page.evaluate(statesByColourAlone), screen, "states that forced colours hide");
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  expectNone(await unreachableByKeyboard(page), screen, "out of the keyboard's reach, or focused unseen");
  await page.setViewportSize(ZOOMED);
  await expectFits(page, screen, "at 200 %");
}

/** A visitor comes back as somebody new, who is no guest yet. */
const forget = (page: Page) => page.evaluate(() => sessionStorage.clear());

const SIZES = [
  { size: PHONE, expectGood: expectGoodOnPhone },
  { size: TABLET, expectGood: expectGoodOnTablet },
  { size: DESKTOP, expectGood: expectGoodAtDesk },
];

async function object(product: RunningProduct): Promise<void> {
  const ground = { name: "Åsa Berg", ground: "Hade rätt att stå" };
  await recordEvent(product, await issueFine(product), "objected", { note: "Jag hade betalat.", data: ground });
}

/** Each screen three times: as a phone loads it, as a tablet does, and as a desk does. */
for (const profile of ["specified", "hardened"] as const) {
  const screens = SCREENS.filter(({ profile: of = "specified" }) => of === profile || of === "both");
  test.describe(`in ${profile}`, { tag: ["@all", `@${profile}`] }, () => {
    for (const who of new Set(screens.map(({ as }) => as))) {
      // Spec rules §10: Every screen fits
      test(`screens of ${who ?? "everybody"} are good for everybody`, async ({ page, product, consoleErrors }) => {
        consoleErrors.tolerate(/404: no page at/);
        // The desk shows an objection, and journeys beside this one decide those of the seed.
        if (who === "admin" && profile === "specified") await object(product);
        if (who !== undefined) await logInAs(page, who, profile);
        for (const screen of screens.filter(({ as }) => as === who)) {
          await test.step(screen.name, async () => {
            await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", forcedColors: "none" });
            for (const { size, expectGood } of SIZES) {
              await page.setViewportSize(size);
              await openScreen(page, screen, product);
              await expectGood(page, screen);
              if (who === undefined) await forget(page);
            }
          });
        }
      });
    }
  });
}

test(
  "what hangs takes no tool away: what waits below it comes after two seconds",
  { tag: ["@all", "@specified"] },
  async ({ page }) => {
    await logInAs(page, "main");
    // This comes after the login, which waits until the network is at rest: it never is while an answer hangs.
    await page.route(/\/rest\/v1\/contact_messages/, () => undefined);
    await page.goto("/admin-dashboard");
    const sites = page.getByRole("region", { name: "Sidor på huvudsidan" });
    await expect(sites.getByRole("textbox").first()).toBeVisible();
    await expect(page.locator(".animate-pulse").first()).toBeVisible();
  },
);
