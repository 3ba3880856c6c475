// `npm run screenshots -- patterns`: a small picture of each pattern that every screen shares, for docs/design-system.md.
import { mkdirSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { logInAs, type Who } from "#tests/support/browser/screens.ts";

const FOLDER = "docs/screenshots/patterns";
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

type Box = { x: number; y: number; width: number; height: number };
type Pattern = {
  name: string;
  as?: Who;
  at: string;
  size: typeof PHONE;
  /** Opens the pattern on the page, and gives the parts that the picture has to hold, or their box. */
  show: (page: Page) => Promise<readonly Locator[] | Box>;
};

const ATTENDANT = { as: "attendant", at: "/ostra-hamnen/attendant-dashboard" } as const;
const CASES = { as: "admin", at: "/ostra-hamnen/cases" } as const;

/** The first items of a list. */
async function firstOf(items: Locator, count: number): Promise<Locator[]> {
  await items.nth(count - 1).waitFor();
  return Array.from({ length: count }, (_, index) => items.nth(index));
}

const PATTERNS: readonly Pattern[] = [
  {
    ...ATTENDANT,
    name: "count",
    size: PHONE,
    show: async (page) => [page.getByRole("group", { name: "Visa" })],
  },
  {
    ...ATTENDANT,
    name: "search-live",
    size: PHONE,
    show: async (page) => {
      const field = page.getByRole("searchbox", { name: "Sök parkeringar" });
      await field.fill("volvo");
      return [page.getByRole("search").filter({ has: field }), ...(await firstOf(page.getByRole("article"), 1))];
    },
  },
  {
    ...CASES,
    name: "search-whole",
    size: DESK,
    show: async (page) => [page.getByRole("form", { name: /^Sök/ })],
  },
  {
    ...CASES,
    name: "list-desk",
    size: DESK,
    show: async (page) => [
      page.getByRole("button", { name: "Utfärdat" }).locator(".."),
      ...(await firstOf(page.getByRole("main").getByRole("article"), 4)),
    ],
  },
  {
    ...ATTENDANT,
    name: "list-phone",
    size: PHONE,
    show: (page) => firstOf(page.getByRole("article"), 3),
  },
  {
    name: "title-edge",
    at: "/ostra-hamnen/start-parking",
    size: DESK,
    show: async (page) => {
      await page.getByLabel("Registreringsnummer").fill("ABC123");
      return { x: 0, y: 0, width: 640, height: 420 };
    },
  },
  {
    as: "admin",
    at: "/ostra-hamnen/permits",
    name: "main-action",
    size: DESK,
    show: async (page) => {
      await page.getByRole("article").first().waitFor();
      return [page.getByRole("banner")];
    },
  },
  {
    as: "attendant",
    at: "/ostra-hamnen/create-report",
    name: "files",
    size: PHONE,
    show: async (page) => [page.getByRole("button", { name: "Välj bilder" }).locator("xpath=../..")],
  },
  {
    ...ATTENDANT,
    name: "plate",
    size: PHONE,
    show: async (page) => {
      await page.getByLabel("Kontrollera registreringsnummer").fill("ABC123");
      await page.getByLabel("Kontrollera registreringsnummer").press("Enter");
      const answer = page.getByRole("region", { name: "Svar" });
      await answer.waitFor();
      return [answer];
    },
  },
  {
    ...CASES,
    name: "toast",
    size: DESK,
    show: async (page) => {
      await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
      const more = page.getByRole("main").getByRole("button", { name: "Mer", exact: true });
      await more.click();
      await page.getByRole("button", { name: "Anteckna", exact: true }).click();
      await page.getByLabel("Anteckning").fill("Ringde om kvittot");
      await page.getByRole("dialog").getByRole("button", { name: "Spara" }).click();
      await page.locator("[data-sonner-toast]").first().waitFor();
      return { x: 0, y: 0, ...DESK };
    },
  },
  {
    as: "admin",
    at: "/ostra-hamnen/settings",
    name: "words",
    size: { width: 320, height: 844 },
    show: async (page) => {
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      return [page.getByRole("heading", { level: 1 })];
    },
  },
];

/** Width of the widest picture, in pixels. */
const WIDEST = 640;

/** Room around the parts of a picture, in pixels. */
const MARGIN = 8;

/** The box that holds all parts, with a margin, inside the page. */
async function boxAround(parts: readonly Locator[], { width }: typeof PHONE): Promise<Box> {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const found = boxes.filter((box) => box !== null);
  if (found.length < parts.length) throw new Error("A part of the picture is not on the page.");
  const left = Math.max(0, Math.min(...found.map(({ x }) => x)) - MARGIN);
  const top = Math.max(0, Math.min(...found.map(({ y }) => y)) - MARGIN);
  const right = Math.min(width, Math.max(...found.map((box) => box.x + box.width)) + MARGIN);
  const bottom = Math.max(...found.map((box) => box.y + box.height)) + MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Saves the patterns' pictures whose name contains `only`. */
export async function takePatterns(browser: Browser, { url }: RunningProduct, only = ""): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, as, at, size, show } of PATTERNS.filter((pattern) => pattern.name.includes(only))) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: size,
      reducedMotion: "reduce",
      locale: "sv-SE",
      timezoneId: "Europe/Stockholm",
    });
    const page = await context.newPage();
    if (as !== undefined) await logInAs(page, as);
    await page.goto(at, { waitUntil: "networkidle" });
    const shown = await show(page);
    const clip = "x" in shown ? shown : await boxAround(shown, size);
    await sharp(await page.screenshot({ clip }))
      .resize({ width: WIDEST, withoutEnlargement: true })
      .png({ palette: true })
      .toFile(`${FOLDER}/${name}.png`);
    await context.close();
  }
}
