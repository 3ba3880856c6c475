// Waits of other callers while one client sends the heaviest requests that are answered, over two connections without pause.
import { createHash, randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { WebSocket } from "ws";
import type { SecurityProfile } from "#contract/states.ts";
import { sendEndless } from "#tests/support/bad-input/endless-request.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { FORWARDED_FOR } from "#tests/support/rows/writes.ts";
import { BENCH_STREET, fillMessages, fillParkings, fillProperties, removeInserted, waitUntilQuiet } from "./city.ts";
import { type Headers, signInAttendant } from "./peers/people.ts";
import { jsonHeaders } from "./peers/sides.ts";
import { median, milliseconds, percentile, printColumns } from "./table.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 10);
const HEAVY_CONNECTIONS = 2;
const READ_EVERY_MS = 30;
const LONGEST_P95_MS = 50;

/**
 * A heavy request; `who` sends it, in `profile`; `path` is below the table API's address when it begins without `/`. Requests that turn out
 * to cost more belong here too.
 */
type Heavy = {
  what: string;
  profile: SecurityProfile;
  who: "visitor" | "attendant";
  path: string;
  method?: "GET" | "POST";
  headers?: Headers;
  body?: unknown;
};

const NEWEST = "order=created_at.desc,id.desc";

const parkings = (count: number) =>
  Array.from({ length: count }, () => ({
    project_id: "ostra-hamnen",
    car_model: "Volvo V70",
    car_color: "Blå",
    street: BENCH_STREET,
    ref_number: "ABC123",
    start_time: "2026-01-01T08:00:00Z",
    end_time: "2026-01-01T10:00:00Z",
  }));

/** A request with as many conditions as a request may have, a third of them in one `or`, on columns without an index and without a hit. */
const thirtyFilters = () => {
  const each = Array.from({ length: 19 }, (_, n) => `car_model=neq.Ingen${n}`);
  const either = Array.from({ length: 10 }, (_, n) => `street.eq.Ingenstans ${n}`);
  return [...each, `or=(${either.join(",")})`].join("&");
};

/** Rows of a bank's file that belong to no case. */
const bankRows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    bank_key: createHash("sha256").update(`${n}`).digest("hex"),
    amount_ore: 50_000,
    value_date: "2026-01-01",
    reference: `Ingen ${n}`,
    payer_text: "A".repeat(100),
    method: "Bankgiro",
  }));

const FILE = { id: randomUUID(), name: "tung.csv" };
/** Events of cases that do not exist: the database looks for each case. */
const events = (count: number) =>
  Array.from({ length: count }, () => ({ fine_id: randomUUID(), event_id: randomUUID() }));

