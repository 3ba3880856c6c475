// People who work at two servers of one cluster: they write rows with ids of their own, look for them, and follow the table on live
// screens.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { WebSocket } from "ws";
import { FORWARDED_FOR, newAddress, parkingOf, plainClient } from "#tests/support/rows/writes.ts";
import type { Call, Follower, History, Look } from "./verdict.ts";

/** A server of the product, by a name that verdicts tell. */
export type Server = { name: string; url: string; publishableKey: string };

const WRITERS = 4;
const FOLLOWERS = 2;
/** One of so many rows of a writer is a forbidden row; as often the writer looks for a stored row. */
const EVERY = 10;
/** Pauses in milliseconds: of a writer after an answer, of a writer after no answer, of a screen after a failed fetch. */
const REST_MS = { good: 5, none: 50, failed: 500 };

/** The time limit of a join as the product's screens have it (web/data/client.ts), in milliseconds. */
const JOIN_TIMEOUT_MS = 35_000;

export type People = {
  /** Calls and their answers so far. */
  calls: readonly Call[];
  followers: readonly Follower[];
  /** Waits for `count` further acknowledged rows at each server. */
  further(count: number): Promise<void>;
  /** Waits until a writer got an answer that is no acknowledgement. */
  trouble(): Promise<void>;
  /** Ends the writers, waits until each screen shows the rows of the table, and gives the whole history. */
  finish(superuserUrl: string): Promise<History>;
};

/** Starts people who work for one round, in a street that only this round uses. Resolves once every screen is live. */
export async function startPeople(servers: readonly Server[]): Promise<People> {
  const street = `Prov ${randomUUID().slice(0, 8)}`;
  const [calls, looks]: [Call[], Look[]] = [[], []];
  const over = new AbortController();
  const clients = servers.map((server) => ({ server, client: plainClient(server.url, server.publishableKey) }));

  const rowOf = (id: string, isGood: boolean) => {
    const row = { ...parkingOf(id), street };
    return isGood ? row : { ...row, end_time: "2026-11-21T07:00:00Z" };
  };
  const look = async (id: string, client: SupabaseClient) => {
    const { data, status } = await client.from("parkings").select("id").eq("id", id);
    looks.push({ id, status, isThere: data?.length === 1 });
  };
  const write = async (at: number) => {
    const [{ server, client }, elsewhere] = [clients[at], clients[(at + 1) % clients.length]] as [
      (typeof clients)[number],
      (typeof clients)[number],
    ];
    for (let n = 1; !over.signal.aborted; n += 1) {
      const [id, isGood] = [randomUUID(), n % EVERY !== 0];
      for (;;) {
        const from = performance.now();
        const { status } = await client
          .from("parkings")
          .insert(rowOf(id, isGood))
          .setHeader(FORWARDED_FOR, newAddress());
        calls.push({ id, server: server.name, from, to: performance.now(), status, isGood });
        if (status === 201 || status === 409 || !isGood) break;
        await pause(REST_MS.none);
        // A row whose fate is unknown, or that was refused for now, is sent again until its fate is known.
      }
      if (n % EVERY === 1 && calls.at(-1)?.status === 201) await look(id, elsewhere.client);
      await pause(REST_MS.good);
    }
  };

  const followers = await Promise.all(
    servers.flatMap((server) => Array.from({ length: FOLLOWERS }, (_each, n) => follow(server, street, n))),
  );
  const writers = servers.flatMap((_server, at) => Array.from({ length: WRITERS / servers.length }, () => write(at)));
  const stored = (server: Server) => calls.filter((call) => call.server === server.name && call.status === 201).length;

  return {
    calls,
    followers,
    further: async (count) => {
      const wanted = servers.map((server) => stored(server) + count);
      while (servers.some((server, at) => stored(server) < (wanted[at] ?? 0))) await pause(20);
    },
    trouble: async () => {
      const known = calls.length;
      while (!calls.slice(known).some(({ status }) => status >= 500)) await pause(20);
    },
    finish: async (superuserUrl) => {
      over.abort();
      await Promise.all(writers);
      const rows = await readRows(superuserUrl, street);
      await Promise.all(followers.map((follower) => follower.settle(rows)));
      return { calls, looks, followers, rows };
    },
  };
}

/** Longest wait in milliseconds until the table and a screen agree; after that the screen's rows count as they are. */
const AGREED_MS = 15_000;

/** A live screen of one street. It fetches after every join, and knows the rows that it fetched and the events that it heard. */
async function follow(
  server: Server,
  street: string,
  n: number,
): Promise<Follower & { settle(rows: ReadonlyMap<string, number>): Promise<void> }> {
  const client = createClient(server.url, server.publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never, timeout: JOIN_TIMEOUT_MS },
  });
  const known = new Set<string>();
  const eventsAt: number[] = [];
  const fetches = { wanted: 0, done: 0 };
  const fetchAll = async () => {
    // A failed fetch is repeated, as the product's screens do.
    for (let page = 0; ;) {
      const { data, error } = await client
        .from("parkings")
        .select("id")
        .eq("street", street)
        .order("id")
        .range(page * 1000, page * 1000 + 999);
      if (error) await pause(REST_MS.failed);
      else {
        for (const { id } of data) known.add(String(id));
        if (data.length < 1000) return;
        page += 1;
      }
    }
  };
  await new Promise<void>((resolve) => {
    client
      .channel(`follower-${n}`)
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) => {
        if (row["street"] !== street) return;
        known.add(String(row["id"]));
        eventsAt.push(performance.now());
      })
      .subscribe((status) => {
        if (status !== "SUBSCRIBED") return;
        fetches.wanted += 1;
        void fetchAll().then(() => {
          fetches.done += 1;
          resolve();
        });
      });
  });
  return {
    name: `screen ${n} of ${server.name}`,
    server: server.name,
    known,
    eventsAt,
    settle: async (rows) => {
      const from = performance.now();
      const isAgreed = () => fetches.done === fetches.wanted && [...rows.keys()].every((id) => known.has(id));
      while (!isAgreed() && performance.now() - from < AGREED_MS) await pause(50);
      void client.realtime.disconnect();
    },
  };
}

/** The rows of a street, with the number of times that the trail says each was added. */
async function readRows(superuserUrl: string, street: string): Promise<Map<string, number>> {
  const sql = postgres(superuserUrl, { max: 1, database: "parkering" });
  const rows = await sql<{ id: string; added: number }[]>`
    select p.id, greatest(1, count(t.row_id))::int as added from public.parkings p
      left join public.audit_trail t on t.subject = 'parkings' and t.action = 'insert' and t.row_id = p.id::text
    where p.street = ${street} group by p.id`;
  await sql.end();
  return new Map(rows.map(({ id, added }) => [id, added]));
}
