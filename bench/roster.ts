// The dispatch centre's page with as many units as there may be: the processor time of its main thread.
import type { Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { type Figure, median, milliseconds } from "./table.ts";

const UNITS = 500;
const RUNS = 5;
/** The most that the page may compute, in milliseconds: a second until it is open, and some frames for a change. */
const TARGETS = { opening: 1000, change: 60, edit: 60 } as const;

/** Measures opening the roster, a live change and an edit on a page of the centre where an operator is logged in. */
export async function measureRoster(page: Page, { sql }: RunningProduct): Promise<Figure[]> {
  await sql`truncate units cascade`;
  await sql`insert into units (unit_number, location, status, occupation, vehicle_type, operational_status)
    select '3' || n % 10 || '-' || 1000 + n, 'Ort ' || n % 10, 'AVAILABLE', 'Patrull', 'Volvo V90', 'ACTIVE'
    from generate_series(1, ${UNITS}) n`;
  const took: Record<keyof typeof TARGETS, number[]> = { opening: [], change: [], edit: [] };
  for (let run = 0; run < RUNS; run += 1) {
    await page.getByRole("tab", { name: "Options" }).click();
    await page.getByText("4.2 min").waitFor();
    const tab = await page.getByRole("tab", { name: "Units" }).elementHandle();
    took.opening.push(
      await mainThreadTime(page, async () => {
        await tab?.click();
        await page.waitForFunction((rows) => document.querySelectorAll("tr[data-unit]").length === rows, UNITS);
      }),
    );
    // Found before: a search through all rows by their names would be counted as the page's own work.
    const row = await page.getByRole("row", { name: /35-1255/ }).elementHandle();
    const edit = await page.getByRole("button", { name: "Edit 30-1250" }).elementHandle();
    const status = run % 2 === 0 ? "OUT_OF_SERVICE" : "BUSY";
    took.change.push(
      await mainThreadTime(page, async () => {
        await sql`update units set status = ${status} where unit_number = '35-1255'`;
        await page.waitForFunction(([at, text]) => at?.textContent?.includes(text), [row, status] as const);
      }),
    );
    took.edit.push(
      await mainThreadTime(page, async () => {
        await edit?.focus();
        await page.keyboard.press("e");
        await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === "30-1250");
      }),
    );
    await page.keyboard.press("Escape");
  }
  return Object.entries(TARGETS).map(([what, target]) => {
    const middle = median(took[what as keyof typeof TARGETS]);
    return {
      what: `${UNITS} units, ${what}, the main thread's work`,
      value: milliseconds(middle),
      note: `≤ ${target} ms: ${middle <= target ? "holds" : "MISSED"}; median of ${RUNS}`,
    };
  });
}

/** The page's work for an action: script, styles and layout, in milliseconds of processor time. */
async function mainThreadTime(page: Page, act: () => Promise<void>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const counted = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
    return metrics.filter(({ name }) => counted.includes(name)).reduce((sum, { value }) => sum + value, 0);
  };
  const before = await read();
  await act();
  const after = await read();
  await cdp.detach();
  return (after - before) * 1000;
}
