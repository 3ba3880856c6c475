// Waits of an attendant (document 4): the answer to a check among a year's rows, a fine beside a plain insert, and the word on a phone.
//
// `npm run bench -- cases`. BENCH_SECONDS and BENCH_ROUNDS (5 and 3) shorten the second part.
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { decodeJwt } from "jose";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { fillCases, fillParkings, givenNumbers, onDatabase, removeInserted, waitUntilQuiet } from "./city.ts";
import { attendantsInTurn, makeAttendants, signInAttendant } from "./peers/people.ts";
import { type Call, loadOf, runRounds, secondsOf } from "./peers/rounds.ts";
import { jsonHeaders, productParkings, someParking } from "./peers/sides.ts";
import { launchBrowser } from "./screens.ts";
import { newFine, timeOf } from "./office.ts";
import { type Figure, milliseconds, percentile, printTable } from "./table.ts";

const ROWS = { parkings: 1_000_000, permits: 100_000, fines: 200_000 } as const;
const TARGETS = { checkP95: 10, issueShare: 0.4, word: 400 } as const;

const CHECKS = { warmUp: 200, measured: 1000, betweenLimits: 100 } as const;
const PRESSES = { warmUp: 3, measured: 30 } as const;
/** An average phone on an average network: 150 ms, 1.6 Mbit/s. */
const PHONE = { width: 390, height: 844 };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER_CPU = 4;

/** Most inserts a second that the bench prepares: more than the product reaches. */
const MOST_A_SECOND = 2000;
/** Most fines that an account issues in 15 minutes (private.too_many). */
const MOST_FINES = 60;

/** Measures and prints the three waits, in the profile `hardened`. */
export async function measureCases(): Promise<void> {
  const product = await startProduct({ profile: "hardened" });
  try {
    await fillParkings(product.databaseUrl, ROWS.parkings);
    await fillCases(product.databaseUrl, ROWS);
    const token = await signInAttendant(product.url, product.publishableKey);
    const plates = await platesToAsk(product.databaseUrl);
    const checks = await measureChecks(product, token, plates);
    const browser = await launchBrowser();
    const words = await measureWords(browser, product, plates);
    await browser.close();
    printTable(
      `${ROWS.parkings} parkings, ${ROWS.permits} permits, ${ROWS.fines} fines, an attendant in \`hardened\``,
      [...checks, ...words, ...(await measureIssuing(product))],
    );
  } finally {
    await product.stop();
  }
}

const held = (isHeld: boolean) => (isHeld ? "holds" : "MISSED");

/** Plates of cars with a running parking, an ended parking, a permit, fines, and nothing, in turn. */
async function platesToAsk(databaseUrl: string): Promise<string[]> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ plate: string }>(`
      select plate from (
        (select ref_number as plate, row_number() over (order by id) as n from public.parkings
          where project_id = 'ostra-hamnen' and end_time > now() order by id limit 250)
        union all (select ref_number, row_number() over (order by id) from public.parkings
          where project_id = 'ostra-hamnen' and end_time < now() order by id limit 250)
        union all (select plate, row_number() over (order by id) from public.permits where project_id = 'ostra-hamnen' order by id limit 250)
        union all (select plate, row_number() over (order by id) from public.fines where project_id = 'ostra-hamnen' order by id limit 250)
        union all (select 'QQ' || n || 'Q', n from generate_series(1, 250) n)
      ) cars order by n, plate`),
  );
  return rows.map(({ plate }) => plate);
}

/**
 * Measures checks one after the other, as an attendant asks. Between two checks a parking is read by its key, which tells how busy the
 * machine is.
 */
async function measureChecks(product: RunningProduct, token: string, plates: readonly string[]): Promise<Figure[]> {
  const headers = jsonHeaders({ apikey: product.publishableKey, authorization: `Bearer ${token}` });
  const key = await someParking(product.databaseUrl);
  const [checks, reads]: [number[], number[]] = [[], []];
  for (let run = 0; run < CHECKS.warmUp + CHECKS.measured; run += 1) {
    const plate = plates[run % plates.length];
    const body = JSON.stringify({ project: "ostra-hamnen", plate, check_id: randomUUID(), acting_as: "vakt01" });
    // The measured attendant asks more within minutes than a street does, so the limits are emptied; each check is counted as always.
    if (run % CHECKS.betweenLimits === 0) await product.sql`truncate private.rate_limits`;
    const check = await timeOf(`${product.url}/rest/v1/rpc/check_plate`, { method: "POST", headers, body });
    const read = await timeOf(`${product.url}/rest/v1/parkings?select=*&id=eq.${key}`, { headers });
    if (run < CHECKS.warmUp) continue;
    checks.push(check);
    reads.push(read);
  }
  const p95 = percentile(checks, 0.95);
  return [
    {
      what: "check_plate over HTTP, p95",
      value: milliseconds(p95),
      note: `< ${TARGETS.checkP95} ms: ${held(p95 < TARGETS.checkP95)}; ${said(checks)}`,
    },
    { what: "one parking by its key, p95", value: milliseconds(percentile(reads, 0.95)), note: said(reads) },
  ];
}

