// What the routes of the sign-in service work with.
import type { Context } from "hono";
import type { DatabasePool } from "#server/database/connect.ts";
import { sameSecret } from "#server/http/same-secret.ts";
import type { Credentials } from "#server/callers/identity.ts";
import type { AddressReader } from "#server/callers/client-address.ts";
import type { Limits } from "#server/limits/limits.ts";
import { addressOfCall } from "./counted.ts";
import type { KnownDevices } from "./known-device.ts";
import { type Caller, type Device, findCaller } from "./logins.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { PasswordRules } from "./password-rules.ts";
import { Refusal } from "./refusals.ts";
import type { Login, Tokens } from "./tokens.ts";

export type Surroundings = {
  pool: DatabasePool;
  hasher: PasswordHasher;
  tokens: Tokens;
  devices: KnownDevices;
  limits: Limits;
  addressOf: AddressReader;
  rules: PasswordRules;
  credentials: Credentials;
  /** Address of the server as browsers see it, or null: then the request's own. */
  publicUrl: string | null;
};

/** Whether the caller has the secret key. Throws a Refusal 401 for a key that is neither of ours. */
export function hasSecretKey(context: Context, { credentials }: Surroundings): boolean {
  const given = context.req.header("apikey");
  if (given === undefined) throw new Refusal(401, "no_authorization", "No API key found in request");
  if (credentials.secretKeys.some((secretKey) => sameSecret(given, secretKey))) return true;
  if (sameSecret(given, credentials.publishableKey)) return false;
  throw new Refusal(401, "no_authorization", "Invalid API key");
}

/** The person whose token the request carries. Throws a Refusal 401 or 403. */
export async function readCaller(context: Context, { pool, tokens }: Surroundings): Promise<Caller> {
  return findCaller(pool, await tokens.read(context.req.header("authorization")));
}

/** The device that asks. */
export function deviceOf(context: Context, { addressOf }: Surroundings): Device {
  const address = addressOfCall(context, addressOf);
  return {
    address: address === "local" ? null : address,
    userAgent: context.req.header("user-agent")?.slice(0, 500) ?? null,
  };
}

/** The answer that a client keeps as its login. */
export async function grant(context: Context, login: Login, { tokens, publicUrl }: Surroundings): Promise<Response> {
  const issuer = `${publicUrl ?? new URL(context.req.url).origin}/auth/v1`;
  return context.json(await tokens.grant(login, issuer));
}

/** Whom an action counts for; calls from inside the server are counted where they came from. */
export function whoOf(context: Context, { addressOf }: Surroundings, account: string | null) {
  const address = addressOfCall(context, addressOf);
  return { address: address ?? `inside ${account ?? ""}`, account };
}
