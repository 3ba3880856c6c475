// A phone of its own for a journey: its browser's folder outlives the browser, which can be killed as a phone's system does it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type TestInfo } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";

export type Phone = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Kills the browser with all its processes, and opens it anew. */
  restart: () => Promise<void>;
  /** Closes the browser and removes its folder. */
  away: () => Promise<void>;
};

/** Opens a phone with these settings. `begin` gets each of its browsers before a page is opened. */
export async function openPhone(
  product: RunningProduct,
  { use }: TestInfo["project"],
  begin: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<Phone> {
  const folder = mkdtempSync(join(tmpdir(), "parkering-phone-"));
  const { launchOptions = {}, locale = "sv-SE", timezoneId = "Europe/Stockholm" } = use;
  const open = async () => {
    const options = { ...launchOptions, locale, timezoneId, baseURL: product.url, serviceWorkers: "allow" as const };
    const context = await chromium.launchPersistentContext(folder, options);
    await begin(context);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let opened = await open();
  return {
    get context() {
      return opened.context;
    },
    get page() {
      return opened.page;
    },
    restart: async () => {
      killBrowser(folder);
      opened = await open();
    },
    away: async () => {
      await opened.context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killBrowser(folder: string): void {
  const found = execFileSync("pgrep", ["-f", `user-data-dir=${folder}`], { encoding: "utf8" });
  for (const pid of found.trim().split("\n")) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // The process has ended together with an earlier process of the list.
    }
  }
}
