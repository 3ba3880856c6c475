// Metrics of the server for Prometheus (docs/operations.md, Watching it).
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import sql from "sql-template-tag";
import type { ArchiveKeeper } from "#server/archive/keep-archive.ts";
import { countConnections } from "#server/database/driver/reports.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { countMessages } from "#server/messages/outbox.ts";
import type { RealtimeStats } from "#server/realtime/gateway.ts";
import { addTrouble, type TroubleSources } from "./trouble.ts";

export type Sources = {
  /** Connections to the database with the rights of its owner. */
  database: Database;
  realtime: () => RealtimeStats;
  trouble: Omit<TroubleSources, "database">;
  /** The archive that is kept, or null. */
  archive: Pick<ArchiveKeeper, "state"> | null;
  /** Work under way, by the kind that is counted. */
  inFlight: () => Readonly<Record<string, number>>;
  /** Bounds of each kind, WebSockets among them. */
  bounds: Readonly<Record<string, number>>;
  /** The name of the route that an address belongs to. */
  routeOf: (address: string) => string;
};

export type Metrics = {
  /** Counts a request when its answer is over. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse): void;
  countRefusal(action: string): void;
  countBound(bound: string): void;
  countStatement(ms: number): void;
  countMessageFailure(channel: string): void;
  /** The metrics in the form that Prometheus reads, and the type of that form. */
  read(): Promise<{ text: string; type: string }>;
};

/** Bounds of the time buckets in seconds, from the look-up of a key to a request that is given up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Makes the metrics. Their sources are asked only when somebody reads the metrics. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "parkering_requests_total",
    help: "Requests that were answered, by route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "parkering_request_seconds",
    help: "Seconds from a request to the end of its answer.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  const underWay = new Gauge({
    name: "parkering_requests_under_way",
    help: "Requests that wait for an answer.",
    registers,
  });
  const statements = new Histogram({
    name: "parkering_statement_seconds",
    help: "Seconds that the database took for a statement, or for those that travel together.",
    buckets: BUCKETS,
    registers,
  });
  const { refusals, bounds } = countRefusals(registers, Object.keys(sources.bounds));
  addInFlight(registers, sources);
  addConnections(registers);
  addRealtime(registers, sources.realtime);
  addBackup(registers, sources.database);
  if (sources.archive !== null) addArchive(registers, sources.archive);
  addMessages(registers, sources.database);
  const trouble = addTrouble(registers, { database: sources.database, ...sources.trouble });
  return {
    follow: (incoming, outgoing) => {
      const started = performance.now();
      underWay.inc();
      outgoing.once("close", () => {
        underWay.dec();
        const route = sources.routeOf(incoming.url ?? "");
        const method = METHODS.has(incoming.method ?? "") ? (incoming.method ?? "") : "other";
        // A request whose client left before the answer is counted as 499, as nginx does.
        requests.inc({ method, route, status: outgoing.writableFinished ? outgoing.statusCode : 499 });
        seconds.observe({ route }, (performance.now() - started) / 1000);
      });
    },
    countRefusal: (action) => refusals.inc({ action }),
    countMessageFailure: (channel) => trouble.countFailure(channel),
    countBound: (bound) => bounds.inc({ bound }),
    countStatement: (ms) => statements.observe(ms / 1000),
    read: async () => ({
      text: `${await registry.metrics()}\n${await ofProcess().metrics()}`,
      type: registry.contentType,
    }),
  };
}

let processRegistry: Registry | undefined;

/** Node's own metrics of the process: memory, the event loop, open files. They are collected once for all applications of the process. */
function ofProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

function addConnections(registers: Registry[]): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_database_connections",
    help: "Connections to the database by pool: open, of them idle, requests that wait for one, and the most that may be open.",
    labelNames: ["pool", "state"],
    registers,
    collect: () => {
      gauge.reset();
      for (const [pool, states] of countConnections())
        for (const [state, count] of Object.entries(states)) gauge.set({ pool, state }, count);
    },
  });
}

function countRefusals(registers: Registry[], names: readonly string[]) {
  const refusals = new Counter({
    name: "parkering_limit_refusals_total",
    help: "What limits refused, by action.",
    labelNames: ["action"],
    registers,
  });
  const bounds = new Counter({
    name: "parkering_bound_refusals_total",
    help: "What was refused because too much was under way, by the bound that it met.",
    labelNames: ["bound"],
    registers,
  });
  // Each counter begins at 0: a counter that appears with its first refusal would not show an increase.
  for (const bound of names) bounds.inc({ bound }, 0);
  return { refusals, bounds };
}

function addInFlight(registers: Registry[], { inFlight, bounds }: Sources): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_in_flight",
    help: "What is under way: requests, bytes of their bodies, connections.",
    labelNames: ["what"],
    registers,
    collect: () => {
      for (const [what, count] of Object.entries(inFlight())) gauge.set({ what }, count);
    },
  });
  const most: Gauge = new Gauge({
    name: "parkering_most",
    help: "The most that may be under way: requests, bytes of their bodies, connections, WebSockets; of the process and of an address.",
    labelNames: ["what"],
    registers,
  });
  for (const [what, count] of Object.entries(bounds)) most.set({ what }, count);
}

function addRealtime(registers: Registry[], read: () => RealtimeStats): void {
  const show = (name: string, help: string, value: (stats: RealtimeStats) => number) => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(value(read())) });
  };
  show("parkering_realtime_sockets", "Open WebSockets.", ({ sockets }) => sockets);
  show("parkering_realtime_channels", "Channels that sockets have joined.", ({ channels }) => channels);
  show("parkering_realtime_listening", "1 while live changes of the database are heard.", ({ listening }) =>
    Number(listening),
  );
  show(
    "parkering_realtime_dropped",
    "Sockets that were cut since the start because they did not read.",
    ({ dropped }) => dropped,
  );
}

function addBackup(registers: Registry[], database: Database): void {
  const age: Gauge = new Gauge({
    name: "parkering_backup_age_seconds",
    help: "Seconds since the last backup was made; nothing when none ever was, or while the database does not answer.",
    registers,
    collect: async () => {
      age.remove();
      const found = await database
        .query<{ age: number }>(sql`select extract(epoch from now() - made_at)::float8 as age from private.last_backup`)
        .catch(() => null);
      if (found?.rows[0]) age.set(found.rows[0].age);
    },
  });
}

function addArchive(registers: Registry[], archive: Pick<ArchiveKeeper, "state">): void {
  const waiting: Gauge = new Gauge({
    name: "parkering_archive_waiting_seconds",
    help: "Seconds for which a segment of the database's log has waited for the archive; 0 when none waits.",
    registers,
    collect: () => waiting.set(archive.state().waitingSeconds),
  });
  const age: Gauge = new Gauge({
    name: "parkering_archive_copy_age_seconds",
    help: "Age of the newest copy in the archive, with which a restore to a moment begins; nothing when there is none.",
    registers,
    collect: () => {
      age.remove();
      const { copyAgeSeconds } = archive.state();
      if (copyAgeSeconds !== null) age.set(copyAgeSeconds);
    },
  });
}

function addMessages(registers: Registry[], database: Database): void {
  const gauge: Gauge = new Gauge({
    name: "parkering_messages",
    help: "Messages of the outbox by state: they wait to be sent, or could not be. Nothing while the database does not answer.",
    labelNames: ["state"],
    registers,
    collect: async () => {
      gauge.reset();
      const counted = await countMessages(database).catch(() => null);
      for (const [state, count] of Object.entries(counted ?? {})) gauge.set({ state }, count);
    },
  });
}
