// Waits of the office (document 4 §5): lists, search, counts, overview and statistics among a company's years, while fines go on being issued.
//
// `npm run bench -- office`, and before the rest of `npm run bench -- cases`.
import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { plainClient } from "#tests/support/rows/writes.ts";
import { fillCases, fillOffice, givenNumbers } from "./city.ts";
import { measureExport } from "./office-export.ts";
import { makeAttendants, signInAdmin } from "./peers/people.ts";
import { jsonHeaders } from "./peers/sides.ts";
import { launchBrowser } from "./screens.ts";
import { type Figure, milliseconds, percentile, printTable } from "./table.ts";

const ROWS = { permits: 1000, fines: 200_000 } as const;
/** Number of rounds of each call, within the limit of an account: 300 sums in ten minutes. */
const ASKED = { warmUp: 5, measured: 80 } as const;
/** Longest wait of 95 calls in 100, in milliseconds. */
const TARGETS = { list: 100, search: 100, find: 200, counts: 300, overview: 500, statistics: 100 } as const;
const ISSUE_EVERY_MS = 1000;
const ADMINS = 3;
/** Attendants who issue in turn, each by a login of their own, and the numbers that each was given. */
const ATTENDANTS = 50;
const NUMBERS_EACH = 40;

const LISTED =
  "id,created_at,case_number,plate,street,violation_text,amount,fee,paid_ore,due_date,issued_at,issued_by,status,needs_review,violation_id";
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Asked = { what: string; target: number; path: string; body?: object };

const list = (what: string, condition: string, target: number = TARGETS.list): Asked => ({
  what,
  target,
  path: `fines?select=${LISTED}&project_id=eq.ostra-hamnen${condition && `&${condition}`}&order=created_at.desc,id.desc&limit=50`,
});
const overview = (days: number): Asked => ({
  what: `the overview of ${days} days`,
  target: TARGETS.overview,
  path: "rpc/site_overview",
  body: { project: "ostra-hamnen", first: dayBefore(days - 1), last: dayBefore(0), acting_as: "admin01" },
});

/** The search of open cases from any place of the office. */
const find = (what: string, term: string): Asked => ({
  what: `open cases by ${what}`,
  target: TARGETS.find,
  path: "rpc/find_cases",
  body: { project: "ostra-hamnen", term },
});

const statistics = (weeks: number): Asked => ({
  what: `the statistics of ${weeks} weeks`,
  target: TARGETS.statistics,
  path: "rpc/site_statistics",
  body: { project: "ostra-hamnen", first: dayBefore(7 * weeks - 1), last: dayBefore(0), acting_as: "admin01" },
});

/** Calls as the screens make them (web/data/fines/queries.ts). */
const CALLS: Asked[] = [
  list("the list `Alla`", ""),
  list("the list `Obetalda`", "status=in.(issued,reminded,collection)"),
  list("the list `Bestridna`", "status=eq.disputed"),
  list("the list `Förfallna`", `status=in.(issued,reminded)&due_date=lt.${dayBefore(0)}`),
  list("the list `Att granska`", "needs_review=eq.true"),
  list("the list `Att återbetala`", "left_ore=lt.0"),
  list(
    "the list `Preskriberas snart`",
    `status=in.(issued,reminded,disputed,collection)&issued_at=lt.${dayBefore(670)}`,
  ),
  list("a search by number", "case_number=eq.00123456", TARGETS.search),
  list("a search by plate", "plate_key=eq.KAB007", TARGETS.search),
  find("a part of a plate", "b007"),
  find("a part of a number", "2345"),
  find("a name", "berg"),
  {
    what: "the counts of the lists",
    target: TARGETS.counts,
    path: "rpc/count_cases",
    body: { project: "ostra-hamnen", today: dayBefore(0), expires_before: dayBefore(670) },
  },
  overview(90),
  overview(365),
  statistics(13),
  statistics(52),
];

