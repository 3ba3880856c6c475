// Builds the server's application: every route, with its services and its pools. The application does not listen and starts no database.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Pool } from "pg";
import type { AppConfig } from "#contract/config.ts";
import { type Database, endPool, openPool } from "./database/driver/connect.ts";
import { untilDone } from "./due/repeat.ts";
import { followStatements } from "./database/driver/reports.ts";
import { startDue } from "./due/run-due.ts";
import { startErasing } from "./erasure/nightly.ts";
import { createFunctionRoutes } from "./functions/route.ts";
import { CONNECTIONS } from "./http/bounds.ts";
import { incomingOf, idOf, logRequests } from "./http/request-log.ts";
import type { InFlight } from "./http/in-flight.ts";
import { answerHealth, answerReadiness, createReadiness } from "./http/readiness.ts";
import { Door, type DoorOptions } from "./http/door.ts";
import { answerSecurityTxt } from "./http/security-txt.ts";
import { dataHeaders, secureHeaders } from "./http/security-headers.ts";
import { type LimitsOptions, NO_LIMITS, type OpenLimits, openLimits } from "./limits/limits.ts";
import { type Pace, startDelivering } from "./messages/deliver.ts";
import type { MailSettings } from "#functions/deliver-messages/mail.ts";
import { noteMail } from "./messages/outbox.ts";
import { PRODUCT } from "./product/product.ts";
import { createRealtimeGateway, REALTIME_PATH, type RealtimeGateway } from "./realtime/gateway.ts";
import { SOCKET_LIMITS, type SocketLimits } from "./realtime/socket-limits.ts";
import { readSecrets, watchSecrets } from "./secrets.ts";
import { encryptSecrets } from "./sign-in/factor-secrets.ts";
import { createSignIn } from "./sign-in/create-sign-in.ts";
import type { PasswordHasher } from "./sign-in/password-hasher.ts";
import { serveMade, serveSite } from "./static/route.ts";
import { type Additions, loadSite, type Site } from "./static/site.ts";
import type { ArchiveKeeper } from "./archive/keep-archive.ts";
import type { FileStore } from "./storage/file-store.ts";
import { openStore } from "./storage/open-store.ts";
import type { S3Place } from "./storage/s3-store.ts";
import type { PhotoLimits } from "./storage/photo-maker.ts";
import { createStorage } from "./storage/storage.ts";
import { answerRequest, createTableHandler, isTableCall } from "./table-api/http.ts";
import { TableApi } from "./table-api/table-api.ts";
import { type Metrics, createMetrics } from "./watching/metrics.ts";
import { nameRoute } from "./watching/route-names.ts";
import { startNoting } from "./watching/notes.ts";
import { answerMetrics } from "./watching/serve-metrics.ts";

export type AppOptions = DoorOptions &
  LimitsOptions & {
    /** Address past a pooler, for work that needs a connection of its own; `databaseUrl` when left out. */
    directUrl?: string;
    /** Absolute folder of stored files. */
    storageDir: string;
    /** Absolute folder of everything else that the server keeps on this machine; its room is not watched when left out. */
    dataDir?: string;
    /** Absolute folder of the list of erased rows; no list is kept when left out. */
    erasedDir?: string;
    /** Place of stored files in S3; null or left out where the folder holds them. */
    s3?: S3Place | null;
    /** The store of files where it is more than that place. */
    store?: FileStore;
    /** The archive of the database's log, whose state the metrics show; null or left out where no archive is kept. */
    archive?: Pick<ArchiveKeeper, "state"> | null;
    /** Whether other servers store their photos in the same place; always the case with a bucket. */
    isStorageShared?: boolean;
    /** The built front end; may be missing. */
    webDir: string;
    /** Time zone of the company, which the front end is told; the front end has a default when left out. */
    timeZone?: string;
    /** Limits of sockets in place of the product's. */
    socketLimits?: Partial<SocketLimits>;
    /** Limits of making photos anew in place of the product's. */
    photoLimits?: Partial<PhotoLimits>;
    /** Milliseconds between two looks for new secrets; ten seconds when left out. */
    lookForSecretsEveryMs?: number;
    /** Token that opens /metrics; nobody reads them when left out. */
    metricsToken?: string | null;
    /** Milliseconds that a statement may take before the log tells of it; a second when left out. */
    slowStatementMs?: number;
    /** Contact for people who found a weakness. */
    securityContact?: string | null;
    /** The lowest version of the front end that pages may go on with, or null. */
    lowestVersion?: string | null;
    /** Mail server that takes messages; no mail is sent when left out. */
    mail?: MailSettings | null;
    /** Tests hash passwords with less work. No setting of an operator leads here. */
    hasher?: PasswordHasher;
    /** Tests have a server of their own in place of Discord's, and less patience. No setting of an operator leads here. */
    delivery?: { discordBase?: string; pace?: Partial<Pace> };
  };

