/** The realtime service on `/realtime/v1/websocket`: takes sockets in, connects capture with delivery, and stops both. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { Pool } from "pg";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import { WebSocketServer, type WebSocket } from "ws";

import { endPool, openPool } from "#server/database/driver/connect.ts";
import { untilDone } from "#server/due/repeat.ts";
import { isOwnMachine, networkOf } from "#server/callers/client-address.ts";
import { type Catalogue, installCapture, parseNotice } from "./changes/changes.ts";
import { CHANGES_CHANNEL } from "./changes/capture-sql.ts";
import { type Shared, serveConnection, type TakeBytes } from "./connection.ts";
import { type DeliveryStats, Delivery } from "./delivery.ts";
import { identityOfKey, type Credentials } from "../callers/identity.ts";
import { type Listener, SELF_CHANNEL, startListener } from "./changes/listener.ts";
import { startSweeping } from "./changes/old-rows.ts";
import { MAX_FRAME_BYTES, PROTOCOL_VERSIONS } from "./protocol.ts";
import { AddressCount } from "#server/http/in-flight.ts";
import { refuseUpgrade } from "#server/http/refusal.ts";
import { NetworkPaces, SOCKET_LIMITS, type SocketLimits } from "./socket-limits.ts";
import { Strangers } from "./strangers.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Turns } from "./turns.ts";
import { openValueReader } from "./value-reader.ts";
import { WaitingBytes } from "./waiting-bytes.ts";

export const REALTIME_PATH = "/realtime/v1/websocket";

/** Time between two pings. A socket that answered nothing between two pings is dead. */
const PING_EVERY_MS = 30_000;
/** Shortest time between two readings of the publication, however many clients ask for unknown tables. */
const REFRESH_AT_MOST_EVERY_MS = 1000;
/** Shares of an address that one network may have: an IPv6 customer has thousands of addresses. */
const SHARES_OF_NETWORK = 3;
/** Longest reading of rows for subscribers; after it they are told to fetch again. */
const READ_TIMEOUT_MS = 15_000;
/** Longest wait for a notification in milliseconds: it usually takes a few. */
const HEAR_WITHIN_MS = 10_000;
const UNHEARD =
  "What the database tells with NOTIFY does not arrive, so nothing would be live. DATABASE_DIRECT_URL must name the same database as " +
  "DATABASE_URL, and past every pooler.";
const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: MAX_FRAME_BYTES,
  // Compression is off: it costs memory for each socket, and one encoded frame could no longer serve all sockets.
  perMessageDeflate: false,
  // Fragments of an unfinished message are kept one by one: 16 000 fragments of one byte would take 2 MB for each socket. Real clients send
  // a frame whole.
  maxFragments: 16,
  maxBufferedChunks: 1024,
  /** Longest wait for a client's answer to a close (milliseconds), after which it is cut; not yet in the types of ws. */
  closeTimeout: 1000,
};

/** The database's notifications do not reach this process; the message says what to change. */
export class UnheardError extends Error {
  override name = "UnheardError";
}

export type RealtimeStats = DeliveryStats & {
  listening: boolean;
  sockets: number;
  channels: number;
  /** Clients that were cut off because they did not read. */
  dropped: number;
};

export type RealtimeGateway = {
  /**
   * Takes over an HTTP upgrade; answers a wrong path with 404, a wrong key with 401, too many sockets of an address with 429, too many of
   * all with 503.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells every client to come back (1012), stops listening and ends the connections to the database. */
  close(): Promise<void>;
  stats(): RealtimeStats;
  /** Whether the server receives its own word within `patienceMs` milliseconds. Throws when the word cannot be sent. */
  hearsItself(patienceMs: number): Promise<boolean>;
  /** Makes everybody at every server fetch again: a change may have happened that no follower was told. */
  tellGap(): void;
};

export type RealtimeOptions = {
  credentials: Credentials;
  databaseUrl: string;
  /** Address past a pooler, where notifications arrive; `databaseUrl` when left out. */
  directUrl?: string;
  log: Logger;
  /** Called when somebody changed tables and announced it (`notify pgrst, 'reload schema'`), or may have done so while nobody listened. */
  onSchemaChange?: () => void;
  /** Milliseconds within which a notification of its own must arrive at the start; 10 000 when left out. */
  hearWithinMs?: number;
  /** Milliseconds between two pings of a socket; 30 000 when left out. */
  pingEveryMs?: number;
  /** Called when a bound of sockets refused somebody. */
  onBound?: (bound: "sockets" | "socketsPerAddress") => void;
  /** Limits of sockets in place of `SOCKET_LIMITS`. */
  limits?: Partial<SocketLimits>;
  /** Gives the address that a request counts for; without it all requests come from this machine. */
  addressOf?: (request: IncomingMessage) => string;
};

