// The real gateway of live changes on a new database, and clients that listen to it.
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { Pool } from "pg";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { expect, inject, vi } from "vitest";
import { type RawData, WebSocket } from "ws";
import { createRealtimeGateway, type RealtimeGateway, type RealtimeOptions } from "#server/realtime/gateway.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";

const JWT_SECRET = "a secret of the tests that is long enough";
const PUBLISHABLE_KEY = "sb_publishable_tests";
const SECRET_KEY = "sb_secret_tests";

export type Payload = RealtimePostgresChangesPayload<Record<string, unknown>>;

/** A gateway, its database, and clients of it. */
export type RealtimeTest = {
  url: string;
  sql: Sql;
  /** Connection pool of the server's own kind, for calling functions of the server. */
  database: Pool;
  gateway: RealtimeGateway;
  publishableKey: string;
  secretKey: string;
  /** An unmodified supabase-js; with a token it speaks as the token's owner. */
  client(options?: { key?: string; token?: string | (() => string); vsn?: "1.0.0" | "2.0.0" }): SupabaseClient;
  /** Makes the database take or refuse new connections. */
  allowConnections(isAllowed: boolean): Promise<void>;
  /** A plain WebSocket, for frames that supabase-js would never send. */
  socket(options?: { key?: string; vsn?: string; path?: string; autoPong?: boolean }): WebSocket;
  /** A second gateway on the same database, like another process of the server. Stop it before the first. */
  another(): Promise<RealtimeTest>;
  stop(): Promise<void>;
};

type Limits = Pick<RealtimeOptions, "pingEveryMs" | "limits"> & {
  /** Port of the cable (layCable) through which the gateway listens to the database. */
  directPort?: string;
};

/**
 * Starts the gateway on a new database, perhaps with other limits. `ddl` runs before the start; its tables that clients follow must be in
 * the publication supabase_realtime.
 */
export async function startRealtime(ddl = "", limits: Limits = {}): Promise<RealtimeTest> {
  const database = await createTestDatabase({ from: "served_empty_specified" });
  await database.sql.unsafe(ddl);
  return await serve(database, limits, () => database.drop());
}

async function serve(database: TestDatabase, limits: Limits, afterStop: () => Promise<void>): Promise<RealtimeTest> {
  const { directPort, ...others } = limits;
  const direct = directPort && { directUrl: Object.assign(new URL(database.url), { port: directPort }).href };
  const gateway = await createRealtimeGateway({
    databaseUrl: database.url,
    credentials: { signingKeys: [JWT_SECRET], publishableKey: PUBLISHABLE_KEY, secretKeys: [SECRET_KEY] },
    log: pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" }),
    ...direct,
    ...others,
  });
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => gateway.handleUpgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: SupabaseClient[] = [];
  const sockets: WebSocket[] = [];

  return {
    url: `http://${host}`,
    sql: database.sql,
    database: database.database,
    gateway,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    client({ key = PUBLISHABLE_KEY, token, vsn = "2.0.0" } = {}) {
      const client = createClient(`http://${host}`, key, {
        realtime: { transport: WebSocket as never, vsn },
        ...(token
          ? { accessToken: () => Promise.resolve(typeof token === "string" ? token : token()) }
          : { auth: { persistSession: false } }),
      });
      clients.push(client);
      return client;
    },
    async allowConnections(isAllowed) {
      const cluster = postgres(inject("clusterUrl"), { max: 1 });
      const name = new URL(database.url).pathname.slice(1);
      await cluster`alter database ${cluster(name)} allow_connections ${cluster.unsafe(String(isAllowed))}`;
      await cluster.end();
    },
    socket({ key = PUBLISHABLE_KEY, vsn = "2.0.0", path = "/realtime/v1/websocket", autoPong = true } = {}) {
      const socket = new WebSocket(`ws://${host}${path}?apikey=${key}&vsn=${vsn}`, { autoPong });
      socket.on("error", () => undefined);
      sockets.push(socket);
      return socket;
    },
    another: () => serve(database, limits, () => Promise.resolve()),
    async stop() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()));
      for (const socket of sockets) socket.terminate();
      await gateway.close();
      server.closeAllConnections();
      server.close();
      await afterStop();
    },
  };
}

/** A token as the sign-in service signs it; another `secret` makes it a forgery. */
export function signToken(
  claims: Record<string, unknown> = {},
  options: { secondsLeft?: number; secret?: string } = {},
): string {
  const exp = Math.floor(Date.now() / 1000) + (options.secondsLeft ?? 3600);
  const text = `${encodePart({ alg: "HS256", typ: "JWT" })}.${encodePart({ role: "authenticated", sub: randomUUID(), exp, ...claims })}`;
  const signature = createHmac("sha256", options.secret ?? JWT_SECRET)
    .update(text)
    .digest("base64url");
  return `${text}.${signature}`;
}

function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Everything that a channel received: events, and each status of its subscription. */
export type Heard = {
  channel: RealtimeChannel;
  events: Payload[];
  statuses: string[];
  /** Messages of CHANNEL_ERROR and of `system`. */
  messages: string[];
  /** Waits for an event whose new or old row has this id. */
  hears(id: string, type?: Payload["eventType"]): Promise<Payload>;
};

export type Wish = { event?: "*" | "INSERT" | "UPDATE" | "DELETE"; schema?: string; table?: string; filter?: string };

/** Subscribes one channel to these changes, and waits until it is subscribed. */
export async function listenTo(client: SupabaseClient, ...wishes: Wish[]): Promise<Heard> {
  const heard = await subscribe(client, ...wishes);
  // vi.waitFor is used since expect.poll refuses to run in hooks.
  await vi.waitFor(() => expect(heard.statuses.at(-1)).toBe("SUBSCRIBED"), PATIENCE);
  return heard;
}

/** Subscribes a channel and does not wait for the answer. */
export async function subscribe(client: SupabaseClient, ...wishes: Wish[]): Promise<Heard> {
  // The token is set first, since supabase-js would otherwise send its first join without it.
  await client.realtime.setAuth();
  const channel = client.channel(randomUUID());
  const events: Payload[] = [];
  const statuses: string[] = [];
  const messages: string[] = [];
  for (const wish of wishes) {
    channel.on(
      "postgres_changes",
      { event: "*", schema: "public", ...wish } as { event: "*"; schema: string },
      (payload: Payload) => events.push(payload),
    );
  }
  channel.on("system", {}, (payload: { message: string }) => messages.push(payload.message));
  channel.subscribe((status, error) => {
    statuses.push(status);
    if (error) messages.push(error.message, JSON.stringify(error.cause));
  });
  const find = (id: string, type?: string): Payload | undefined =>
    events.find((event) => idOf(event) === id && (type === undefined || event.eventType === type));
  return {
    channel,
    events,
    statuses,
    messages,
    async hears(id, type) {
      await expect.poll(() => find(id, type)).toBeDefined();
      return find(id, type) as Payload;
    },
  };
}

/** The id of the row that an event is about. */
export function idOf(event: Payload): unknown {
  return (event.new as Record<string, unknown>)["id"] ?? (event.old as Record<string, unknown>)["id"];
}

/** Collects the frames that a plain WebSocket gets, parsed. */
export function collectFrames(socket: WebSocket): unknown[][] {
  const frames: unknown[][] = [];
  socket.on("message", (data: RawData) => frames.push(JSON.parse((data as Buffer).toString()) as unknown[]));
  return frames;
}
