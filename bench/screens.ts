// Cost of the screens in a browser: paints of the landing page, frames of the long list.
import { createHash, randomBytes } from "node:crypto";
import { chromium, type Browser } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import playwrightConfig from "../playwright.config.ts";
import { type Figure, median, milliseconds } from "./table.ts";

/** The window of a phone. */
export const PHONE = { width: 390, height: 844 };
const PAINT_RUNS = 5;
const SCROLL_FRAMES = 600;

/** Slow 4G, as Lighthouse's mobile setting has it. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

/** Starts Chromium as the browser tests do. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(playwrightConfig.use?.launchOptions ?? {});

/**
 * Measures the largest paint of the landing page, the driver's pages and a receipt's on a slow phone; of a page with a key also the moment
 * when its facts have come.
 */
export async function measurePaints(browser: Browser, { url, sql }: RunningProduct): Promise<Figure[]> {
  const [fine] = await sql<{ public_key: string }[]>`
    select public_key from fines where status = 'issued' order by issued_at desc limit 1`;
  const receipt = randomBytes(16).toString("base64url");
  await sql`
    update parkings set receipt_hash = ${createHash("sha256").update(receipt).digest("hex")}
    where id = (select id from parkings order by end_time desc limit 1)`;
  const pages: { what: string; path: string; until?: "drawn" }[] = [
    { what: "landing page", path: "/" },
    { what: "/case", path: "/case" },
    { what: "/case/{key}, what is drawn", path: `/case/${fine?.public_key}`, until: "drawn" },
    { what: "/case/{key}, with its case", path: `/case/${fine?.public_key}` },
    { what: "/receipt/{key}, what is drawn", path: `/receipt/${receipt}`, until: "drawn" },
    { what: "/receipt/{key}, with its parking", path: `/receipt/${receipt}` },
  ];
  const largest: number[][] = pages.map(() => []);
  // The pages are measured in turn, so that a busy moment of the machine meets all of them.
  for (let run = 0; run < PAINT_RUNS; run += 1) {
    for (const [index, { path, until }] of pages.entries())
      largest[index]?.push(await largestPaint(browser, url + path, until));
  }
  const note = `slow 4G, CPU 4× slower, median of ${PAINT_RUNS}`;
  return pages.map(({ what }, index) => ({
    what: `${what}, largest paint`,
    value: milliseconds(median(largest[index] ?? [])),
    note,
  }));
}

/**
 * The largest paint of an address in milliseconds, until nothing is fetched any more, or only of the parts that are drawn before any script
 * ran.
 */
async function largestPaint(browser: Browser, url: string, until?: "drawn"): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  if (until === "drawn") await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(url, { waitUntil: "networkidle" });
  const largest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return largest;
}

/** Measures late frames while the attendant's list of 100 000 rows is scrolled, and the time until the list is open. */
export async function measureList(browser: Browser, { url }: RunningProduct): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: PHONE, locale: "sv-SE" });
  const page = await context.newPage();
  // The page gets this helper, with which the runner that strips types marks functions.
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await page.goto(`${url}/ostra-hamnen/attendant-login`);
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.getByRole("article").first().waitFor();
  const opened = performance.now();
  await page.reload();
  await page.getByRole("article").first().waitFor();
  const openTime = performance.now() - opened;
  const figures: Figure[] = [{ what: "list of 100 000, reload to first row", value: milliseconds(openTime) }];
  const session = await context.newCDPSession(page);
  for (const rate of [1, 4]) {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const frames = await page.evaluate(scrollAndTimeFrames, SCROLL_FRAMES);
    const late = frames.filter((frame) => frame > 1.5 * (1000 / 60)).length;
    figures.push({
      what: `list of 100 000, scrolled, CPU ${rate}× slower`,
      value: `${late} of ${frames.length} late`,
      note: `median frame ${milliseconds(median(frames))}`,
    });
  }
  const rows = await page.getByRole("article").count();
  figures.push({ what: "rows in the page after scrolling", value: String(rows) });
  await context.close();
  return figures;
}

/** Runs in the page: scrolls 40 px a frame, and gives each frame's length in milliseconds. */
function scrollAndTimeFrames(count: number): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    let last = performance.now();
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      window.scrollBy(0, 40);
      if (frames.length <= count) requestAnimationFrame(step);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(step);
  });
}
