// The sign-in service: the addresses below /auth/v1 that the product's client and functions call, with GoTrue's tables and answers
// (docs/security.md, Logins). One-time codes by mail, other providers and recovery by mail are not answered.
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Credentials } from "#server/callers/identity.ts";
import type { DatabasePool } from "#server/database/connect.ts";
import { limitBody } from "#server/http/body-limit.ts";
import type { AddressReader } from "#server/callers/client-address.ts";
import type { Limits } from "#server/limits/limits.ts";
import { createAdminRoutes } from "./admin-routes.ts";
import { createFactorRoutes } from "./factor-routes.ts";
import { KnownDevices } from "./known-device.ts";
import { createLogInRoutes } from "./log-in-routes.ts";
import { createOwnAccountRoutes } from "./own-account-routes.ts";
import { type PasswordHasher, createPasswordHasher } from "./password-hasher.ts";
import type { PasswordRules } from "./password-rules.ts";
import { Refusal, databaseGone, isOutage } from "./refusals.ts";
import { refuseOddRequests } from "./requests.ts";
import { hasSecretKey } from "./surroundings.ts";
import { Tokens } from "./tokens.ts";

const BODY_LIMIT = 64 * 1024;

export type SignInOptions = {
  /** A pool of the database's owner. */
  pool: DatabasePool;
  credentials: Credentials;
  publicUrl: string | null;
  limits: Limits;
  addressOf: AddressReader;
  rules: PasswordRules;
  /** Another one than the product's own. */
  hasher?: PasswordHasher;
  log: Logger;
};

/** Makes the routes below `/auth/v1`. */
export function createSignIn(options: SignInOptions): Hono {
  const { credentials, publicUrl, log, hasher = createPasswordHasher() } = options;
  const here = {
    ...options,
    hasher,
    tokens: new Tokens(credentials),
    devices: new KnownDevices({ credentials, isHttps: publicUrl?.startsWith("https:") ?? false }),
  };
  const routes = new Hono();
  routes.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : isOutage(error) ? databaseGone() : null;
    if (refusal === null) log.error({ path: context.req.path, message: error.message }, "sign-in failed");
    const answer = (refusal ?? new Refusal(500, "unexpected_failure", "Internal server error")).toResponse();
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  });
  routes.use(async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  routes.use(refuseOddRequests, limitBody(BODY_LIMIT));
  routes.get("/health", (context) =>
    context.json({ name: "GoTrue", version: "parkering", description: "The sign-in service of Parkering" }),
  );
  routes.get("/settings", (context) => {
    hasSecretKey(context, here);
    return context.json(SETTINGS);
  });
  routes.route("/", createLogInRoutes(here));
  routes.route("/", createOwnAccountRoutes(here));
  routes.route("/factors", createFactorRoutes(here));
  routes.route("/admin", createAdminRoutes(here));
  routes.all("*", () => {
    throw new Refusal(404, "not_found", "This address is not answered.");
  });
  return routes;
}

/** What GoTrue tells of itself. */
const SETTINGS = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: true,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
};
