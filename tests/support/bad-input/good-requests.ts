// Requests that the table API answers, and how one thing of them is made wrong.
import * as fc from "fast-check";
import type { PlainRequest } from "#tests/support/bad-input/plain-request.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const JSON_TYPE = { "content-type": "application/json" };

/** Good requests, which reach the database. */
export const GOOD = {
  read: { method: "GET", path: "/rest/v1/main_page_sites?select=id,name&path=eq.a&order=name.desc&limit=5" },
  look: { method: "GET", path: "/rest/v1/main_page_sites?path=neq.a" },
  count: { method: "HEAD", path: "/rest/v1/main_page_sites?select=*", headers: { prefer: "count=exact" } },
  insert: {
    method: "POST",
    path: "/rest/v1/parkings",
    headers: JSON_TYPE,
    body: JSON.stringify(VALID_ROWS.parkings),
  },
  change: {
    method: "PATCH",
    path: `/rest/v1/main_page_sites?id=eq.${NOBODY}`,
    headers: JSON_TYPE,
    body: '{"name":"x"}',
  },
  remove: { method: "DELETE", path: `/rest/v1/parkings?id=eq.${NOBODY}` },
  call: { method: "POST", path: "/rest/v1/rpc/search_parkings", headers: JSON_TYPE, body: '{"query":"abc"}' },
} as const satisfies Record<string, PlainRequest>;

/** A string out of these. */
export const good = (...names: (keyof typeof GOOD)[]) =>
  fc.constantFrom(...names.map((name): PlainRequest => GOOD[name]));
export const EVERY = Object.keys(GOOD) as (keyof typeof GOOD)[];

/** The request with something more behind the question mark. */
export const withQuery = (request: PlainRequest, query: string): PlainRequest => ({
  ...request,
  path: `${request.path}${request.path.includes("?") ? "&" : "?"}${query}`,
});
/** The request with these headers too; a list is sent as several of one name. */
export const withHeaders = (request: PlainRequest, headers: Record<string, string | string[]>): PlainRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

/** A word that somebody could have meant. */
export const word = () => fc.stringMatching(/^[a-z]{1,9}$/);
/** Brackets in one another, so many times. */
export const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