/**
 * Installs the capture and starts to listen.
 * @throws when the database cannot be reached, or its role may not create triggers; UnheardError when notifications do not arrive
 */
export async function createRealtimeGateway(options: RealtimeOptions): Promise<RealtimeGateway> {
  const { log } = options;
  const database = openReaders(options.databaseUrl);
  const subscriptions = new Subscriptions();
  const publication = new Publication(database, log);
  const delivery = new Delivery({ database, subscriptions, catalogue: () => publication.catalogue, log });
  const listener = await listenTo(database, publication, delivery, options).catch(async (error: unknown) => {
    await endPool(database, 0);
    throw error;
  });
  if (!(await listener.hears(options.hearWithinMs ?? HEAR_WITHIN_MS))) return refuseUnheard(listener, database);
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const sockets = new WebSocketServer(SOCKET_OPTIONS);
  const gap = untilDone(() => database.query(GAP_EVERYWHERE), log, "a gap in what was told could not be told");
  const stopSweeping = startSweeping(database, log);
  const stopPinging = pingSockets(sockets, options.pingEveryMs ?? PING_EVERY_MS);
  let [dropped, isClosing] = [0, false];
  const values = openValueReader(options.directUrl ?? options.databaseUrl, database);
  const shared: Shared = {
    limits,
    values,
    credentials: options.credentials,
    subscriptions,
    waiting: new WaitingBytes(),
    turns: new Turns(limits),
    strangers: new Strangers(database, limits),
    log,
    catalogue: () => publication.catalogue,
    refreshCatalogue: () => publication.refresh(),
    isListening: () => listener.isListening(),
    whenListening: (patienceMs) => listener.whenListening(patienceMs),
    countDropped: () => void (dropped += 1),
  };
  const takeIn = createDoor(sockets, shared, options);
  return {
    handleUpgrade(request, socket, head) {
      if (isClosing) refuseUpgrade(socket, "503 Service Unavailable");
      else takeIn(request, socket, head);
    },
    async close() {
      isClosing = true;
      stopPinging();
      await closeSockets(sockets);
      for (const part of [listener, delivery]) await part.close();
      await gap.stop();
      await stopSweeping();
      await values.close();
      await endPool(database, 5000);
    },
    hearsItself: (patienceMs) => listener.hears(patienceMs),
    tellGap: () => gap.ask(),
    stats: () => ({
      ...delivery.stats,
      listening: listener.isListening(),
      sockets: sockets.clients.size,
      channels: subscriptions.size,
      dropped,
    }),
  };
}

async function refuseUnheard(listener: Listener, database: Pool): Promise<never> {
  await listener.close();
  await endPool(database, 0);
  throw new UnheardError(UNHEARD);
}

