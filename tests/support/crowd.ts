// A crowd of live clients of whom some never read: what the others notice, and what it costs the server.
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { memoryOf } from "./built-product.ts";
import { parkingOf, plainClient } from "./writes.ts";

export type CrowdReport = {
  /** Milliseconds from a parking's insert to each socket that reads, before the flood and during it. */
  quiet: number[];
  flooded: number[];
  /** Sockets that read and are open in the end; sockets that did not and were cut off. */
  reading: number;
  dropped: number;
  /** Megabytes of memory of the server: with everybody connected, and the most that it had. */
  memory: { before: number; peak: number };
};

type Crowd = { url: string; publishableKey: string; secretKey: string; pid: number };
export type CrowdSize = {
  reading: number;
  /** Those who never read: some get what the others get, some also large rows, on a topic that is shared or one of their own each. */
  notReading: { small: number; shared: number; alone: number };
  /** Rows of 0.9 MB. */
  flood: number;
};

const QUIET_ROUNDS = 10;
const LARGE = "x".repeat(900_000);

/** Connects the crowd, lets parkings arrive in peace, then floods those who do not read while parkings go on arriving. */
export async function endureCrowd(server: Crowd, size: CrowdSize): Promise<CrowdReport> {
  const writer = plainClient(server.url, server.publishableKey);
  const arrivals = new Map<string, (at: number) => void>();
  const reading = await openMany(
    server,
    size.reading,
    () => "realtime:crowd",
    ["parkings"],
    (text) => {
      const id = /"record":\{"id":"([^"]+)"/.exec(text)?.[1];
      if (id !== undefined) arrivals.get(id)?.(performance.now());
    },
  );
  const tables = ["parkings", "contact_messages"];
  const small = await openMany(server, size.notReading.small, () => "realtime:crowd", ["parkings"], ignore);
  const shared = await openMany(server, size.notReading.shared, () => "realtime:slow", tables, ignore);
  const alone = await openMany(server, size.notReading.alone, (n) => `realtime:alone-${n}`, tables, ignore);
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

const ignore = () => undefined;

const largeMessage = () => ({
  name: "Åsa",
  subject: "Fråga",
  email: "asa@example.com",
  message: "Hej!",
  signature: LARGE,
  read: false,
});

/** Registers a parking and waits until `count` sockets were told; the milliseconds of each. */
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

/** Lets those who did not read read on: who was cut off finds out, the others get an answer. */
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

/** Bare sockets that have joined: two thousand whole clients would measure themselves. */
async function openMany(
  { url, publishableKey }: Crowd,
  count: number,
  topicOf: (n: number) => string,
  tables: readonly string[],
  onText: (text: string) => void,
): Promise<WebSocket[]> {
  const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
  const postgres_changes = tables.map((table) => ({ event: "INSERT", schema: "public", table }));
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n += 1) {
    const socket = new WebSocket(address);
    const joined = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const text = data.toString();
        if (text.includes('"postgres_changes",{"ids"')) onText(text);
        else if (text.includes("Subscribed to PostgreSQL")) resolve();
      });
    });
    await once(socket, "open");
    socket.send(JSON.stringify(["1", "1", topicOf(n), "phx_join", { config: { postgres_changes } }]));
    await joined;
    sockets.push(socket);
  }
  return sockets;
}
