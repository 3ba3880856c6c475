// A call of the sign-in service, read strictly: odd spellings are refused before anything is counted or asked, so that a limit and its
// route always read the same.
import type { Context } from "hono";
import sql from "sql-template-tag";
import * as v from "valibot";
import type { LimitedAction } from "#contract/rate-limits.ts";
import type { AddressReader } from "#server/callers/client-address.ts";
import { type Credentials, type Role, requireKey } from "#server/callers/identity.ts";
import { type Database, type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { readActing } from "#server/callers/caller.ts";
import { readWhole, parseObject } from "#server/http/bodies.ts";
import { incomingOf } from "#server/http/request-log.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { LimitedCaller } from "#server/limits/counters.ts";
import { type Limits, attempt as attemptWithin, countOrRefuse } from "#server/limits/limits.ts";
import type { AccountRules } from "./accounts.ts";
import { type Caller, type Device, findCaller, readClaims } from "./logins.ts";
import type { HashedFor, PasswordHasher } from "./password-hasher.ts";
import type { PasswordRules } from "./password-rules.ts";

/** Parts that the service rests on. */
export type Parts = {
  /** A pool of the database's owner. */
  pool: DatabasePool;
  hasher: PasswordHasher;
  /** The first key encrypts second factors, all of them decrypt. */
  credentials: Credentials & { factorKeys: readonly string[] };
  /** Address of the server as browsers see it; null for the address of the request. */
  publicUrl: string | null;
  limits: Limits;
  addressOf: AddressReader;
  rules: PasswordRules & AccountRules;
};

/** Input that a route takes: a parameter of the address, and the fields of the body. */
export type Asks<Body> = { parameter?: string; body?: v.GenericSchema<unknown, Body> };

/** A call that has the form of its route. */
export type Call<Body = object> = Parts & {
  context: Context;
  /** IDs in the address; empty where the address has none. */
  id: string;
  factor: string;
  /** Parameter of the address; null when it is missing. */
  parameter: string | null;
  body: Body;
  /** Whether the call has the secret key. */
  isServer: boolean;
  /** Address of the caller, as limits count it; null from inside the server, over no socket. */
  address: string | null;
  device: Device;
};

/** A call of somebody who is logged in. */
export type OwnCall<Body = object> = Call<Body> & { caller: Caller };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

export const notAnswered = () => new Refusal(404, "not_found", "This address is not answered.");
export const invalid = (message: string) => new Refusal(400, "validation_failed", message);

/** Lets in callers who may call a route at all, before their body is read. Throws a Refusal. */
export type Door = (asked: { context: Context; role: Role; credentials: Credentials }) => void;

/** Lets in people who are logged in, by their token; whether their login lives is asked later. */
export const requireToken: Door = ({ context, credentials }) =>
  void readClaims(context.req.header("authorization"), credentials);

/** Reads a call. Throws a Refusal, an UnreadableError, or a TokenError without a key of ours. */
export async function readCall<Body>(
  context: Context,
  asks: Asks<Body>,
  { door, mostBytes, ...parts }: Parts & { door: Door; mostBytes: number },
): Promise<Call<Body>> {
  const { pathname, search, searchParams } = new URL(context.req.raw.url);
  const { id = "", factor = "" }: { id?: string; factor?: string } = context.req.param();
  const isSpelled = !/[%\\]|\/\//.test(pathname) && [id, factor].every((each) => each === "" || UUID.test(each));
  if (!isSpelled) throw notAnswered();
  const { role } = requireKey(context.req.header("apikey"), parts.credentials);
  const [written, ...more] = search.slice(1).split("&");
  if (more.length > 0 || (search !== "" && written?.split("=", 1)[0] !== asks.parameter))
    throw invalid("The address has a parameter that is not answered, or one twice.");
  const parameter = asks.parameter === undefined ? null : searchParams.get(asks.parameter);
  door({ context, role, credentials: parts.credentials });
  const incoming = incomingOf(context);
  const address = incoming === null ? null : parts.addressOf(incoming);
  const userAgent = context.req.header("user-agent")?.slice(0, 500) ?? null;
  const device = { address: address === "local" ? null : address, userAgent };
  const body = mostBytes === 0 ? ({} as Body) : await readBody(context, asks.body, mostBytes);
  return { ...parts, context, id, factor, parameter, body, isServer: role === "service_role", address, device };
}

/** The fields of a body; a missing body counts as an empty one. */
async function readBody<Body>(context: Context, schema: Asks<Body>["body"], mostBytes: number): Promise<Body> {
  const { req } = context;
  const text = new TextDecoder().decode(await readWhole(req.raw, incomingOf(context), mostBytes));
  if (text !== "" && !JSON_TYPE.test(req.header("content-type")?.trim() ?? ""))
    throw new Refusal(415, "bad_json", "The body must be application/json.");
  const fields = text === "" ? {} : parseObject(text);
  if (schema === undefined) return {} as Body;
  const read = v.safeParse(schema, fields);
  if (!read.success) throw invalid(`${v.getDotPath(read.issues[0])}: ${read.issues[0].message}`);
  return read.output;
}

/** The call with the person whose token it carries. Throws a Refusal 401 or 403. */
export async function asOwn<Body>(call: Call<Body>): Promise<OwnCall<Body>> {
  const claims = readClaims(call.context.req.header("authorization"), call.credentials);
  return { ...call, caller: await findCaller(call.pool, claims) };
}

/** The person that an action counts for; calls from inside the server count for their account. */
const whoOf = ({ address }: Call<unknown>, account: string | null): LimitedCaller => ({
  address: address ?? `inside ${account ?? ""}`,
  account,
});

/** Person for whom a password is hashed; the server's own functions say who acts. */
export function hashedFor(call: Call<unknown>, account: string): HashedFor {
  const acts = call.isServer ? (call.context.req.header("x-acting-account") ?? "") : account;
  return { address: call.address ?? `inside ${acts}`, account };
}

/** Counts an action of the caller, like `countOrRefuse` in server/limits/limits.ts. */
export const count = (call: Call<unknown>, action: LimitedAction, account: string | null): Promise<void> =>
  countOrRefuse(call.limits, action, whoOf(call, account));
/** Counts an attempt. `device` is a device that was logged in to the account before, which is counted by itself. */
export const attempt = <T>(
  call: Call<unknown>,
  action: LimitedAction,
  { account, device }: { account: string; device: string | null },
  work: () => Promise<T>,
) => {
  const who = whoOf(device === null ? call : { ...call, address: `device ${device}` }, account);
  return attemptWithin(call.limits, action, { ...who, isOnKnownDevice: device !== null }, work);
};

/** Counts a call that changes the caller's own account; the server's own functions have counted theirs. */
export async function countOwn(call: OwnCall<unknown>): Promise<void> {
  if (!call.isServer) await count(call, "accountCalls", call.caller.accountId);
}

type AnyCall = Call<unknown> & { caller?: Caller };

/**
 * Runs `work` in a transaction in which the trail (public.audit_trail) knows who acts, by the same settings as in a table call: the holder
 * of an account, the secret key, whose headers say for whom it acts, or a visitor who makes an account.
 */
export function inNameOf<T>(call: AnyCall, work: (database: Database) => Promise<T>): Promise<T> {
  const role = call.caller ? "authenticated" : call.isServer ? "service_role" : "anon";
  const claims = { role, sub: call.caller?.accountId };
  // The server's own functions may name the person whom screens of `specified` name, since the database reads that name in `specified`
  // alone. Other callers may not.
  const profile = role === "service_role" ? "specified" : "hardened";
  const headers = readActing((name) => call.context.req.header(name), role, profile);
  return inTransaction(call.pool, async (database) => {
    await database.query(sql`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('request.headers', ${headers ?? ""}, true)`);
    return work(database);
  });
}