const HEAVIEST: readonly Heavy[] = [
  {
    what: "a bank's file of 5000 rows, booked once and sent again",
    profile: "specified",
    who: "visitor",
    path: "rpc/book_payments",
    method: "POST",
    body: { project: "ostra-hamnen", rows: bankRows(5000), file: FILE, acting_as: "admin01" },
  },
  {
    what: "200 events of cases that are not there",
    profile: "specified",
    who: "visitor",
    path: "rpc/record_case_events",
    method: "POST",
    body: { project: "ostra-hamnen", kind: "exported", events: events(200), acting_as: "admin01" },
  },
  {
    what: "a site's year in numbers",
    profile: "specified",
    who: "visitor",
    path: "rpc/site_overview",
    method: "POST",
    body: { project: "ostra-hamnen", first: "2026-01-01", last: "2026-12-31", acting_as: "admin01" },
  },
  {
    what: "addresses of a thousand photos",
    profile: "hardened",
    who: "attendant",
    path: "/storage/v1/object/sign/shift-images",
    method: "POST",
    body: { paths: Array.from({ length: 1000 }, (_, n) => `vakt01/${n}.png`), expiresIn: 60 },
  },
  {
    what: "newest 1000 parkings",
    profile: "specified",
    who: "visitor",
    path: `parkings?select=*&${NEWEST}&limit=1000`,
  },
  {
    what: "1000 parkings in an order without an index",
    profile: "specified",
    who: "visitor",
    path: "parkings?select=*&order=street.asc,car_color.desc&limit=1000",
  },
  {
    what: "30 filters with one or",
    profile: "specified",
    who: "visitor",
    path: `parkings?select=*&${thirtyFilters()}&limit=1000`,
  },
  {
    what: "exact count of all parkings",
    profile: "specified",
    who: "visitor",
    // HEAD is left out: the load generator would wait for the body that its answer does not have.
    path: "parkings?select=id&limit=1",
    headers: { prefer: "count=exact" },
  },
  {
    what: "search for a common word, 1000 rows",
    profile: "specified",
    who: "visitor",
    path: "rpc/search_parkings",
    method: "POST",
    body: { query: "volvo", page_size: 1000 },
  },
  {
    what: "200 parkings in one body",
    profile: "specified",
    who: "visitor",
    path: "parkings",
    method: "POST",
    body: parkings(200),
  },
  {
    what: "20 messages with signatures of 1 MB",
    profile: "specified",
    who: "visitor",
    path: "contact_messages?select=*&limit=1000",
  },
  {
    what: "1000 properties with long texts",
    profile: "hardened",
    who: "visitor",
    path: `properties?select=*&${NEWEST}&limit=1000`,
  },
  {
    what: "newest 1000 parkings of the project",
    profile: "hardened",
    who: "attendant",
    path: `parkings?select=*&project_id=eq.ostra-hamnen&${NEWEST}&limit=1000`,
  },
  {
    what: "search for a common word, 1000 rows",
    profile: "hardened",
    who: "attendant",
    path: "rpc/search_parkings",
    method: "POST",
    body: { query: "volvo", page_size: 1000 },
  },
];

/** Attack without an end: a caller without a login keeps it up. Beginning it gives the function that ends it. */
type Endless = { what: string; begin: (product: RunningProduct) => () => void };

const ATTACKERS = { uploads: 30, sockets: 8 };

/** A hundred filters of a hundred long numbers. */
const longJoin = () => {
  const filter = `price=in.(${Array.from({ length: 100 }, () => "1e131071").join(",")})`;
  const wishes = Array.from({ length: 100 }, () => ({ event: "*", schema: "public", table: "properties", filter }));
  return JSON.stringify(["1", "1", "realtime:a", "phx_join", { config: { postgres_changes: wishes } }]);
};

const ENDLESS: readonly Endless[] = [
  {
    what: `${ATTACKERS.uploads} chunked uploads without a key, begun anew when they are ended`,
    begin({ url }) {
      const over = new AbortController();
      const open = new Set<Socket>();
      const upload = async () => {
        while (!over.signal.aborted) {
          const path = "/storage/v1/object/shift-images/vakt01/a.png";
          const { socket, closed } = sendEndless(url, { method: "POST", path }, 64 * 1024);
          open.add(socket);
          await closed;
          open.delete(socket);
        }
      };
      for (let count = 0; count < ATTACKERS.uploads; count += 1) void upload();
      return () => {
        over.abort();
        for (const socket of open) socket.destroy();
      };
    },
  },
  {
    what: `${ATTACKERS.sockets} sockets that join with 100 filters of 100 long numbers, again and again`,
    begin({ url, publishableKey }) {
      let isOver = false;
      const open = new Set<WebSocket>();
      const join = longJoin();
      const connect = () => {
        if (isOver) return;
        const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
        const socket = new WebSocket(address);
        open.add(socket);
        socket.on("error", () => undefined);
        socket.on("open", () => socket.send(join));
        socket.on("message", () => socket.send(join));
        socket.on("close", () => {
          open.delete(socket);
          connect();
        });
      };
      for (let count = 0; count < ATTACKERS.sockets; count += 1) connect();
      return () => {
        isOver = true;
        for (const socket of open) socket.terminate();
      };
    },
  },
];

/** Prints the time of a small read alone and beside each heavy request. */
export async function measureFairness(): Promise<void> {
  for (const profile of ["specified", "hardened"] as const) {
    const product = await startProduct({ profile });
    try {
      await fillParkings(product.databaseUrl);
      await fillProperties(product.databaseUrl, 1000, 5000);
      await fillMessages(product.databaseUrl, 20, 990_000);
      await measureProfile(product);
    } finally {
      await product.stop();
    }
  }
}

