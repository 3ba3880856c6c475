// Time from a client's insert of a parking to its event at another client, at a thousand of them, and at as many logins of one site and of
// ten.
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { startProduct } from "#tests/support/server/product.ts";
import { FORWARDED_FOR, newAddress } from "#tests/support/rows/writes.ts";
import { BENCH_STREET, onDatabase, removeInserted } from "./city.ts";
import { makeAttendants } from "./peers/people.ts";
import { milliseconds, percentile, printColumns } from "./table.ts";

/** The measured server. */
export type Target = { url: string; publishableKey: string; databaseUrl: string };

/** Follower of parkings: a visitor, or the login of an attendant who is told the parkings of one project. */
type Follower = { token: string | null; project: string };

/** Measured times, in milliseconds from the call that inserts to the event. */
export type Delays = { p50: number; p95: number };

const WARM_UP = 20;
const INSERTS = 200;
const FAN_OUT_INSERTS = 20;
const LOGINS = 1500;
/** Rounds before the measurement: an ordinary server has run its code before, and has open connections. */
const FAN_OUT_WARM_UP = 3;

/** Measures from `insert()` of one client, through table API and database, to the callback of another client. */
export async function measureInsertToEvent(target: Target): Promise<Delays> {
  const writer = clientOf(target);
  const reader = clientOf(target);
  const arrivals = new Map<string, (arrivedAt: number) => void>();
  await new Promise<void>((resolve) => {
    reader
      .channel("bench")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) => {
        arrivals.get((row as { id: string }).id)?.(performance.now());
      })
      .subscribe((status) => {
        if (status === "SUBSCRIBED") resolve();
      });
  });
  const delays: number[] = [];
  for (let run = 0; run < WARM_UP + INSERTS; run += 1) {
    const id = randomUUID();
    const arrived = new Promise<number>((resolve) => {
      arrivals.set(id, resolve);
    });
    const started = performance.now();
    await insertParking(writer, id, PROJECT);
    const delay = (await arrived) - started;
    if (run >= WARM_UP) delays.push(delay);
  }
  await removeInserted(target.databaseUrl);
  await reader.realtime.disconnect();
  return { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95) };
}

/**
 * Measures the fan-out to `count` visitors' sockets that follow the table, a reading for each socket; `last` is the median time until all
 * sockets had the event.
 */
export async function measureFanOut(target: Target, count: number): Promise<Delays & { last: number }> {
  return await measureFollowers(
    target,
    Array.from({ length: count }, () => ({ token: null, project: PROJECT })),
  );
}

/**
 * Measures the fan-out to logins of one site and of ten in `hardened`, beside as many visitors in `specified`. Prints whether the targets
 * hold.
 */
export async function measureLogins(): Promise<void> {
  const sites = Array.from({ length: 10 }, (_, n) => (n === 0 ? PROJECT : `matplats-${n}`));
  const specified = await startProduct();
  const rows: string[][] = [];
  const add = (what: string, { p50, p95, last }: Delays & { last: number }, said: string) =>
    rows.push([what, milliseconds(p50), milliseconds(p95), milliseconds(last), said]);
  const visitors = await measureFanOut(specified, LOGINS);
  await specified.stop();
  add(`${LOGINS} visitors, \`specified\``, visitors, "");
  const hardened = await startProduct({ profile: "hardened" });
  try {
    for (const [projects, mostP50, mostP95] of [
      [[PROJECT], 60, 100],
      [sites, 80, Infinity],
    ] as const) {
      const heard = await measureFollowers(hardened, await makeFollowers(hardened, projects));
      const holds = heard.p50 < mostP50 && heard.p95 < mostP95;
      const target = `p50 < ${mostP50} ms${mostP95 < Infinity ? `, p95 < ${mostP95} ms` : ""}: ${holds ? "holds" : "MISSED"}`;
      const ratio = `${(heard.p50 / visitors.p50).toFixed(1)} times \`specified\``;
      add(`${LOGINS} logins of ${projects.length} sites, \`hardened\``, heard, `${target}; ${ratio}`);
    }
  } finally {
    await hardened.stop();
  }
  printColumns("A parking's way to those who follow", ["", "p50", "p95", "the last", ""], rows);
}

