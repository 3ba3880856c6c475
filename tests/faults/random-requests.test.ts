// Frames, requests and bodies that are real ones changed by chance, without a pause: the built server fails at none of them, keeps its memory, and
// leaves nothing running in the database.
// `npm test` sends 1200 of the 200 000.
import { once } from "node:events";
import { Agent } from "node:http";
import { pathToFileURL } from "node:url";
import postgres, { type Sql } from "postgres";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type BuiltProduct, makeDataDir, memoryOf, startBuilt } from "#tests/support/server/built-product.ts";
import { EVERY_SCREEN, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { createRandomMaker, type RandomMaker } from "#tests/support/bad-input/random-requests.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { FORWARDED_FOR } from "#tests/support/rows/writes.ts";

const SEED = Number(process.env["BAD_INPUT_SEED"] ?? 20_261_209);
/** The first ones of the same seed in `npm test`. */
const COUNT = isWhole ? 100_000 : 700;
/** A frame comes after so many requests. */
const FRAME_EVERY = 4;
/** Code is compiled, connections are opened and the young heap is filled by those before. */
const WARM_UP = COUNT / 5;
const WORKERS = 12;
/** Frames of one socket: fewer than it may send at once. */
const FRAMES_OF_A_SOCKET = 200;
const METRICS_TOKEN = "a-token-of-sixteen";
const MOST_MB = 50;
/** Memory is compared behind a collection: garbage that nobody collected yet is no growth. */
const COLLECTING = `--import=${pathToFileURL("tests/support/server/collecting.mjs").href}`;

type Found = { failed: string[]; answered: number };

/** Sends so many, over several connections, and gives those at which the server failed. */
async function sendMany(product: BuiltProduct, maker: RandomMaker, count: number): Promise<Found> {
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  const found: Found = { failed: [], answered: 0 };
  let left = count;
  const work = async () => {
    while (left > 0 && found.failed.length < 5) {
      left -= 1;
      if (left % (FRAMES_OF_A_SOCKET * FRAME_EVERY) === 0) {
        const frames = Array.from({ length: Math.min(FRAMES_OF_A_SOCKET, count / FRAME_EVERY) }, () => maker.frame());
        await sendFrames(product, frames);
        left -= frames.length;
      }
      const request = maker.request();
      const headers = { apikey: product.publishableKey, ...request.headers, [FORWARDED_FOR]: maker.address() };
      // A request that HTTP cannot say at all is not sent; a connection may end in the middle of a body that is refused.
      const { status, text } = await Promise.resolve()
        .then(() => sendPlain(product.url, { ...request, headers }, agent))
        .catch(() => ({ status: 0, text: "" }));
      if (status > 0) found.answered += 1;
      if (status >= 500) found.failed.push(`${status} ${text.slice(0, 200)} ${JSON.stringify(request).slice(0, 600)}`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  agent.destroy();
  return found;
}

/** Says them on one socket, on another where it is closed, and waits until the last was heard. */
async function sendFrames({ url, publishableKey }: BuiltProduct, frames: readonly string[]): Promise<void> {
  for (let at = 0; at < frames.length;) {
    const socket = new WebSocket(
      `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
    );
    socket.on("error", () => undefined);
    await once(socket, "open");
    const closed = once(socket, "close").then(() => true);
    for (let sent = 0; at < frames.length && sent < 20; sent += 1, at += 1) socket.send(frames[at] ?? "");
    socket.send('[null,"last","phoenix","heartbeat",{}]');
    const heard = new Promise<boolean>((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (data.includes('"last"')) resolve(true);
      });
    });
    await Promise.race([closed, heard]);
    socket.terminate();
  }
}

/** Lets the server collect its garbage, and waits until it has. */
async function collect({ server }: BuiltProduct): Promise<void> {
  const times = () => server.output().split("collected").length;
  const before = times();
  server.child.kill("SIGUSR2");
  await expect.poll(times, WORKED_THROUGH).toBeGreaterThan(before);
}

/** Megabytes that the process keeps: of the heap what outlived its youth, and buffers. */
async function keptBy({ url }: BuiltProduct): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  const old = valueOf('nodejs_heap_space_size_used_bytes\\{space="old"\\}');
  return (old + valueOf("nodejs_external_memory_bytes")) / 1024 / 1024;
}

const leftRunning = (sql: Sql) => sql<{ name: string; query: string }[]>`
  select application_name as name, query from pg_stat_activity
  where datname = current_database() and application_name like 'parkering%' and state <> 'idle'`;

test.each(isWhole ? SECURITY_PROFILES : (["specified"] as const))(
  "%s: no failure, no memory, nothing left running",
  async (profile) => {
    const { dataDir, remove } = makeDataDir("migrated");
    const product = await startBuilt(dataDir, { SECURITY_PROFILE: profile, METRICS_TOKEN, NODE_OPTIONS: COLLECTING });
    const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
    try {
      const maker = createRandomMaker(SEED);
      const pid = product.server.child.pid ?? 0;
      const warmed = await sendMany(product, maker, WARM_UP);
      expect(warmed.failed).toEqual([]);
      await collect(product);
      // A short run has not yet filled what Node keeps for young objects.
      const heldBy = () => (isWhole ? memoryOf(pid) : 0);
      const before = { kept: await keptBy(product), held: heldBy() };
      const { failed, answered } = await sendMany(product, maker, COUNT - WARM_UP);
      expect(failed).toEqual([]);
      expect(answered).toBeGreaterThan((COUNT - WARM_UP) / 3);
      await expect.poll(() => leftRunning(sql), WORKED_THROUGH).toEqual([]);
      await collect(product);
      await expect.poll(() => keptBy(product), WORKED_THROUGH).toBeLessThan(before.kept + MOST_MB);
      await expect.poll(heldBy, WORKED_THROUGH).toBeLessThan(before.held + MOST_MB);
      expect(await readinessOf(product.url)).toEqual({ status: "ready" });
      expect(product.server.output()).not.toMatch(/"level":(50|60)/);
    } finally {
      await sql.end();
      await product.stop();
      remove();
    }
  },
  EVERY_SCREEN.timeout,
);