async function measureProfile(product: RunningProduct): Promise<void> {
  const token =
    product.profile === "hardened"
      ? await signInAttendant(product.url, product.publishableKey)
      : product.publishableKey;
  const headersOf = {
    visitor: jsonHeaders({ apikey: product.publishableKey }),
    attendant: jsonHeaders({ apikey: product.publishableKey, authorization: `Bearer ${token}` }),
  };
  // Warm-up: an ordinary server has run its code before, and has open connections.
  await readForAWhile(product, 1);
  const alone = await readForAWhile(product, SECONDS);
  const rows = [["nothing else", ...shown(alone), "", ""]];
  for (const heavy of HEAVIEST.filter(({ profile }) => profile === product.profile)) {
    const { answered, refused, times } = await readBeside(product, heavy, headersOf[heavy.who]);
    await waitUntilQuiet(product.databaseUrl);
    await removeInserted(product.databaseUrl);
    const seen = `${judged(times)}${refused > 0 ? `; ${refused} REFUSED` : ""}`;
    rows.push([`${heavy.who}: ${heavy.what}`, ...shown(times), answered.toFixed(1), seen]);
  }
  for (const { what, begin } of ENDLESS) {
    const end = begin(product);
    await pause(1000);
    const times = await readForAWhile(product, SECONDS);
    end();
    await waitUntilQuiet(product.databaseUrl);
    rows.push([`visitor: ${what}`, ...shown(times), "", judged(times)]);
  }
  printColumns(
    `A read of main_page_sites every ${READ_EVERY_MS} ms while one client sends this over ${HEAVY_CONNECTIONS} connections, \`${product.profile}\``,
    ["", "p50", "p95", "longest", "heavy answers a second", ""],
    rows,
  );
}

const judged = (times: readonly number[]) =>
  `p95 < ${LONGEST_P95_MS} ms: ${percentile(times, 0.95) < LONGEST_P95_MS ? "holds" : "MISSED"}`;

const shown = (times: readonly number[]) =>
  [median(times), percentile(times, 0.95), Math.max(...times)].map((time) => milliseconds(time));

async function readBeside({ url, publishableKey }: RunningProduct, heavy: Heavy, headers: Headers) {
  const { path, method = "GET", body } = heavy;
  // The load runs in a thread of its own, so that the reading of long answers is no part of the other client's wait.
  const load = autocannon({
    url: url + (path.startsWith("/") ? path : `/rest/v1/${path}`),
    method,
    headers: { ...headers, ...heavy.headers, [FORWARDED_FOR]: "2001:db8:1::1" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    connections: HEAVY_CONNECTIONS,
    duration: SECONDS + 2,
    timeout: 60,
    workers: 1,
  });
  await pause(1000);
  const times = await readForAWhile({ url, publishableKey }, SECONDS);
  const result = await load;
  return { times, answered: result["2xx"] / result.duration, refused: result.non2xx + result.errors };
}

/**
 * Reads at fixed moments, whether or not the read before is answered, so that a standstill counts for every reader who would have met it.
 */
async function readForAWhile(
  { url, publishableKey }: Pick<RunningProduct, "url" | "publishableKey">,
  seconds: number,
): Promise<number[]> {
  const address = `${url}/rest/v1/main_page_sites?select=id,name,path,description&path=eq.ostra-hamnen`;
  const times: number[] = [];
  const reads: Promise<void>[] = [];
  const read = async () => {
    const started = performance.now();
    const answer = await fetch(address, { headers: { apikey: publishableKey } });
    const found = (await answer.json()) as object[];
    if (!answer.ok || found.length !== 1) throw new Error(`The small read was answered ${answer.status}.`);
    times.push(performance.now() - started);
  };
  const started = performance.now();
  for (let at = 0; at < seconds * 1000; at += READ_EVERY_MS) {
    await pause(Math.max(0, started + at - performance.now()));
    reads.push(read());
  }
  await Promise.all(reads);
  return times;
}
