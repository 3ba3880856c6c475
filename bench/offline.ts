// Waits of a phone without a network (document 4 §6): the answer to a check among twenty thousand running parkings, and the opening of the
// application, each beside the same with a network.
//
// `npm run bench -- offline`, about two minutes.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import postgres from "postgres";
import { logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import { untilReadyOffline } from "#tests/support/journeys/offline.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { pressAndWait } from "./cases.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const RUNNING = 20_000;
const TARGETS = { word: 100, opening: 1000 } as const;
const CHECKS = { warmUp: 3, measured: 40 } as const;
const OPENINGS = { warmUp: 2, measured: 15 } as const;
const PHONE = { width: 390, height: 844 };
const SLOWER_CPU = 4;

/** Fills `ostra-hamnen` with parkings that run for an hour more. */
async function fillRunning(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
    select 'ostra-hamnen', 'Volvo V60', 'Röd', 'Åkergränd ' || n, 'OFF' || lpad(n::text, 5, '0'), now() - interval '1 hour',
      now() + interval '1 hour' from generate_series(1, ${RUNNING}) n`;
  await sql`vacuum (analyze) parkings`;
  await sql.end();
}

/**
 * Runs in each page before its own code, and notes the frame after the one that shows the check's field, in milliseconds since the opening.
 */
function noteOpening(): void {
  const look = (now: number) => {
    if (document.querySelector("input[name=plate]") === null) requestAnimationFrame(look);
    else requestAnimationFrame((next) => Object.assign(globalThis, { openedAt: Math.max(now, next) }));
  };
  requestAnimationFrame(look);
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Opens the attendants' first screen in a page of its own, as the device does from its home screen. */
async function timeOpening(context: BrowserContext, rate: number): Promise<number> {
  const page = await context.newPage();
  await slowDown(page, rate);
  await page.goto("/ostra-hamnen/attendant-dashboard", { waitUntil: "commit" });
  const opened = await page.waitForFunction(() => (globalThis as { openedAt?: number }).openedAt);
  const took = Number(await opened.jsonValue());
  await page.close();
  return took;
}

async function timeOpenings(context: BrowserContext, rate: number): Promise<number[]> {
  const took: number[] = [];
  for (let run = 0; run < OPENINGS.warmUp + OPENINGS.measured; run += 1) took.push(await timeOpening(context, rate));
  return took.slice(OPENINGS.warmUp);
}

/** Plates of cars with a parking, and of other cars, in turn. */
async function timeChecks(page: Page, from: number): Promise<number[]> {
  const took: number[] = [];
  for (let run = 0; run < CHECKS.warmUp + CHECKS.measured; run += 1) {
    const number = String(from + run * 7).padStart(5, "0");
    took.push(await pressAndWait(page, run % 2 === 0 ? `OFF${number}` : `QQ${number}Q`));
  }
  return took.slice(CHECKS.warmUp);
}

const said = (took: readonly number[], target?: number): string =>
  [
    ...(target === undefined ? [] : [`< ${target} ms: ${median(took) < target ? "holds" : "MISSED"}`]),
    `p95 ${milliseconds(percentile(took, 0.95))}`,
    `slowest ${milliseconds(Math.max(...took))}`,
  ].join(", ");

const figure = (what: string, took: readonly number[], target?: number): Figure => ({
  what,
  value: milliseconds(median(took)),
  note: said(took, target),
});

/** Measures both waits, in one run with the same press and the same opening with a network. Gives medians of the runs. */
export async function measureOffline(browser: Browser, product: RunningProduct): Promise<Figure[]> {
  await fillRunning(product.databaseUrl);
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE, locale: "sv-SE" });
  // The page gets this helper, with which the runner that strips types marks functions.
  await context.addInitScript("globalThis.__name ??= (value) => value");
  await context.addInitScript(noteOpening);
  const page = await context.newPage();
  await logInAsAttendant(page);
  await untilReadyOffline(page);
  await slowDown(page, SLOWER_CPU);
  const online = await timeChecks(page, 11);
  await context.setOffline(true);
  const offline = await timeChecks(page, 12);
  await page.close();
  const opened = await timeOpenings(context, 1);
  const openedSlowly = await timeOpenings(context, SLOWER_CPU);
  await context.close();

  const without = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    locale: "sv-SE",
    serviceWorkers: "block",
  });
  await without.addInitScript("globalThis.__name ??= (value) => value");
  await without.addInitScript(noteOpening);
  await logInAsAttendant(await without.newPage());
  const fromServer = await timeOpenings(without, 1);
  await without.close();
  const slow = `CPU ${SLOWER_CPU}× slower`;
  return [
    figure(`no network: from the press to the word, ${RUNNING} running parkings, ${slow}`, offline, TARGETS.word),
    figure(`beside it: answered by the server on the same machine, ${slow}`, online),
    figure("no network: the installed application, opened", opened, TARGETS.opening),
    figure(`the same, ${slow}`, openedSlowly, TARGETS.opening),
    figure("beside it: opened from the server on the same machine, without what the device keeps", fromServer),
  ];
}
