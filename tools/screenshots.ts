// `npm run screenshots`: takes the README's pictures anew, from the built product with the seed's rows. `npm run screenshots -- all
// [label] [parts of names, with commas]` takes all screens, or those, instead (all-screens.ts); `-- patterns [part of a name]` the pictures
// of docs/design-system.md (pattern-pictures.ts).
import { mkdirSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { startProduct } from "#tests/support/server/product.ts";
import playwrightConfig from "../playwright.config.ts";
import { takeAllScreens } from "./all-screens.ts";
import { takePatterns } from "./pattern-pictures.ts";

const FOLDER = "docs/screenshots";
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const product = await startProduct();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
const [what, label, only] = process.argv.slice(2);
try {
  if (what === "all") await takeAllScreens(browser, product, label ?? "now", only);
  else if (what === "patterns") await takePatterns(browser, product, label);
  else await takeReadme();
} finally {
  await browser.close();
  await product.stop();
}

async function takeReadme(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await take("landing", PHONE, "light", async (page) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Östra hamnen" }).waitFor();
  });
  await take("start-parking", PHONE, "light", async (page) => {
    await page.goto("/ostra-hamnen/start-parking");
    await page.getByLabel("Registreringsnummer").fill("ABC123");
    await page.getByLabel("Bilmodell").fill("Volvo V70");
  });
  await take("attendant", PHONE, "dark", logInAsAttendant);
  await take("attendant-desktop", DESKTOP, "light", logInAsAttendant);
}

async function logInAsAttendant(page: Page): Promise<void> {
  await page.goto("/ostra-hamnen/attendant-login");
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.getByRole("article").first().waitFor();
}

/** Opens a page as `show` says and saves the picture; the moving background stands still. */
async function take(
  name: string,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
  show: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    colorScheme,
    reducedMotion: "reduce",
    locale: "sv-SE",
    timezoneId: "Europe/Stockholm",
  });
  const page = await context.newPage();
  await show(page);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
}
