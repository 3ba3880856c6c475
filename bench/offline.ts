// What a phone without a network needs: the answer to a check among twenty thousand running parkings, and opening the application.
import type { Browser, Page } from "@playwright/test";
import postgres from "postgres";
import { logInAsAttendant } from "#tests/support/attendant.ts";
import { untilReadyOffline } from "#tests/support/offline.ts";
import type { RunningProduct } from "#tests/support/product.ts";
import { type Figure, median, milliseconds } from "./table.ts";

const RUNNING = 20_000;
const RUNS = 15;

/** Fills `ostra-hamnen` with parkings that run for an hour more. */
async function fillRunning(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
    select 'ostra-hamnen', 'Volvo V60', 'Röd', 'Åkergränd ' || n, 'OFF' || lpad(n::text, 5, '0'), now() - interval '1 hour',
      now() + interval '1 hour' from generate_series(1, ${RUNNING}) n`;
  await sql.end();
}

/** Runs in the page: from the press to the frame after the word, in milliseconds. */
async function timeCheck(page: Page, plate: string): Promise<number> {
  await page.getByLabel("Kontrollera registreringsnummer").fill(plate);
  const reading = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        document.addEventListener("keydown", () => (pressed = performance.now()), { capture: true, once: true });
        const look = new MutationObserver(() => {
          if (pressed === 0 || document.querySelector('section[aria-label="Svar"] output') === null) return;
          look.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - pressed));
        });
        look.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByLabel("Kontrollera registreringsnummer").press("Enter");
  return reading;
}

/** Checks without a network on a slow phone, and the installed application's opening. */
export async function measureOffline(browser: Browser, product: RunningProduct): Promise<Figure[]> {
  await fillRunning(product.databaseUrl);
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await logInAsAttendant(page);
  await untilReadyOffline(page);
  await context.setOffline(true);
  const opened: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now();
    await page.reload({ waitUntil: "commit" });
    await page.getByLabel("Kontrollera registreringsnummer").waitFor();
    opened.push(performance.now() - begun);
  }
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // What lies on the device is read once after the opening.
  await timeCheck(page, "OFF00001");
  const answers: number[] = [];
  for (let run = 0; run < RUNS; run += 1)
    answers.push(await timeCheck(page, `OFF${String(run * 7 + 11).padStart(5, "0")}`));
  await context.close();
  return [
    {
      what: `check without a network among ${RUNNING}, from press to word`,
      value: milliseconds(median(answers)),
      note: `CPU 4× slower, median of ${RUNS}, slowest ${milliseconds(Math.max(...answers))}`,
    },
    {
      what: "installed application, opened without a network",
      value: milliseconds(median(opened)),
      note: `median of ${RUNS}, slowest ${milliseconds(Math.max(...opened))}`,
    },
  ];
}
