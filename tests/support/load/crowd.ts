// A crowd of live clients, some of which never read: measures how others are slowed down, and what it costs the server.
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { WebSocket } from "ws";
import type { SecurityProfile } from "#contract/states.ts";
import { openPool } from "#server/database/driver/connect.ts";
import { memoryOf } from "#tests/support/server/built-product.ts";
import { logIn, makePerson } from "#tests/support/people/logged-in.ts";
import { FORWARDED_FOR, newAddress, parkingOf, plainClient } from "#tests/support/rows/writes.ts";

export type CrowdReport = {
  /** Milliseconds from a parking's insert to its arrival at each reading socket: `quiet` before the flood, `flooded` during it. */
  quiet: number[];
  flooded: number[];
  /** `reading`: reading sockets that are still open at the end. `dropped`: sockets that did not read and were cut off. */
  reading: number;
  dropped: number;
  /** Megabytes of the server's memory: `before` with everybody connected, and the `peak`. */
  memory: { before: number; peak: number };
};

type Crowd = { url: string; publishableKey: string; databaseUrl: string; pid: number };
export type CrowdSize = {
  reading: number;
  /**
   * Numbers of clients who never read. `small` follow the same rows as the others; `shared` and `alone` also follow large rows, on one
   * topic or on a topic each.
   */
  notReading: { small: number; shared: number; alone: number };
  /** Number of rows of 0.9 MB in the flood. */
  flood: number;
};

const QUIET_ROUNDS = 10;
const LARGE = "x".repeat(900_000);

/**
 * Connects the crowd, inserts parkings in quiet, then floods the clients that do not read while parkings go on being inserted. Under
 * `hardened` each client has a login: of an attendant who may read the parkings, or of a main admin who may read the large rows.
 */
export async function endureCrowd(server: Crowd, profile: SecurityProfile, size: CrowdSize): Promise<CrowdReport> {
  const writer = plainClient(server.url, server.publishableKey);
  const arrivals = new Map<string, (at: number) => void>();
  const people = await openLogins(server, profile);
  const parkings = { tables: ["parkings"], logIn: people.attendant };
  const all = { tables: ["parkings", "contact_messages"], logIn: people.mainAdmin };
  const reading = await openMany(server, size.reading, { ...parkings, topicOf: () => "realtime:crowd" }, (text) => {
    const id = /"record":\{"id":"([^"]+)"/.exec(text)?.[1];
    if (id !== undefined) arrivals.get(id)?.(performance.now());
  });
  const small = await openMany(server, size.notReading.small, { ...parkings, topicOf: () => "realtime:crowd" });
  const shared = await openMany(server, size.notReading.shared, { ...all, topicOf: () => "realtime:slow" });
  const alone = await openMany(server, size.notReading.alone, { ...all, topicOf: (n) => `realtime:alone-${n}` });
  await people.close();
  const slow = [...small, ...shared, ...alone];
  for (const socket of slow) socket.pause();

  const memory = { before: memoryOf(server.pid), peak: 0 };
  const watch = setInterval(() => (memory.peak = Math.max(memory.peak, memoryOf(server.pid))), 50);
  const rounds = async (count: number, meanwhile: () => PromiseLike<unknown>) => {
    const delays: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const [, told] = await Promise.all([meanwhile(), tellAll(writer, arrivals, size.reading)]);
      delays.push(...told);
    }
    return delays;
  };
  const quiet = await rounds(QUIET_ROUNDS, () => Promise.resolve());
  const flooded = await rounds(size.flood, () => writer.from("contact_messages").insert(largeMessage()));
  clearInterval(watch);

  const open = reading.filter((socket) => socket.readyState === WebSocket.OPEN).length;
  const dropped = await countDropped(slow);
  for (const socket of [...reading, ...slow]) socket.terminate();
  return { quiet, flooded, reading: open, dropped, memory };
}

const largeMessage = () => ({
  name: "Åsa",
  subject: "Fråga",
  email: "asa@example.com",
  message: "Hej!",
  signature: LARGE,
  read: false,
});

/** Registers a parking, waits until `count` sockets have received it, and gives the milliseconds of each. */
async function tellAll(writer: SupabaseClient, arrivals: Map<string, (at: number) => void>, count: number) {
  const id = randomUUID();
  const delays: number[] = [];
  const started = performance.now();
  const all = new Promise<void>((resolve) => {
    arrivals.set(id, (at) => {
      if (delays.push(at - started) === count) resolve();
    });
  });
  const { error } = await writer.from("parkings").insert(parkingOf(id));
  if (error) throw new Error(`A parking was not registered: ${error.message}`);
  await all;
  arrivals.delete(id);
  return delays;
}

/** Lets the clients that never read read at last, and counts those that find their connection closed. */
async function countDropped(slow: readonly WebSocket[]): Promise<number> {
  const outcomes = slow.map(async (socket) => {
    const gone = once(socket, "close").then(() => 1);
    const answered = once(socket, "pong").then(() => 0);
    socket.resume();
    socket.ping(undefined, undefined, () => undefined);
    return await Promise.race([gone, answered]);
  });
  return (await Promise.all(outcomes)).reduce<number>((sum, one) => sum + one, 0);
}

type Followers = {
  tables: readonly string[];
  topicOf: (n: number) => string;
  /** Begins a login and gives its token; null in the profile without accounts. */
  logIn: () => Promise<string | null>;
};

/**
 * Opens bare sockets that have joined, each from its own network address. Two thousand complete clients would themselves take the time that
 * is measured.
 */
async function openMany(
  { url, publishableKey }: Crowd,
  count: number,
  { tables, topicOf, logIn: begin }: Followers,
  onText: (text: string) => void = () => undefined,
): Promise<WebSocket[]> {
  const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
  const postgres_changes = tables.map((table) => ({ event: "INSERT", schema: "public", table }));
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n += 1) {
    const access_token = await begin();
    const socket = new WebSocket(address, { headers: { [FORWARDED_FOR]: newAddress() } });
    const joined = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const text = data.toString();
        if (text.includes('"postgres_changes",{"ids"')) onText(text);
        else if (text.includes("Subscribed to PostgreSQL")) resolve();
      });
    });
    await once(socket, "open");
    socket.send(JSON.stringify(["1", "1", topicOf(n), "phx_join", { config: { postgres_changes }, access_token }]));
    await joined;
    sockets.push(socket);
  }
  return sockets;
}

const noToken = () => Promise.resolve(null);

/** Makes a function that begins a new login at each call, so that the server asks for each client's rights. `specified` has no logins. */
async function openLogins({ databaseUrl }: Crowd, profile: SecurityProfile) {
  if (profile === "specified") return { attendant: noToken, mainAdmin: noToken, close: async () => undefined };
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const database = openPool(databaseUrl, { name: "tests", max: 1 });
  const attendant = await makePerson(
    { sql, database },
    { kind: "attendant", project: "ostra-hamnen", userId: "vakt-crowd" },
  );
  const mainAdmin = await makePerson({ sql, database }, { kind: "main-admin", project: null, userId: "admin-crowd" });
  return {
    attendant: async () => (await logIn(sql, attendant.accountId)).token,
    mainAdmin: async () => (await logIn(sql, mainAdmin.accountId)).token,
    close: () => Promise.all([sql.end(), database.end()]),
  };
}
