// Requests that the table API answers, and functions that make one thing in them wrong.
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

/** A generator of one of these good requests. */
export const good = (...names: (keyof typeof GOOD)[]) =>
  fc.constantFrom(...names.map((name): PlainRequest => GOOD[name]));
export const EVERY = Object.keys(GOOD) as (keyof typeof GOOD)[];

/** The request with further text behind its question mark. */
export const withQuery = (request: PlainRequest, query: string): PlainRequest => ({
  ...request,
  path: `${request.path}${request.path.includes("?") ? "&" : "?"}${query}`,
});
/** The request with these headers added; a list of values is sent as several headers of one name. */
export const withHeaders = (request: PlainRequest, headers: Record<string, string | string[]>): PlainRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

/** A generator of words, such as a person might type in a wrong place. */
export const word = () => fc.stringMatching(/^[a-z]{1,9}$/);
/** Nested brackets, `depth` levels deep. */
export const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
