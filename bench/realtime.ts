// How fast a parking that one client inserts reaches another client, and a thousand of them.
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { percentile } from "./table.ts";

/** Where the measured server is. */
export type Target = { url: string; publishableKey: string };

/** Milliseconds from the call that inserts to the event. */
export type Delays = { p50: number; p95: number };

const WARM_UP = 20;
const INSERTS = 200;
const FAN_OUT_INSERTS = 20;

/** From `insert()` of one client, through table API and database, to the callback of another client. */
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
  const ids: string[] = [];
  for (let run = 0; run < WARM_UP + INSERTS; run += 1) {
    const id = randomUUID();
    const arrived = new Promise<number>((resolve) => {
      arrivals.set(id, resolve);
    });
    ids.push(id);
    const started = performance.now();
    await insertParking(writer, id);
    const delay = (await arrived) - started;
    if (run >= WARM_UP) delays.push(delay);
  }
  await removeParkings(writer, ids);
  await reader.realtime.disconnect();
  return { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95) };
}

/** The same with `count` sockets that follow the table: a reading a socket; `last` is the median until all had it. */
export async function measureFanOut(target: Target, count: number): Promise<Delays & { last: number }> {
  const writer = clientOf(target);
  const sockets: WebSocket[] = [];
  const heard = new EventEmitter();
  for (let n = 0; n < count; n += 1) sockets.push(await openSocket(target, () => heard.emit("change")));

  const ids: string[] = [];
  const delays: number[] = [];
  const last: number[] = [];
  for (let run = 0; run < FAN_OUT_INSERTS; run += 1) {
    const id = randomUUID();
    ids.push(id);
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      let told = 0;
      heard.removeAllListeners("change").on("change", () => {
        told += 1;
        delays.push(performance.now() - started);
        if (told === count) resolve();
      });
      insertParking(writer, id).catch(reject);
    });
    last.push(performance.now() - started);
  }
  await removeParkings(writer, ids);
  for (const socket of sockets) socket.terminate();
  return { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), last: percentile(last, 0.5) };
}

function clientOf({ url, publishableKey }: Target): SupabaseClient {
  return createClient(url, publishableKey, {
    auth: { persistSession: false },
    // ws is the transport on Node 20, which has none of its own; its type is wider than the client asks for.
    realtime: { transport: WebSocket as never },
  });
}

/** A bare socket that has joined: a thousand whole clients would measure themselves. */
async function openSocket({ url, publishableKey }: Target, onChange: () => void): Promise<WebSocket> {
  const socket = new WebSocket(
    `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
  );
  const subscribed = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      if (data.includes('"postgres_changes",{"ids"')) onChange();
      else if (data.includes("Subscribed to PostgreSQL")) resolve();
    });
  });
  await once(socket, "open");
  const postgres_changes = [{ event: "INSERT", schema: "public", table: "parkings" }];
  socket.send(JSON.stringify(["1", "1", "realtime:bench", "phx_join", { config: { postgres_changes } }]));
  await subscribed;
  return socket;
}

async function insertParking(client: SupabaseClient, id: string): Promise<void> {
  const start = Date.now();
  const { error } = await client.from("parkings").insert({
    id,
    car_model: "Volvo V70",
    car_color: "Blå",
    street: "Åkergränd 1",
    ref_number: "MÄT001",
    discord_username: null,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 7_200_000).toISOString(),
    active: true,
  });
  if (error) throw new Error(`insert failed: ${error.message}`);
}

async function removeParkings(client: SupabaseClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await client.from("parkings").delete().eq("id", id);
}
