// Reads requests of the sign-in service strictly: what is written in an odd way is refused before anything is counted or asked, so that a
// limit and the route that it belongs to always read the same.
import type { Context, MiddlewareHandler } from "hono";
import { UnreadableError, parseObject } from "#server/http/readable-json.ts";
import { Refusal, invalid } from "./refusals.ts";

export type Body = Readonly<Record<string, unknown>>;

/** As wide as the column of auth.users. */
const EMAIL_MAX = 255;

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Refuses paths with encoded letters, and bodies of another kind than JSON. */
export const refuseOddRequests: MiddlewareHandler = async (context, next) => {
  const { pathname } = new URL(context.req.raw.url);
  if (/[%\\]|\/\//.test(pathname)) throw new Refusal(404, "not_found", "This address is not answered.");
  const type = context.req.header("content-type");
  if (type !== undefined && !JSON_TYPE.test(type.trim()))
    throw new Refusal(415, "bad_json", "The body must be application/json.");
  return next();
};

/**
 * The parameters of the address; null for one that is not there. Throws a Refusal for one that is not in `names`, that stands there twice
 * or whose name has encoded letters.
 */
export function readQuery<Name extends string>(context: Context, ...names: Name[]): Record<Name, string | null> {
  const { search, searchParams } = new URL(context.req.raw.url);
  const written =
    search === ""
      ? []
      : search
          .slice(1)
          .split("&")
          .map((part) => part.split("=")[0] ?? "");
  for (const name of written) {
    if (!names.some((known) => known === name)) throw invalid(`The parameter ${name.slice(0, 50)} is not answered.`);
    if (written.filter((other) => other === name).length > 1)
      throw invalid(`The parameter ${name} stands there twice.`);
  }
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name)])) as Record<Name, string | null>;
}

/** The JSON object of the body. Throws a Refusal when it is none, or holds what the database cannot store. */
export async function readBody(context: Context): Promise<Body> {
  if (context.req.header("content-type") === undefined)
    throw new Refusal(415, "bad_json", "The body must be application/json.");
  return parse(await context.req.text());
}

/** As readBody; no body counts as an empty object. */
export async function readOptionalBody(context: Context): Promise<Body> {
  const text = await context.req.text();
  return text === "" ? {} : parse(text);
}

function parse(text: string): Body {
  try {
    return parseObject(text);
  } catch (error) {
    if (error instanceof UnreadableError) throw new Refusal(400, "bad_json", error.message);
    throw error;
  }
}

/** A text of the body; null when it is not there. Throws a Refusal for a value of another kind. */
export function readText(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new Refusal(400, "bad_json", `The field ${name} must be a text.`);
  return value;
}

/** An object of the body; empty when it is not there. Throws a Refusal for a value of another kind. */
export function readObject(body: Body, name: string): Body {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw invalid(`The field ${name} must be an object.`);
  return value as Body;
}

/** The address of a body as accounts have it: without blanks around it, in small letters. Throws a Refusal when it is none. */
export function readEmail(body: Body): string {
  const email = (readText(body, "email") ?? "").trim().toLowerCase();
  if (email.length > EMAIL_MAX) throw invalid(`The address must not be longer than ${EMAIL_MAX} letters.`);
  if (!/^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(email))
    throw invalid("Unable to validate email address: invalid format");
  return email;
}

/** Whether the server alone gives such addresses, however they are written. */
export const isReserved = (email: string): boolean =>
  /[@.]konto\.parkering\.example\.*$/.test(email.normalize("NFKC").trim().toLowerCase());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a path or a body. Throws the refusal given when it cannot be one. */
export function readId(value: unknown, otherwise: () => Refusal): string {
  if (typeof value !== "string" || !UUID.test(value)) throw otherwise();
  return value;
}