/** The tables of the publication, as they were last read. */
class Publication {
  catalogue: Catalogue = new Map();
  readonly #database: Pool;
  readonly #log: Logger;
  #reading: Promise<void> | null = null;
  /** Moment of the last read in the time of `performance.now()`, which does not jump with the clock. */
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(database: Pool, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Installs the capture and reads the tables, one read at a time: a caller during a read waits for that read. */
  read(): Promise<void> {
    this.#reading ??= installCapture(this.#database, this.#log)
      .then((found) => {
        this.catalogue = found;
        this.#readAt = performance.now();
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  /** Reads the tables after a read that runs already, which may have looked before the change. */
  readAgain(): Promise<void> {
    const read = () => this.read();
    return Promise.resolve(this.#reading).then(read, read);
  }

  /** Reads the tables, unless they were read a moment ago. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt >= REFRESH_AT_MOST_EVERY_MS) await this.read();
  }
}

async function listenTo(
  database: Pool,
  publication: Publication,
  delivery: Delivery,
  options: RealtimeOptions,
): Promise<Listener> {
  const { log } = options;
  await publication.read();
  // A server that was killed between a change and its notice told nobody. The server that starts in its place says so now.
  await database.query(GAP_EVERYWHERE);
  return startListener({
    databaseUrl: options.directUrl ?? options.databaseUrl,
    log,
    say: (word) => database.query(say(word)),
    onNotice(text) {
      const notice = parseNotice(text);
      if (notice) delivery.take(notice);
      else log.warn("a notification was not understood");
    },
    onSchemaChange() {
      options.onSchemaChange?.();
      publication
        .readAgain()
        .catch((error: unknown) => log.warn({ err: error }, "the publication could not be read again"));
    },
    onLost() {
      // Sockets are told at once, so that screens say so; the joins that follow wait until the connection is back.
      delivery.failAll("the connection to the database was lost");
    },
    async onRestored() {
      // The database may be another one than before (a backup, a new publication).
      await publication.read();
      options.onSchemaChange?.();
    },
  });
}

/** Makes the door of sockets: the right to come in, and the number of sockets of an address. */
function createDoor(sockets: WebSocketServer, shared: Shared, options: RealtimeOptions) {
  const { limits } = shared;
  const addresses = new AddressCount();
  const networks = new AddressCount();
  const followed = new AddressCount();
  const followedByNetworks = new AddressCount();
  const paces = new NetworkPaces(limits);
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const asked = readRequest(request);
    const identity = asked && identityOfKey(asked.apikey, options.credentials);
    if (!asked) return refuseUpgrade(socket, "404 Not Found");
    if (!identity) return refuseUpgrade(socket, "401 Unauthorized");
    const version = PROTOCOL_VERSIONS.find((known) => known === asked.version);
    if (!version) return refuseUpgrade(socket, "400 Bad Request");
    if (sockets.clients.size >= limits.sockets) {
      options.onBound?.("sockets");
      return refuseUpgrade(socket, "503 Service Unavailable");
    }
    const address = options.addressOf?.(request) ?? "local";
    const isOwn = isOwnMachine(address);
    const most = isOwn ? limits.sockets : limits.socketsPerAddress;
    const leaveAddress = addresses.enter(address, most);
    const leave = leaveAddress && networks.enter(networkOf(address), most * SHARES_OF_NETWORK);
    const mostBytes = isOwn ? Infinity : limits.bindingBytesPerAddress;
    const takeBytes: TakeBytes = (bytes) => {
      const giveBack = followed.enter(address, mostBytes, bytes);
      const mostOfNetwork = mostBytes * SHARES_OF_NETWORK;
      const giveNetworkBack = giveBack && followedByNetworks.enter(networkOf(address), mostOfNetwork, bytes);
      if (giveNetworkBack === null) giveBack?.();
      return (
        giveBack &&
        giveNetworkBack &&
        (() => {
          giveBack();
          giveNetworkBack();
        })
      );
    };
    if (leaveAddress === null || leave === null) {
      leaveAddress?.();
      options.onBound?.("socketsPerAddress");
      return refuseUpgrade(socket, "429 Too Many Requests", "too many sockets of one address");
    }
    socket.once("close", leaveAddress);
    socket.once("close", leave);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.emit("connection", opened, request);
      const networkPace = isOwn ? null : paces.of(networkOf(address), performance.now());
      serveConnection(opened, { version, identity, address, takeBytes, networkPace }, shared);
    });
  };
}

const say = (word: string) => sql`select pg_notify(${SELF_CHANNEL}, ${word})`;

const GAP_EVERYWHERE = sql`
  select pg_notify(${CHANGES_CHANNEL}, jsonb_build_object('s', schemaname, 't', tablename, 'o', 'GAP', 'at', clock_timestamp())::text)
  from pg_publication_tables where pubname = 'supabase_realtime'`;

/** Connections for reading changed rows stay open, since rows are read the moment they change. */
const openReaders = (url: string) =>
  openPool(url, {
    name: "parkering realtime",
    max: 3,
    idleMs: 0,
    waitMs: 10_000,
    answerMs: READ_TIMEOUT_MS + 1000,
    // Times are in UTC, as hosted Supabase answers them, and so that filters on times compare.
    settings: { TimeZone: "UTC", statement_timeout: String(READ_TIMEOUT_MS) },
  });

function readRequest(request: IncomingMessage): { apikey: string; version: string } | null {
  const url = URL.canParse(request.url ?? "", "http://localhost")
    ? new URL(request.url ?? "", "http://localhost")
    : null;
  if (url?.pathname !== REALTIME_PATH) return null;
  const header = request.headers["apikey"];
  return {
    apikey: url.searchParams.get("apikey") ?? (typeof header === "string" ? header : ""),
    version: url.searchParams.get("vsn") ?? "1.0.0",
  };
}

function pingSockets(server: WebSocketServer, everyMs: number): () => void {
  const alive = new WeakSet<WebSocket>();
  server.on("connection", (socket: WebSocket) => {
    alive.add(socket);
    const note = (): void => void alive.add(socket);
    socket.on("pong", note);
    socket.on("message", note);
  });
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (alive.delete(socket)) socket.ping();
      else socket.terminate();
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function closeSockets(server: WebSocketServer): Promise<void> {
  const closed = [...server.clients].map(
    (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
  );
  for (const socket of server.clients) socket.close(1012, "the server restarts");
  await Promise.all(closed);
  server.close();
}