export type App = {
  /** Answers a request of Node's HTTP server. */
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Most connections at a time. */
  mostConnections: number;
  /** Counts a connection of Node's server until it is closed, and says whether the connection may stay. */
  takeConnection: (socket: Socket) => boolean;
  /** Notes that a connection was not taken, as there were `mostConnections`. */
  noteDropped: () => void;
  /** Takes over a socket that asks to become a WebSocket. */
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  publishableKey: string;
  secretKey: string;
  /** Metrics of the application, for Prometheus. */
  metrics: Metrics;
  /** A small pool of the database's owner, for work that belongs to no request. */
  database: Pool;
  /** Tells the sockets to come back later, so that only requests remain. */
  closeSockets: () => Promise<void>;
  /** Ends everything that the application opened; call it after the last request. */
  close: () => Promise<void>;
};

/** Longest wait of a request for one of its connections, in milliseconds. */
const LONGEST_WAIT_MS = 12_000;

const SLOW_STATEMENT_MS = 1000;

const SITEMAP = "/sitemap.xml";

/** The company's zone where no setting says another. */
const DEFAULT_TIME_ZONE = "Europe/Stockholm";

/** Builds the application. Throws when the database cannot be read; nothing of it is left open then. */
export async function createApp(options: AppOptions): Promise<App> {
  const opened: Opened = [];
  const parts = await openParts(options, opened).catch(async (error: unknown) => {
    await closeAll(opened);
    throw error;
  });
  const { door, metrics, tableApi, realtime, secrets } = parts;
  const { log, publicUrl } = options;
  const { addressOf } = door;
  const opening = door.open({
    follow: (incoming, outgoing) => metrics.follow(incoming, outgoing),
    isTableCall,
    answerTableCall: createTableHandler({ tableApi, addressOf, headers: dataHeaders(publicUrl), log }),
    answerOthers: getRequestListener(buildRoutes(parts, options).fetch),
    socketPath: REALTIME_PATH,
    takeSocket: (request, socket, head) => realtime.handleUpgrade(request, socket, head),
  });
  return {
    ...opening,
    mostConnections: door.inFlight.bounds.connections,
    takeConnection: (socket) => door.takeConnection(socket),
    noteDropped: () => door.tellBound("connections"),
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKeys[0] ?? "",
    metrics,
    database: parts.database,
    closeSockets: () => realtime.close(),
    close: () => closeAll(opened),
  };
}

/** Functions that end the parts that are open, the oldest part first. */
type Opened = (() => Promise<unknown>)[];

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

/** Settings of the connections that sign people in. */
const SETTINGS = { TimeZone: "UTC", statement_timeout: "10000" };

/** Parts that the routes rest on, each opened once. */
type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(options: AppOptions, opened: Opened) {
  const { log, databaseUrl, directUrl = databaseUrl } = options;
  const database = openPool(databaseUrl, { name: "parkering server", max: 4, waitMs: LONGEST_WAIT_MS });
  opened.push(() => endPool(database, 5000));
  const secrets = await readSecrets(database);
  await encryptSecrets(database, secrets.factorKeys);
  const watching = watchSecrets(database, secrets, { log, everyMs: options.lookForSecretsEveryMs });
  opened.push(() => watching.stop());
  const site = await loadSite(options.webDir, namedSitemap(options.publicUrl));
  const door = new Door(options);
  const { addressOf } = door;
  const counting = openLimits(options, secrets);
  const { limits } = counting;
  opened.push(() => counting.close());
  const signInPool = openPool(databaseUrl, { name: "parkering sign-in", max: CONNECTIONS.signIn, settings: SETTINGS });
  opened.push(() => endPool(signInPool, 5000));
  const rules = { ...PRODUCT.accountRules, refuseGuessable: options.securityProfile === "hardened" };
  const signIn = createSignIn({ ...options, credentials: secrets, pool: signInPool, limits, addressOf, rules });
  const store = options.store ?? openStore(options);
  const storage = await createStorage({
    databaseUrl,
    directUrl,
    store,
    credentials: secrets,
    count: limits.count,
    addressOf,
    rules: PRODUCT.fileRules,
    photos: options.photoLimits,
    log,
  });
  opened.push(() => storage.close());
  const counted = limits === NO_LIMITS ? null : limits;
  const onUntold = () => realtime.tellGap();
  const { routes } = PRODUCT;
  const tableApi = new TableApi({ ...options, routes, database, credentials: secrets, limits: counted, onUntold });
  opened.push(() => tableApi.close());
  await tableApi.readSchema();
  const schema = untilDone(() => tableApi.readSchema(), log, "the schema could not be read again");
  opened.push(() => schema.stop());
  const realtime = await createRealtimeGateway({
    credentials: secrets,
    databaseUrl,
    directUrl,
    log,
    addressOf,
    limits: options.socketLimits ?? {},
    onBound: door.tellBound,
    onSchemaChange: () => schema.ask(),
  });
  // The gateway's sockets end before the requests do (closeSockets); this ends the rest of the gateway.
  opened.push(() => realtime.close());
  const erasing = startErasing({ databaseUrl: directUrl, log, folder: options.erasedDir ?? null });
  opened.push(() => erasing.stop());
  const told = openTelling({ database, tableApi, realtime, store, counting, inFlight: door.inFlight }, options);
  opened.push(() => Promise.resolve(told.stopFollowing()));
  await noteMail(database, options.mail !== undefined && options.mail !== null, options.publicUrl);
  openNotes({ database, site, door, told }, opened, options);
  return { database, secrets, site, door, limits, signIn, storage, tableApi, realtime, ...told };
}

