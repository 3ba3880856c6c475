// Limits of looks at cases (document 4 §4). A look by number and plate counts before its outcome is known. A look by key counts by its answer
// `{outcome: "none"}`: an error would take its own count back, and a right key never counts.
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { plateKey } from "#contract/plate.ts";
import { holdBody, replaceRequest } from "#server/http/bodies.ts";
import { EDGE_FUNCTION } from "#server/http/bounds.ts";
import type { LimitOptions } from "#server/limits/limit-route.ts";
import { tooMany } from "#server/limits/limits.ts";

/** Whether an answer says that nothing was found. */
export const isMiss = (body: string): boolean => /^\{"outcome" ?: ?"none"\}$/.test(body);

/** A value as the database reads it for a text. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);

/** A tried key as limits count it; null for a value that is no key. */
export const triedOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value).replaceAll(/\s/g, "").slice(0, 100) : null;

/** Western European letters. Each of them becomes the same key here and in the database, whichever version of Unicode they know. */
const FOLDED_ALIKE = /^[\0-\u00FF\u2010-\u2015]*$/;

/** A plate as limits count it. All plates with other signs count as one plate, since such a plate can be written in endless ways. */
function countedPlate(text: string): string {
  return FOLDED_ALIKE.test(text) ? plateKey(text) : "~";
}

/**
 * The accounts that a look by number and plate counts for beside its address: the number and the plate, each in one spelling. Only the digits
 * of the number count, since the database skips more kinds of blanks than JavaScript does.
 */
export const lookedAt = (asked: { case_number?: unknown; plate?: unknown }): string[] => {
  const number = textOf(asked.case_number).replaceAll(/\D/g, "").slice(0, 100);
  const plate = countedPlate(textOf(asked.plate));
  return [...(number === "" ? [] : [`number ${number}`]), ...(plate === "" ? [] : [`plate ${plate}`])];
};

/**
 * Makes the limit of a route that looks cases up. Each call counts for its address, and as an upload too when it asks where to send photos.
 * A look by number and plate counts for the number and for the plate, and is refused past a limit whether it is right or wrong. A wrong key
 * counts for its address. Past the limit of calls a case is still answered, without signed addresses of its photos; a question where to
 * send photos is refused.
 */
export const createCaseLimit =
  ({ limits, addressOf }: Pick<LimitOptions, "limits" | "addressOf">): MiddlewareHandler =>
  async (context, next) => {
    const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
    if (context.req.method !== "POST" || incoming === undefined) return next();
    const caller = { address: addressOf(incoming), account: null };
    let wait = await limits.count("caseReads", caller);
    await holdBody(context, EDGE_FUNCTION.bytes);
    const asked = readAsked(await context.req.raw.clone().text());
    const isSending = asked.action === "send-photos";
    if (wait !== null && !isSending) replaceRequest(context, withoutPhotos(context.req.raw, asked));
    if (wait === null && isSending) wait = await limits.count("uploads", caller);
    if (wait !== null && isSending) return tooMany(context.req.path, wait);
    const isLook = !isSending && !("public_key" in asked);
    const locked = isLook ? await limits.count("caseLookUps", { ...caller, account: lookedAt(asked) }) : null;
    if (locked !== null) return tooMany(context.req.path, locked);
    await next();
    if (isLook || !isMiss(await context.res.clone().text())) return;
    const seconds = await limits.count("wrongKeys", caller);
    if (seconds !== null) context.res = tooMany(context.req.path, seconds);
  };

/** The same call for an answer without signed addresses. The function itself refuses a call that asks for nothing. */
function withoutPhotos({ url, method, headers }: Request, asked: object): Request {
  const type = headers.get("Content-Type") ?? "";
  const body = JSON.stringify({ ...asked, photos_later: true });
  return new Request(url, { method, headers: { "Content-Type": type }, body });
}

/** The fields of a body; none for a body that is no object, which is refused later. */
function readAsked(body: string): { action?: unknown; case_number?: unknown; plate?: unknown } {
  try {
    const asked: unknown = JSON.parse(body);
    return typeof asked === "object" && asked !== null ? asked : {};
  } catch {
    return {};
  }
}
