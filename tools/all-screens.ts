// Every screen as a person meets it, on a phone and at a desk, in light and dark: `npm run screenshots -- all [label]` saves them under
// the label, and lays all labels side by side on one page, so that a change of the design can be looked at as before and after.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { logInAs, openScreen, type Screen, SCREENS, type Who } from "#tests/support/browser/screens.ts";
import { addPictureRows } from "./picture-rows.ts";

const FOLDER = ".cache/screens";
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;
const PERSON = { reducedMotion: "reduce", locale: "sv-SE", timezoneId: "Europe/Stockholm" } as const;

/** All screens, with a screen that needs the rows of picture-rows.ts. */
const PICTURES: readonly Screen[] = [
  ...SCREENS,
  {
    name: "message-open",
    at: async ({ sql }) => {
      const [message] = await sql`select id from contact_messages order by created_at desc limit 1`;
      return `/contact-messages?message=${message?.["id"]}`;
    },
    as: "main",
  },
];

/**
 * Saves the screens whose name contains a word of `only`, separated by commas (all screens without it), under `label`, and writes the page
 * that compares the labels.
 */
export async function takeAllScreens(
  browser: Browser,
  product: RunningProduct,
  label: string,
  only = "",
): Promise<void> {
  mkdirSync(`${FOLDER}/${label}`, { recursive: true });
  await addPictureRows(browser, product);
  const words = only.split(",");
  const isWanted = ({ name, profile }: Screen) => profile !== "hardened" && words.some((word) => name.includes(word));
  const states = new Map<Who | undefined, BrowserContextOptions>([[undefined, {}]]);
  for (const screen of PICTURES.filter(isWanted)) {
    const { as } = screen;
    if (as !== undefined && !states.has(as)) states.set(as, await stateOf(browser, product.url, as));
    for (const viewport of SIZES) {
      const context = await browser.newContext({ baseURL: product.url, viewport, ...PERSON, ...states.get(as) });
      const page = await context.newPage();
      await openScreen(page, screen, product);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.screenshot({ path: `${FOLDER}/${label}/${screen.name}-${viewport.width}-${colorScheme}.png` });
      }
      await context.close();
    }
  }
  writeFileSync(`${FOLDER}/index.html`, comparison());
}

/** Logs a person in, and gives the state that the browser keeps. */
async function stateOf(browser: Browser, baseURL: string, who: Who): Promise<BrowserContextOptions> {
  const context = await browser.newContext({ baseURL, ...PERSON });
  await logInAs(await context.newPage(), who);
  const storageState = await context.storageState();
  await context.close();
  return { storageState };
}

/** Page of a comparison: each screen is a row, each label a column. */
function comparison(): string {
  const labels = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const rows = PICTURES.flatMap(({ name }) =>
    SIZES.flatMap(({ width }) => SCHEMES.map((scheme) => `${name}-${width}-${scheme}`)),
  ).map((file) => {
    // A new screen has no earlier picture.
    const taken = labels.filter((label) => existsSync(`${FOLDER}/${label}/${file}.png`));
    const figures = taken.map(
      (label) => `<figure><img loading="lazy" src="${label}/${file}.png"><figcaption>${label}</figcaption></figure>`,
    );
    return `<h2>${file}</h2><div>${figures.join("")}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font-family:system-ui;background:#888}div{display:flex;gap:1rem;align-items:start}img{max-width:46vw}</style>
${rows.join("\n")}`;
}
