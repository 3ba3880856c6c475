// The sign-in service: the routes of @supabase/lite that the product uses, with what GoTrue has and lite lacks.
//
// Contract test: tests/backend/auth.test.ts.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { DatabasePool } from "#server/database/connect.ts";
import { limitBody } from "#server/http/body-limit.ts";
import { isAnswering } from "#server/http/health.ts";
import { createAuthAdmin } from "./auth-admin.ts";
import { refuseUnreadableBody } from "./auth-bodies.ts";
import type { FaultWatch } from "./fault-watch.ts";
import { changeOwnPassword } from "./own-password.ts";
import { withRefreshLock } from "./refresh-lock.ts";
import { type AuthMethod, completeSession } from "./token-claims.ts";

const BODY_LIMIT = 64 * 1024;

export type AuthOptions = {
  database: DatabasePool;
  publicUrl: string | null;
  jwtSecret: string;
  secretKey: string;
  /** Hands a request to lite. */
  forward: (request: Request) => Promise<Response>;
  /** When the database could not do its work for lite. */
  databaseFaults: FaultWatch;
  /** Refuses who tried too often. */
  limit: MiddlewareHandler;
};

/** Makes the routes below `/auth/v1`. One-time codes, recovery and verification stay closed: they have no limit of attempts. */
export function createAuthRoutes(options: AuthOptions): Hono {
  const routes = new Hono();
  const forward = async (context: Context, request: Request = context.req.raw) => {
    const before = options.databaseFaults.count;
    const response = await options.forward(request);
    // lite says 500 for everything; a client repeats what failed with 503.
    if (response.status !== 500) return response;
    return options.databaseFaults.since(before) || !(await isAnswering(options.database)) ? databaseGone() : response;
  };
  const complete = (context: Context, response: Response, method: AuthMethod) => {
    const issuer = `${options.publicUrl ?? new URL(context.req.url).origin}/auth/v1`;
    return completeSession(response, { jwtSecret: options.jwtSecret, issuer, method });
  };

  routes.use(limitBody(BODY_LIMIT), refuseUnreadableBody, options.limit);
  routes.post("/signup", async (context) => {
    const again = context.req.raw.clone();
    const first = await forward(context);
    if (first.status !== 500) return complete(context, first, "password");
    if (isReserved(fieldOf(await again.clone().text(), "email"))) return reserved();
    // Of two sign-ups with one address at once lite answers the later one 500; asked again it says that the address is taken.
    return complete(context, await forward(context, again), "password");
  });
  routes.post("/token", async (context) => {
    if (context.req.query("grant_type") !== "refresh_token")
      return complete(context, await forward(context), "password");
    const again = context.req.raw.clone();
    const token = fieldOf(await context.req.raw.clone().text(), "refresh_token");
    const first = await withRefreshLock(options.database, token, () => forward(context));
    // A logout in the middle takes the session away under lite's hands; asked again it says that the token is gone.
    return complete(context, first.status === 500 ? await forward(context, again) : first, "token_refresh");
  });
  routes.post("/logout", (context) => forward(context));
  routes.put("/user", (context) =>
    changeOwnPassword(context.req.raw, {
      pool: options.database,
      getUser: () =>
        forward(context, new Request(context.req.url, { headers: headersOfToken(context.req.raw.headers) })),
    }),
  );
  routes.on("GET", ["/user", "/settings", "/health"], (context) => forward(context));
  routes.route("/admin", createAuthAdmin({ pool: options.database, secretKey: options.secretKey }));
  return routes;
}

/** The headers that say who asks. */
const headersOfToken = (headers: Headers) =>
  ["apikey", "authorization"].flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });

const databaseGone = () =>
  Response.json(
    { code: 503, error_code: "unexpected_failure", msg: "The database does not answer. Please try again." },
    { status: 503 },
  );

/** Whether the database gives such addresses to nobody who asks (the trigger users_refuse_reserved_address). */
const isReserved = (email: string) => /[@.]konto\.parkering\.example$/i.test(email.trim());

const reserved = () =>
  Response.json(
    { code: 422, error_code: "email_address_not_authorized", msg: "This address is reserved." },
    { status: 422, headers: { "X-Sb-Error-Code": "email_address_not_authorized" } },
  );

/** A text of a JSON body; "" when it has none: lite answers a body that is not JSON with GoTrue's own message. */
function fieldOf(body: string, name: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const value = typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>)[name] : undefined;
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
