// Mounts @supabase/lite: table API and storage, by an allow-list of addresses. The sign-in service is our own (server/sign-in).
//
// Why an allow-list: its own router also answers /_system/info (the database's address and password). Contract test: tests/backend/rest.test.ts ("answers only the addresses of the allow-list").
import { App as LiteApp, setExperimental } from "@supabase/lite";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { limitBody } from "#server/http/body-limit.ts";
import { ApiConnection } from "./connection.ts";
import { removeUnfinished } from "./durable-files.ts";
import { FaultWatch } from "./fault-watch.ts";
import { refuseInheritedNames, sealInherited } from "./inherited-names.ts";
import { PhotoError } from "./photo-check.ts";
import { renderUnavailable } from "./postgrest-errors.ts";
import { repairWarnings } from "./repair-warnings.ts";
import { createFileStorage } from "./storage-files.ts";
import { tellOutage } from "./storage-outage.ts";
import { refuseStrayToken } from "./stray-tokens.ts";
import { type Keys, readableStorageRequest, wordRefusal } from "./storage-requests.ts";
import { asksForSigning, signAddresses } from "./storage-signing.ts";
import { isUpload, rawUpload } from "./storage-upload.ts";

const MB = 1024 * 1024;
/** Largest bodies in bytes: a row holds at most a signature of 1 MB; an image of 10 MB travels inside a multipart body. */
const BODY_LIMITS = { rest: 2 * MB, storage: 11 * MB } as const;

export type SupabaseOptions = {
  databaseUrl: string;
  storageDir: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Refuses who did something too often; bodies that it reads are limited already. */
  limit: MiddlewareHandler;
  /** The sign-in service, which answers /auth/v1. */
  signIn: Hono;
};

export type SupabaseMount = {
  routes: Hono;
  /** Reads the database's schema again (after a migration). Throws when it cannot. */
  readSchema: () => Promise<void>;
  close: () => Promise<void>;
};

/** Builds the mount and reads the schema once. Throws when the database cannot be read. */
export async function createSupabaseMount(options: SupabaseOptions): Promise<SupabaseMount> {
  const connection = new ApiConnection(options.databaseUrl);
  const noRoom = new FaultWatch();
  const lite = createLite(connection, noRoom, options);
  const readSchema = async () => {
    await connection.introspect({ useCache: false });
  };
  await lite.init();
  await readSchema();
  await removeUnfinished(options.storageDir);

  const forward = async (request: Request) => withoutCors(await lite.server.fetch(request));
  const forwardFile = tellOutage(forward, { noRoom, database: connection.faults });
  const routes = new Hono();
  routes.all("/rest/v1/*", limitBody(BODY_LIMITS.rest), options.limit, (context) => {
    const { url, raw } = context.req;
    return refuseStrayToken(raw.headers) ?? refuseInheritedNames(url) ?? forward(raw);
  });
  routes.all("/storage/v1/*", limitBody(BODY_LIMITS.storage), options.limit, async (context) =>
    storageAnswer(await forwardToStorage(context, forwardFile, options)),
  );
  routes.route("/auth/v1", options.signIn);
  return { routes, readSchema, close: () => connection.close() };
}

function createLite(connection: ApiConnection, noRoom: FaultWatch, options: SupabaseOptions): LiteApp {
  repairWarnings();
  sealInherited();
  setExperimental("storage", true);
  const lite = new LiteApp({
    connection,
    api: { enabled: true, schemas: ["public"], max_rows: 1000, pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      email: { enable_signup: true, enable_confirmations: false },
    },
    storage: { enabled: true, file_size_limit: "10MiB" },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    // `admin` would make a keyless loopback request the service role.
    options: { server: { admin: false, disableStudio: true, middlewares: [skipUserLookup] } },
  });
  // The documented way to set it, dash and all.
  // oxlint-disable-next-line no-underscore-dangle
  lite._storageAdapter = createFileStorage(options.storageDir, noRoom);
  lite.server.onError((error) => {
    const unavailable = renderUnavailable(error);
    if (unavailable) return unavailable;
    console.error(error);
    return Response.json({ code: "SUP", details: null, hint: null, message: "Internal server error" }, { status: 500 });
  });
  return lite;
}

type LiteMiddleware =
  NonNullable<NonNullable<ConstructorParameters<typeof LiteApp>[0]["options"]>["server"]> extends {
    middlewares?: (infer M)[];
  }
    ? M
    : never;

/**
 * Keeps lite from reading auth.users and auth.sessions for every table call with a user's token: it ignores what it read there, and
 * verifies the token once more in the route itself. The connection takes the person from the verified claims, never from here.
 */
const skipUserLookup: LiteMiddleware = async (context, next) => {
  if (context.req.path.startsWith("/rest/v1/")) {
    context.set("userId", "not looked up");
    context.set("sessionId", "not looked up");
  }
  await next();
};

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

function storageAnswer(response: Response): Response {
  // A stored file is only ever shown as what it says it is, and runs nothing.
  response.headers.set("content-security-policy", "default-src 'none'; sandbox");
  return response;
}

async function forwardToStorage(
  context: Context,
  forward: (request: Request) => Promise<Response>,
  keys: Keys,
): Promise<Response> {
  const isFile = isUpload(context.req.method, context.req.path);
  const request = await readableStorageRequest(context.req.raw, isFile, keys);
  if (request instanceof Response) return request;
  if (asksForSigning(context.req.method, context.req.path)) return wordRefusal(await signAddresses(request, forward));
  if (!isFile) return wordRefusal(await forward(request));
  try {
    return await forward(await rawUpload(request));
  } catch (error) {
    if (error instanceof PhotoError)
      return Response.json({ statusCode: "415", error: "invalid_mime_type", message: error.message }, { status: 415 });
    if (!(error instanceof TypeError)) throw error;
    return Response.json({ statusCode: "400", error: "InvalidRequest", message: error.message }, { status: 400 });
  }
}