/**
 * Starts the work that goes on while the application runs: the delivery of messages, notes about this server and its faults in the
 * database, and everything that is due by the clock.
 */
function openNotes(
  parts: { database: Database; site: Site; door: Door; told: ReturnType<typeof openTelling> },
  opened: Opened,
  options: AppOptions,
): void {
  const { database, site, door, told } = parts;
  const { metrics, askReadiness } = told;
  const noting = startNoting({ database, askReadiness, version: buildOf(site).build ?? "", log: options.log });
  opened.push(() => noting.stop());
  door.followBounds((bound) => {
    metrics.countBound(bound);
    noting.tell("bounds");
  });
  const onFailure = (channel: string) => {
    metrics.countMessageFailure(channel);
    noting.tell("messages");
  };
  const delivering = openDelivery(database, onFailure, options);
  opened.push(() => delivering.stop());
  const due = startDue({ database, log: options.log });
  opened.push(() => due.stop());
}

/** Starts the delivery of the outbox's messages, which goes on while the application runs. */
const openDelivery = (
  database: Database,
  onFailure: (channel: string) => void,
  { mail = null, publicUrl, timeZone, log, delivery }: AppOptions,
) =>
  startDelivering({ database, mail, publicUrl, timeZone: timeZone ?? DEFAULT_TIME_ZONE, log, onFailure, ...delivery });

/** Parts of the application that readiness and metrics ask. */
type Watched = {
  database: Pool;
  tableApi: TableApi;
  realtime: RealtimeGateway;
  store: FileStore;
  counting: OpenLimits;
  inFlight: InFlight;
};

/** Opens the server's reports of itself: whether it is ready, its metrics, and slow statements in the log. */
function openTelling(watched: Watched, options: AppOptions) {
  const { log, slowStatementMs = SLOW_STATEMENT_MS, isStorageShared = false, s3 = null } = options;
  const { database, tableApi, realtime, store, counting, inFlight } = watched;
  const askReadiness = createReadiness({
    database,
    tryRoles: () => tableApi.tryRoles(),
    isListening: () => realtime.stats().listening,
    hearsItself: (patienceMs) => realtime.hearsItself(patienceMs),
    tryPhotos: () => store.check(),
    arePhotosShared: isStorageShared || s3 !== null,
    log,
  });
  const isKnown = (api: "rest" | "functions", name: string) =>
    api === "rest" ? tableApi.isKnown(name) : PRODUCT.functions.has(name);
  const routeOf = (address: string) => nameRoute(address, isKnown);
  const folders = {
    ...(s3 === null ? { photos: options.storageDir } : {}),
    ...(options.dataDir ? { data: options.dataDir } : {}),
  };
  const trouble = { askReadiness, folders };
  const { archive = null } = options;
  const [readRealtime, readInFlight] = [() => realtime.stats(), () => inFlight.now];
  const { sockets, socketsPerAddress } = { ...SOCKET_LIMITS, ...options.socketLimits };
  const bounds = { ...inFlight.bounds, sockets, socketsPerAddress };
  const metrics = createMetrics({
    database,
    realtime: readRealtime,
    inFlight: readInFlight,
    bounds,
    routeOf,
    trouble,
    archive,
  });
  counting.follow((action) => metrics.countRefusal(action));
  const stopFollowing = followStatements(({ text, ms, id }) => {
    metrics.countStatement(ms);
    if (ms >= slowStatementMs) log.warn({ ...(id && { id }), ms: Math.round(ms), text: text() }, "a slow statement");
  });
  return { askReadiness, metrics, stopFollowing };
}