/** Makes the missing sites, and a login of an attendant for each of `LOGINS`, as many at each site. */
async function makeFollowers({ databaseUrl }: Target, projects: readonly string[]): Promise<Follower[]> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `insert into public.main_page_sites (name, path, description)
       select path, path, 'Mätplats' from unnest($1::text[]) path
       on conflict do nothing`,
      [projects],
    ),
  );
  const followers: Follower[] = [];
  for (const project of projects) {
    const tokens = await makeAttendants(databaseUrl, LOGINS / projects.length, project);
    followers.push(...tokens.map((token) => ({ token, project })));
  }
  return followers;
}

/** Measures from an insert at one project after the other to each socket that is told of it. */
async function measureFollowers(target: Target, followers: readonly Follower[]): Promise<Delays & { last: number }> {
  const sockets: WebSocket[] = [];
  const heard = new EventEmitter();
  for (const { token } of followers) sockets.push(await openSocket(target, token, () => heard.emit("change")));
  const projects = [...new Set(followers.map(({ project }) => project))];
  const delays: number[] = [];
  const last: number[] = [];
  for (let run = -FAN_OUT_WARM_UP; run < FAN_OUT_INSERTS; run += 1) {
    const project = projects[Math.abs(run) % projects.length] ?? PROJECT;
    const count = followers.filter((follower) => follower.project === project).length;
    const round: number[] = [];
    const writer = clientOf(target);
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      heard.removeAllListeners("change").on("change", () => {
        if (round.push(performance.now() - started) === count) resolve();
      });
      insertParking(writer, randomUUID(), project).catch(reject);
    });
    if (run < 0) continue;
    delays.push(...round);
    last.push(Math.max(...round));
  }
  await removeInserted(target.databaseUrl);
  for (const socket of sockets) socket.terminate();
  return { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), last: percentile(last, 0.5) };
}

const PROJECT = "ostra-hamnen";

/** A client with a network address of its own, so that no limit refuses its requests. */
function clientOf({ url, publishableKey }: Target): SupabaseClient {
  return createClient(url, publishableKey, {
    auth: { persistSession: false },
    global: { headers: { [FORWARDED_FOR]: newAddress() } },
    // The transport is ws, since Node 20 has none of its own; its type is wider than the client asks for.
    realtime: { transport: WebSocket as never },
  });
}

/** A table's changes as a socket asks for them. */
type Followed = { event: string; schema: string; table: string; filter?: string };

const NEW_PARKINGS: readonly Followed[] = [{ event: "INSERT", schema: "public", table: "parkings" }];

/** A bare socket that has joined, since a thousand whole clients would measure themselves. */
export async function openSocket(
  { url, publishableKey }: Pick<Target, "url" | "publishableKey">,
  token: string | null,
  onChange: (frame: Buffer) => void,
  postgres_changes = NEW_PARKINGS,
): Promise<WebSocket> {
  const socket = new WebSocket(
    `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
    { headers: { [FORWARDED_FOR]: newAddress() } },
  );
  const subscribed = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      if (data.includes('"postgres_changes",{"ids"')) onChange(data);
      else if (data.includes("Subscribed to PostgreSQL")) resolve();
    });
  });
  await once(socket, "open");
  const payload = { config: { postgres_changes }, access_token: token };
  socket.send(JSON.stringify(["1", "1", "realtime:bench", "phx_join", payload]));
  await subscribed;
  return socket;
}

async function insertParking(client: SupabaseClient, id: string, project: string): Promise<void> {
  const start = Date.now();
  const { error } = await client.from("parkings").insert({
    id,
    car_model: "Volvo V70",
    car_color: "Blå",
    street: BENCH_STREET,
    project_id: project,
    ref_number: "MÄT001",
    discord_username: null,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 7_200_000).toISOString(),
    active: true,
  });
  if (error) throw new Error(`insert failed: ${error.message}`);
}
