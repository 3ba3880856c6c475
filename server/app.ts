// Builds the server's application: every route and what stands behind it. It does not listen and starts no database.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import postgres from "postgres";
import type { AppConfig } from "#contract/config.ts";
import type { RateLimits } from "#contract/rate-limits.ts";
import type { SecurityProfile } from "#contract/states.ts";
import { endPool, openPool } from "./database/connect.ts";
import { createFunctionRoutes } from "./functions/route.ts";
import { answerHealth } from "./http/health.ts";
import { guardHost, isOwnHost } from "./http/host-guard.ts";
import { secureHeaders } from "./http/security-headers.ts";
import {
  type AddressReader,
  createAddressReader,
  readTrustedProxies,
  tellUnknownProxy,
} from "./limits/client-address.ts";
import { Counters } from "./limits/counters.ts";
import { limitRequests } from "./limits/limit-requests.ts";
import { type Limits, NO_LIMITS } from "./limits/limits.ts";
import { logRequests } from "./log.ts";
import { createRealtimeGateway } from "./realtime/gateway.ts";
import type { SocketLimits } from "./realtime/socket-limits.ts";
import { type Secrets, readSecrets } from "./secrets.ts";
import { createSignIn } from "./sign-in/create-sign-in.ts";
import { serveSite } from "./static/route.ts";
import { loadSite } from "./static/site.ts";
import { createSchemaReader } from "./supabase/schema-reader.ts";
import { createSupabaseMount } from "./supabase/mount.ts";

export type AppOptions = {
  /** A prepared database, as its owner. */
  databaseUrl: string;
  storageDir: string;
  /** The built front end; may be missing. */
  webDir: string;
  securityProfile: SecurityProfile;
  publicUrl: string | null;
  /** Refuse requests for hosts other than the loopback and PUBLIC_URL. */
  isLoopbackOnly: boolean;
  /** Proxies whose X-Forwarded-For is believed, as addresses and ranges; none when left out. */
  trustedProxies?: readonly string[];
  /** Other limits than those of the profile: `specified` has none (decisions §4). */
  rateLimits?: RateLimits | "none";
  /** Other limits of sockets than the product's own. */
  socketLimits?: Partial<SocketLimits>;
  log: Logger;
};

export type App = {
  /** `surroundings` is what the adapter knows of the connection. */
  fetch: (request: Request, surroundings?: object) => Response | Promise<Response>;
  /** Takes over a socket that asks to become a WebSocket. */
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  publishableKey: string;
  secretKey: string;
  /** A small pool of the database's owner, for what is not a request's. */
  sql: postgres.Sql;
  /** Tells the sockets to come back later, so that only requests remain. */
  closeSockets: () => Promise<void>;
  /** Ends everything that the application opened; call it after the last request. */
  close: () => Promise<void>;
};

/** Builds the application. Throws when the database cannot be read. */
export async function createApp(options: AppOptions): Promise<App> {
  const { log } = options;
  const sql = postgres(options.databaseUrl, {
    max: 4,
    // The question for array types, which nothing here uses, can end the process when the connection is lost during it.
    fetch_types: false,
    connect_timeout: 5,
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 0.5),
    onnotice: () => undefined,
    connection: { application_name: "parkering server" },
  });
  const secrets = await readSecrets(sql);
  const site = await loadSite(options.webDir);
  const addressOf = createAddressReader(readTrustedProxies(options.trustedProxies ?? []));
  const limiting = createLimiting(options, secrets, addressOf);
  const signInPool = openPool(options.databaseUrl, {
    name: "parkering sign-in",
    max: 6,
    settings: { TimeZone: "UTC", statement_timeout: "10000" },
  });
  const signIn = createSignIn({
    ...secrets,
    pool: signInPool,
    publicUrl: options.publicUrl,
    limits: limiting.limits,
    addressOf: tellUnknownProxy(addressOf, log),
    rules: { refuseGuessable: options.securityProfile === "hardened" },
    log,
  });
  const supabase = await createSupabaseMount({ ...options, ...secrets, limit: limiting.limit, signIn });
  const schema = createSchemaReader(supabase.readSchema, log);
  const realtime = await createRealtimeGateway({
    ...secrets,
    databaseUrl: options.databaseUrl,
    log,
    addressOf,
    limits: options.socketLimits ?? {},
    onSchemaChange: () => schema.readAgain(),
  });

  const hosts = options.publicUrl ? [new URL(options.publicUrl).hostname] : [];
  const config: AppConfig = {
    supabaseUrl: "",
    publishableKey: secrets.publishableKey,
    securityProfile: options.securityProfile,
  };

  const routes = new Hono();
  routes.use(logRequests(log));
  routes.use(secureHeaders({ scriptHashes: site.scriptHashes, publicUrl: options.publicUrl }));
  if (options.isLoopbackOnly) routes.use(guardHost(hosts));
  routes.get("/healthz", answerHealth(sql));
  routes.get("/config.json", (context) => context.json(config, 200, { "Cache-Control": "no-store" }));
  routes.route("/", supabase.routes);
  routes.route(
    "/functions/v1",
    createFunctionRoutes({
      log,
      limit: limiting.limit,
      context: {
        // Answered in this process: the secret key goes over no network, and to no host that a request names.
        supabaseUrl: "http://localhost",
        fetch: (request) => supabase.routes.fetch(request),
        secretKey: secrets.secretKey,
        securityProfile: options.securityProfile,
        allowedOrigin: null,
      },
    }),
  );
  // `/auth` alone is a page of the front end.
  for (const api of ["/rest/v1/*", "/auth/v1/*", "/storage/v1/*", "/functions/v1/*", "/realtime/v1/*", "/_system/*"]) {
    routes.all(api, (context) => context.json({ code: "404", message: "Not found" }, 404));
  }
  routes.all("*", serveSite(site));
  routes.onError((error, context) => {
    log.error({ path: context.req.path, message: error.message }, "request failed");
    return context.json({ code: "500", message: "Internal server error" }, 500);
  });

  return {
    fetch: (request, surroundings) => routes.fetch(request, surroundings),
    handleUpgrade: (request, socket, head) => {
      if (options.isLoopbackOnly && !isOwnHost(request.headers.host, hosts))
        return refuseUpgrade(socket, "421 Misdirected Request");
      if (!request.url?.startsWith("/realtime/v1/websocket")) return refuseUpgrade(socket, "404 Not Found");
      realtime.handleUpgrade(request, socket, head);
    },
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    sql,
    closeSockets: () => realtime.close(),
    close: async () => {
      await schema.stop();
      await supabase.close();
      await limiting.close();
      await endPool(signInPool, 5000);
      await sql.end({ timeout: 5 });
    },
  };
}

type Limiting = { limit: MiddlewareHandler; limits: Limits; close: () => Promise<void> };

/** The limits of what people do, or none: decisions §4 leaves logins of the profile `specified` unlimited. */
function createLimiting(
  { databaseUrl, securityProfile, rateLimits, log }: AppOptions,
  secrets: Secrets,
  addressOf: AddressReader,
): Limiting {
  if (rateLimits === "none" || (securityProfile === "specified" && rateLimits === undefined))
    return { limit: (_context, next) => next(), limits: NO_LIMITS, close: () => Promise.resolve() };
  const counters = new Counters({
    databaseUrl,
    secret: secrets.jwtSecret,
    ...(rateLimits === undefined ? {} : { limits: rateLimits }),
  });
  return {
    limit: limitRequests({ counters, addressOf, credentials: secrets, log }),
    limits: counters,
    close: () => counters.close(),
  };
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