/** The line of robots.txt that names the sitemap, whose address must be whole. */
const namedSitemap = (publicUrl: string | null): Additions =>
  publicUrl === null ? {} : { "robots.txt": `Sitemap: ${publicUrl}${SITEMAP}\n` };

/** The build of the front end that is served, as the build itself noted it; empty where there is none. */
function buildOf(site: Site): Pick<AppConfig, "build"> {
  const file = site.find("/build.json");
  return file === undefined ? {} : (JSON.parse(file.body.toString("utf8")) as Pick<AppConfig, "build">);
}

/**
 * Routes for every address except those of the tables, which `createTableHandler` answers. They stand in the order in which they are tried.
 */
function buildRoutes(parts: Parts, options: AppOptions): Hono {
  const { site, secrets, signIn, storage } = parts;
  const { log, publicUrl, securityProfile } = options;
  const config: AppConfig = {
    supabaseUrl: "",
    publishableKey: secrets.publishableKey,
    securityProfile,
    ...(publicUrl === null ? {} : { publicUrl }),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
    ...buildOf(site),
    ...(options.lowestVersion ? { lowestVersion: options.lowestVersion } : {}),
  };

  // Edge functions call these services from inside, without host guard, log and headers.
  const services = new Hono();
  services.route("/auth/v1", signIn);
  services.all("/storage/v1/*", (context) => storage.answer(context.req.raw, incomingOf(context)));

  const routes = new Hono();
  routes.use(logRequests(log, PRODUCT.withoutKey));
  routes.use(secureHeaders({ scriptHashes: site.scriptHashes, publicUrl }));
  if (parts.door.guard !== null) routes.use(parts.door.guard);
  routes.get("/healthz", answerHealth);
  routes.get("/readyz", answerReadiness(parts.askReadiness));
  routes.get("/metrics", answerMetrics(parts.metrics, options.metricsToken ?? null));
  routes.get(
    "/.well-known/security.txt",
    answerSecurityTxt(PRODUCT.createSecurityContact(parts.database), options.securityContact ?? null, publicUrl),
  );
  if (publicUrl !== null) {
    routes.get(SITEMAP, serveMade(PRODUCT.createSitemap(parts.database, publicUrl)));
  }
  routes.get("/config.json", (context) => context.json(config, 200, { "Cache-Control": "no-store" }));
  routes.route("/", services);
  routes.route("/functions/v1", buildFunctions(parts, options, services));
  // `/auth` alone is a page of the front end.
  for (const api of ["/rest/v1/*", "/auth/v1/*", "/storage/v1/*", "/functions/v1/*", "/realtime/v1/*", "/_system/*"]) {
    routes.all(api, (context) => context.json({ code: "404", message: "Not found" }, 404));
  }
  routes.all("*", serveSite(site, PRODUCT.pages, PRODUCT.createPageHeads(parts.database, publicUrl)));
  routes.onError((error, context) => {
    log.error(
      { id: idOf(context), path: PRODUCT.withoutKey(context.req.path), message: error.message },
      "request failed",
    );
    return context.json({ code: "500", message: "Internal server error" }, 500);
  });
  return routes;
}

function buildFunctions(parts: Parts, { log, securityProfile }: AppOptions, services: Hono): Hono {
  const { limits, secrets, tableApi } = parts;
  const { addressOf } = parts.door;
  return createFunctionRoutes({
    log,
    credentials: secrets,
    handlers: PRODUCT.functions,
    addressOf,
    limits: PRODUCT.limitFunctions({ limits, addressOf, credentials: secrets }),
    context: {
      // Calls of a function are answered in this process: the secret key goes over no network, and to no host that a request names.
      supabaseUrl: "http://localhost",
      fetch: (request) =>
        isTableCall(new URL(request.url).pathname) ? answerRequest(tableApi, request) : services.fetch(request),
      get secretKey() {
        return secrets.secretKeys[0] ?? "";
      },
      securityProfile,
      allowedOrigin: null,
    },
  });
}
