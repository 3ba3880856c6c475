// `Exportera CSV` of all cases in a browser: its time, the page's memory meanwhile, and the time until it stops.
import { statSync } from "node:fs";
import { type Browser, type CDPSession, expect, type Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { type Figure, milliseconds } from "./table.ts";

const LONGEST_MS = 600_000;
const LOOK_EVERY_MS = 250;
const MB = 1024 * 1024;

/** Measures the whole export as the seed's admin, from the press to the file, and an export that is stopped. */
export async function measureExport(browser: Browser, { url }: RunningProduct): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "sv-SE" });
  const page = await context.newPage();
  await page.goto(`${url}/ostra-hamnen/admin-login`);
  await page.getByLabel("Användarnamn").fill("admin01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Admin-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/admin-dashboard/);
  await page.goto(`${url}/ostra-hamnen/cases`);
  await page.getByRole("article").first().waitFor();
  const heap = await startWatching(await context.newCDPSession(page));

  const began = performance.now();
  const saving = page.waitForEvent("download", { timeout: LONGEST_MS });
  await press(page, "Exportera CSV");
  const bytes = statSync(await (await saving).path()).size;
  const took = performance.now() - began;
  const grown = heap.stop();

  await press(page, "Exportera CSV");
  await expect(page.getByRole("progressbar")).toBeVisible();
  const stopped = performance.now();
  await press(page, "Avbryt");
  await page.getByRole("button", { name: "Exportera CSV" }).waitFor();
  const stopTook = performance.now() - stopped;
  await context.close();
  return [
    {
      what: "`Exportera CSV` of all cases",
      value: milliseconds(took),
      note: `${(bytes / MB).toFixed(1)} MB of file`,
    },
    { what: "the page's memory meanwhile, most", value: `+${(grown / MB).toFixed(0)} MB`, note: "JavaScript heap" },
    { what: "until it is stopped", value: milliseconds(stopTook) },
  ];
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Watches the page's heap until stopped, and gives the most bytes by which it had grown. */
async function startWatching(session: CDPSession): Promise<{ stop(): number }> {
  await session.send("HeapProfiler.collectGarbage");
  const used = async () => (await session.send("Runtime.getHeapUsage")).usedSize;
  const before = await used();
  let most = before;
  const looking = setInterval(() => {
    void used().then(
      (now) => void (most = Math.max(most, now)),
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(looking);
      return most - before;
    },
  };
}