/** Measures and prints the waits, in the profile `hardened`. */
export async function measureOffice(): Promise<void> {
  const product = await startProduct({ profile: "hardened" });
  try {
    await fillCases(product.databaseUrl, ROWS);
    await fillOffice(product.databaseUrl);
    const token = await signInAdmin(product.url, product.publishableKey);
    const stop = await keepBusy(product, token);
    const figures: Figure[] = [];
    for (const call of CALLS) {
      // One account asks what many ask in a day.
      await product.sql`truncate private.rate_limits`;
      figures.push(await measure(product, token, call));
    }
    const browser = await launchBrowser();
    figures.push(...(await measureExport(browser, product)));
    await browser.close();
    await stop();
    printTable(
      `${ROWS.fines} fines, 1000000 events, 20000 objections; ${ATTENDANTS} attendants issue a fine a second, ${ADMINS} admins watch; an admin in \`hardened\``,
      figures,
    );
  } finally {
    await product.stop();
  }
}

async function measure({ url, publishableKey }: RunningProduct, token: string, call: Asked): Promise<Figure> {
  const headers = jsonHeaders({ apikey: publishableKey, authorization: `Bearer ${token}` });
  const request = call.body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(call.body) };
  const took: number[] = [];
  let first = 0;
  for (let run = 0; run < ASKED.warmUp + ASKED.measured; run += 1) {
    const waited = await timeOf(`${url}/rest/v1/${call.path}`, request);
    if (run === 0) first = waited;
    if (run >= ASKED.warmUp) took.push(waited);
  }
  const p95 = percentile(took, 0.95);
  return {
    what: `${call.what}, p95`,
    value: milliseconds(p95),
    note: `< ${call.target} ms: ${p95 < call.target ? "holds" : "MISSED"}; p50 ${milliseconds(percentile(took, 0.5))}, the first ${milliseconds(first)}`,
  };
}

/** Makes attendants issue a fine a second together, and admins follow the list; gives the function that ends both. */
async function keepBusy(
  { url, publishableKey, databaseUrl }: RunningProduct,
  admin: string,
): Promise<() => Promise<void>> {
  const tokens = await makeAttendants(databaseUrl, ATTENDANTS);
  const attendants = await Promise.all(
    tokens.map(async (token) => {
      const userId = `bench-${decodeJwt(token).sub ?? ""}`;
      const headers = jsonHeaders({ apikey: publishableKey, authorization: `Bearer ${token}` });
      return { userId, headers, numbers: await givenNumbers(databaseUrl, NUMBERS_EACH, userId) };
    }),
  );
  const watching = await Promise.all(
    Array.from({ length: ADMINS }, async () => {
      const client = plainClient(url, publishableKey);
      await client.realtime.setAuth(admin);
      const filter = { event: "*", schema: "public", table: "fines", filter: "project_id=eq.ostra-hamnen" } as const;
      client
        .channel("office")
        .on("postgres_changes", filter, () => undefined)
        .subscribe();
      return client;
    }),
  );
  let issued = 0;
  const refused: string[] = [];
  const issuing = setInterval(() => {
    const attendant = attendants[issued++ % ATTENDANTS];
    if (attendant === undefined) return;
    const { userId, headers, numbers } = attendant;
    const body = JSON.stringify({ fine: newFine(numbers.pop()), accepted: [], acting_as: userId });
    const request = { method: "POST", headers, body };
    void timeOf(`${url}/rest/v1/rpc/issue_fine`, request).catch((error: Error) => refused.push(error.message));
  }, ISSUE_EVERY_MS);
  return async () => {
    clearInterval(issuing);
    // A street without fines would be another measurement, so the run fails.
    if (refused.length > 0)
      throw new Error(`${refused.length} of ${issued} fines were not issued: ${refused[0] ?? ""}`);
    await Promise.all(watching.map((client) => client.removeAllChannels()));
  };
}

/** Milliseconds until an answer is read. @throws without an answer */
export async function timeOf(url: string, request: RequestInit): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 300)}`);
  return performance.now() - started;
}

/** A fine with two photos, of a car without other fines. */
export function newFine(number: string | undefined) {
  const id = randomUUID();
  const photo = () => {
    const key = randomUUID();
    const sha256 = `${key}${id}`.replaceAll("-", "");
    return { id: key, path: `${id}/${key}.jpg`, sha256, taken_at: new Date().toISOString(), category: "car" };
  };
  return {
    id,
    project_id: "ostra-hamnen",
    case_number: number,
    plate: `M${id.slice(0, 8)}`,
    car_model: "Volvo V70",
    car_color: "Blå",
    street: "Hamngatan 1",
    violation_text: "Parkerat längre än tillåten tid",
    amount: 700,
    issued_at: new Date().toISOString(),
    photos: [photo(), photo()],
  };
}