const said = (took: readonly number[]) =>
  `p50 ${milliseconds(percentile(took, 0.5))}, fastest twentieth ${milliseconds(percentile(took, 0.05))}`;

/** Measures requests a second of fines and of plain inserts, in turn. */
async function measureIssuing(product: RunningProduct): Promise<Figure[]> {
  const load = loadOf(32);
  const most = secondsOf(load) * MOST_A_SECOND;
  const apikey = { apikey: product.publishableKey };
  const tokens = await makeAttendants(product.databaseUrl, Math.ceil(most / RATE_LIMITS.parkings.account.points));
  // An account issues as many fines as a person can, so a street of attendants issues them.
  const people: { sent: string; userId: string; numbers: string[] }[] = [];
  for (const sent of await makeAttendants(product.databaseUrl, Math.ceil(most / MOST_FINES))) {
    const userId = `bench-${decodeJwt(sent).sub ?? ""}`;
    people.push({ sent, userId, numbers: await givenNumbers(product.databaseUrl, MOST_FINES, userId) });
  }
  const inTurn = <Item>(give: (person: (typeof people)[number]) => Item) => {
    let turn = 0;
    return () => give(people[turn++ % people.length] as (typeof people)[number]);
  };
  const senders = attendantsInTurn(jsonHeaders(apikey), tokens);
  const insert = productParkings(product, "", { headers: jsonHeaders(apikey), senders }).calls.insert;
  const issue: Call = {
    url: `${product.url}/rest/v1/rpc/issue_fine`,
    method: "POST",
    headers: jsonHeaders(apikey),
    senders: inTurn(({ sent }) => jsonHeaders({ ...apikey, authorization: `Bearer ${sent}` })),
    bodies: inTurn(({ userId, numbers }) =>
      JSON.stringify({ fine: newFine(numbers.pop()), accepted: [], acting_as: userId }),
    ),
  };
  const side = { name: "product", calls: { insert, issue } };
  const readings = (
    await runRounds([side], ["insert", "issue"], load, async (name) => {
      await waitUntilQuiet(product.databaseUrl);
      if (name === "insert") await removeInserted(product.databaseUrl);
    })
  ).get("product");
  const [plain, fine] = [readings?.insert, readings?.issue];
  const share = (fine?.rate ?? Number.NaN) / (plain?.rate ?? Number.NaN);
  const refused = (fine?.refused ?? 0) + (plain?.refused ?? 0);
  return [
    { what: "a plain insert", value: `${Math.round(plain?.rate ?? Number.NaN)}/s`, note: "a parking, 32 connections" },
    {
      what: "issue_fine",
      value: `${Math.round(fine?.rate ?? Number.NaN)}/s`,
      note: `${share.toFixed(2)} of it, ≥ ${TARGETS.issueShare}: ${held(share >= TARGETS.issueShare)}${refused > 0 ? `; ${refused} REFUSED` : ""}`,
    },
  ];
}

/** Measures the time from the press of `Kontrollera` to the painted word, in Chromium as slow as a phone on a slow network. */
async function measureWords(browser: Browser, { url }: RunningProduct, plates: readonly string[]): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: PHONE, locale: "sv-SE" });
  const page = await context.newPage();
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await page.goto(`${url}/ostra-hamnen/attendant-login`);
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.getByText("Uppdateras direkt").waitFor();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
  const took: number[] = [];
  for (let run = 0; run < PRESSES.warmUp + PRESSES.measured; run += 1) {
    const waited = await pressAndWait(page, plates[run % plates.length] ?? "");
    if (run >= PRESSES.warmUp) took.push(waited);
  }
  await context.close();
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)];
  return [
    {
      what: "from the press to the word",
      value: milliseconds(p50),
      note: `< ${TARGETS.word} ms: ${held(p50 < TARGETS.word)}; p95 ${milliseconds(p95)}, fastest twentieth ${milliseconds(percentile(took, 0.05))}; CPU ${SLOWER_CPU}× slower, 150 ms, 1.6 Mbit/s`,
    },
  ];
}

/** Checks a plate on the open list: milliseconds from the press to the painted word. */
export async function pressAndWait(page: Page, plate: string): Promise<number> {
  await page.getByLabel("Kontrollera registreringsnummer").fill(plate);
  const painted = page.evaluate(pressToWord);
  await page.getByRole("button", { name: "Kontrollera", exact: true }).click();
  const waited = await painted;
  await page.getByRole("button", { name: "Ny kontroll" }).click();
  await page.getByRole("region", { name: "Svar" }).waitFor({ state: "detached" });
  return waited;
}

/** Runs in the page: milliseconds from the next press to the frame that shows an answer's word. */
function pressToWord(): Promise<number> {
  return new Promise((resolve) => {
    let pressed = Number.NaN;
    document.addEventListener("pointerdown", ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true });
    const look = (now: number) => {
      // The answer is painted together with the frame in which it was found: the next frame knows the moment.
      if (document.querySelector("[aria-label=Svar] output") === null) requestAnimationFrame(look);
      else requestAnimationFrame((next) => resolve(Math.max(now, next) - pressed));
    };
    requestAnimationFrame(look);
  });
}
