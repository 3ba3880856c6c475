// The sign-in service: the addresses below /auth/v1 that the product's client and functions call, with GoTrue's tables and answers
// (docs/security.md, Logins). One-time codes by mail, other providers and recovery by mail are not answered.
import { Hono } from "hono";
import { DatabaseError } from "pg";
import type { Logger } from "pino";
import { TokenError } from "#server/callers/identity.ts";
import { poolOfRequest } from "#server/database/driver/connect.ts";
import { isForNow } from "#server/database/driver/outage.ts";
import { boundsOf } from "#server/http/bounds.ts";
import { UnreadableError } from "#server/http/bodies.ts";
import { Refusal } from "#server/http/refusal.ts";
import { InShare } from "#server/http/turns.ts";
import { idOf } from "#server/http/request-log.ts";
import { NEW_ACCOUNT, CHANGES, change, create, read, remove, removeFactor, requireServer } from "./admin.ts";
import {
  type Asks,
  type Call,
  type Door,
  type OwnCall,
  type Parts,
  asOwn,
  notAnswered,
  readCall,
  requireToken,
} from "./call.ts";
import { NEW_FACTOR, PROOF, UNENROLMENT, challenge, enrol, unenrol, verify } from "./factors.ts";
import { NEW_PASSWORD, CREDENTIALS, SIGN_UP, changePassword, logOut, logInOrRenew, signUp } from "./own-account.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { reserved } from "./accounts.ts";

/** Options of the service; `hasher` replaces the product's own. */
export type SignInOptions = Omit<Parts, "hasher"> & { hasher?: Parts["hasher"]; log: Logger };

/** Most calls of one address that run at a time. Hundreds of them would stand before everybody else's in the line for a connection. */
const AT_ONCE_OF_ADDRESS = 4;

/** Makes the routes below `/auth/v1`. */
export function createSignIn({ log, hasher = createPasswordHasher(), ...others }: SignInOptions): Hono {
  const parts = { ...others, hasher };
  const share = new InShare(AT_ONCE_OF_ADDRESS);
  const routes = new Hono();
  routes.onError((error, context) => {
    const { path } = context.req;
    const refusal = refusalOf(error, path.includes("/admin/"));
    if (refusal === null) log.error({ id: idOf(context), path, message: error.message }, "sign-in failed");
    return answerOf(refusal ?? new Refusal(500, "unexpected_failure", "Internal server error"));
  });
  routes.use(async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });

  const on = <Body>(
    route: string,
    asks: Asks<Body>,
    work: (call: Call<Body>) => Promise<object | null>,
    door: Door = () => undefined,
  ) => {
    const [method = "", path = ""] = route.split(" ");
    const { bytes } = boundsOf(`${method} /auth/v1${path}`);
    const entry = { door, mostBytes: typeof bytes === "number" ? bytes : bytes.others };
    routes.on(method, path, async (context) => {
      const pool = poolOfRequest(parts.pool, idOf(context));
      const call = await readCall(context, asks, { ...parts, ...entry, pool });
      const answer = await share.run(call.address, () => work(call));
      return answer === null ? context.body(null, 204) : context.json(answer);
    });
  };
  const own = <Body>(route: string, asks: Asks<Body>, work: (call: OwnCall<Body>) => Promise<object | null>) =>
    on(route, asks, async (call) => work(await asOwn(call)), requireToken);
  const server = <Body>(route: string, asks: Asks<Body>, work: (call: Call<Body>) => Promise<object>) =>
    on(route, asks, work, requireServer);

  on("POST /signup", { parameter: "redirect_to", body: SIGN_UP }, signUp);
  on("POST /token", { parameter: "grant_type", body: CREDENTIALS }, logInOrRenew);
  own("POST /logout", { parameter: "scope" }, logOut);
  own("GET /user", {}, ({ caller }) => Promise.resolve(caller.user));
  own("PUT /user", { parameter: "redirect_to", body: NEW_PASSWORD }, changePassword);
  own("POST /factors", { body: NEW_FACTOR }, enrol);
  own("POST /factors/:id/challenge", {}, challenge);
  own("POST /factors/:id/verify", { body: PROOF }, verify);
  own("DELETE /factors/:id", { body: UNENROLMENT }, unenrol);
  server("POST /admin/users", { body: NEW_ACCOUNT }, create);
  server("GET /admin/users/:id", {}, read);
  server("PUT /admin/users/:id", { body: CHANGES }, change);
  server("DELETE /admin/users/:id", {}, remove);
  server("DELETE /admin/users/:id/factors/:factor", {}, removeFactor);
  routes.all("*", () => {
    throw notAnswered();
  });
  return routes;
}

/** The refusal for an error; null for an error that nobody foresaw. */
function refusalOf(error: unknown, isAdmin: boolean): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof UnreadableError) return new Refusal(400, "bad_json", error.message);
  if (error instanceof TokenError) return new Refusal(401, "no_authorization", error.message);
  if (isForNow(error)) {
    const headers = { "Retry-After": "2" };
    return new Refusal(503, "unexpected_failure", "The database does not answer. Please try again.", { headers });
  }
  if (!(error instanceof DatabaseError)) return null;
  if (error.code === "23514") return reserved();
  if (error.code !== "23505") return null;
  if (error.table === "mfa_factors")
    return new Refusal(422, "mfa_factor_name_conflict", "A factor with this friendly name already exists");
  return isAdmin
    ? new Refusal(422, "email_exists", "A user with this email address has already been registered")
    : new Refusal(422, "user_already_exists", "User already registered");
}

/** Words a refusal as GoTrue does, since the unmodified client reads code and text. */
const answerOf = ({ status, code, message, headers, more }: Refusal): Response =>
  Response.json(
    { code: status, error_code: code, msg: message, ...more },
    { status, headers: { "X-Sb-Error-Code": code, ...headers } },
  );
