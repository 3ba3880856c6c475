// Mounts @supabase/lite: sign-in, by an allow-list of addresses; and the storage.
//
// Why an allow-list: its own router also answers /_system/info (the database's address and password) and sign-in routes without a
// limit of attempts. Contract test: tests/backend/rest.test.ts ("answers only the addresses of the allow-list").
import type { IncomingMessage } from "node:http";
import { App as LiteApp } from "@supabase/lite";
import { Hono, type MiddlewareHandler } from "hono";
import type { DatabasePool } from "#server/database/connect.ts";
import { limitBody } from "#server/http/body-limit.ts";
import type { Storage } from "#server/storage/storage.ts";
import { createAuthRoutes } from "./auth-routes.ts";
import { ApiConnection } from "./connection.ts";
import { sealInherited } from "./inherited-names.ts";
import { renderUnavailable } from "./postgrest-errors.ts";
import { repairWarnings } from "./repair-warnings.ts";

const MB = 1024 * 1024;
/** Largest body in bytes: an image of 10 MB travels inside a multipart body. */
const STORAGE_BODY_LIMIT = 11 * MB;

export type SupabaseOptions = {
  databaseUrl: string;
  /** A pool of the database's owner that table calls do not use. */
  database: DatabasePool;
  storage: Storage;
  /** Address of the server as browsers see it, or null: then the request's own. */
  publicUrl: string | null;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Refuses who did something too often; bodies that it reads are limited already. */
  limit: MiddlewareHandler;
};

export type SupabaseMount = {
  routes: Hono;
  close: () => Promise<void>;
};

/** Builds the mount and reads the schema once. Throws when the database cannot be read. */
export async function createSupabaseMount(options: SupabaseOptions): Promise<SupabaseMount> {
  const connection = new ApiConnection(options.databaseUrl);
  const lite = createLite(connection, options);
  await lite.init();
  await connection.introspect({ useCache: false });

  const forward = async (request: Request) => withoutCors(await lite.server.fetch(request));
  const routes = new Hono();
  routes.all("/storage/v1/*", limitBody(STORAGE_BODY_LIMIT), (context) => {
    const surroundings = context.env as { incoming?: IncomingMessage } | undefined;
    return options.storage.answer(context.req.raw, surroundings?.incoming ?? null);
  });
  routes.route("/auth/v1", createAuthRoutes({ ...options, forward, databaseFaults: connection.faults }));
  return { routes, close: () => connection.close() };
}

function createLite(connection: ApiConnection, options: SupabaseOptions): LiteApp {
  repairWarnings();
  sealInherited();
  const lite = new LiteApp({
    connection,
    api: { enabled: false, schemas: ["public"], max_rows: 1000, pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      // Two tabs that refresh with the same token must both stay signed in.
      enable_refresh_token_rotation: false,
      email: { enable_signup: true, enable_confirmations: false },
    },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    // `admin` would make a keyless loopback request the service role.
    options: { server: { admin: false, disableStudio: true } },
  });
  lite.server.onError((error) => {
    const unavailable = renderUnavailable(error);
    if (unavailable) return unavailable;
    console.error(error);
    return Response.json({ code: "SUP", details: null, hint: null, message: "Internal server error" }, { status: 500 });
  });
  return lite;
}

/** What lite adds for other origins: the front end has the same origin, and no other page may read answers. */
const CORS_HEADERS = [
  "access-control-allow-origin",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-credentials",
  "access-control-expose-headers",
  "access-control-max-age",
];

function withoutCors(response: Response): Response {
  for (const name of CORS_HEADERS) response.headers.delete(name);
  return response;
}
