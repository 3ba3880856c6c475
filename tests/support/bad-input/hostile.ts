// Values that tests of bad input send, and rules for the answers to them.
import * as fc from "fast-check";
import { expect } from "vitest";

/** HTML and script that run where a text is taken for markup. */
export const MARKUP = [
  "<script>window.ran?.('script')</script>",
  "<img src=x onerror=\"window.ran?.('img')\">",
  "<svg onload=\"window.ran?.('svg')\">",
  '"><iframe srcdoc="<script>parent.ran?.(\'frame\')</script>">',
  "javascript:window.ran?.('address')",
  "</textarea></style></script><b onmouseover=alert(1)>",
  "{{7*7}}${7*7}<%= 7*7 %>",
];

/** Texts that end or change a statement, a filter or a path, if a program does not keep text and syntax apart. */
const SYNTAX = [
  "'; drop table public.parkings; --",
  "' or '1'='1",
  '") or true --',
  "\\",
  "\\'; select pg_sleep(5) --",
  "$$;select 1;$$",
  "$1",
  "%",
  "_%_",
  "*",
  "eq.1",
  "in.(1,2)",
  "(a,b)",
  "{a,b}",
  '{"a',
  "[1,2)",
  "not.is.null",
  'and(id.eq.1,or("x".eq.2))',
  "id,parkings(*)",
  "a->b->>c",
  "::text",
  "*,count()",
  "../../../etc/passwd",
  "%2e%2e%2f",
  "%00",
  "%zz",
  "a\r\nSet-Cookie: b=c",
  "NaN",
  "-Infinity",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "NULL",
  "1e309",
];

/** Letters of Unicode that surprise programs which expect plain ones. */
export const STRANGE_LETTERS = [
  "\u202Eetirw\u202C",
  "\u2066\u2069\u200B\u200D\uFEFF",
  `Z${"\u0335\u0321\u0489".repeat(60)}`,
  "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "ﷺ".repeat(30),
  "ıİſẞ",
  "\u0001\u0008\u001B[31m\u007F",
  "\u2028\u2029\u0085",
];

/** Strings that are no valid Unicode, or hold a NUL. The product must refuse them, and never store another text in their place. */
const BROKEN = ["\u0000", "a\u0000b", "\uD800", "\uDFFFa", "a\uDBFF"];

/** Moments and numbers at and beyond the ends of what PostgreSQL or JavaScript can hold. */
const EXTREMES = [
  "infinity",
  "-infinity",
  "294277-01-01T00:00:00Z",
  "4714-01-01 BC",
  "200000-01-01",
  "2026-13-45",
  "2026-11-21T25:61:61Z",
  "2026-11-21 08:00 Nowhere/City",
  "now",
  "epoch",
  "99999999999999999999999999",
  "0x10",
  "1_000",
  "00000000-0000-0000-0000-00000000000g",
  "{00000000-0000-0000-0000-000000000000}",
];

/** A generator of texts that an attacker, or a careless person, might send. */
export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...MARKUP, ...SYNTAX, ...STRANGE_LETTERS, ...EXTREMES, ...BROKEN, ""),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.tuple(fc.constantFrom(...MARKUP, ...SYNTAX, ...BROKEN), fc.string({ maxLength: 10 })).map(([a, b]) => b + a + b),
    fc.constantFrom(51, 101, 201, 2001, 10_001, 101, 201, 200_000).map((length) => "å".repeat(length)),
  );

/** A generator of JSON values of any kind; values that JSON cannot express are left out. */
export const hostileValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileText() },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1, -0, 2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324, -1e-7),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(hostileText(), { maxLength: 3 }),
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom<unknown>(
      [],
      {},
      [[]],
      [null],
      [["a"], ["b", "c"]],
      { toString: 1 },
      { toJSON: "x", valueOf: null, length: -1 },
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ),
    fc.constantFrom(101, 3000).map((depth) => nested(depth)),
    fc.constantFrom(30, 200, 5000).map((length) => Array.from({ length }, (_, index) => String(index))),
  );

/** The text with every half of a surrogate pair replaced, since addresses cannot hold one. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Lists inside lists, `depth` levels deep. */
export function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Whether a value holds, at any depth, a text that PostgreSQL cannot store. */
export function isBroken(value: unknown): boolean {
  for (const left = [value]; left.length > 0;) {
    const next = left.pop();
    if (typeof next === "string" && (next.includes("\0") || /\p{Surrogate}/u.test(next))) return true;
    if (typeof next === "object" && next !== null)
      left.push(...Object.keys(next), ...(Object.values(next) as unknown[]));
  }
  return false;
}

/** Error codes of fetch for a connection that the other side has closed. */
const CLOSED: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "EPIPE", "ECONNRESET"]);

/** Longest time for an answer to bad input, in milliseconds: no bad input may hold a connection longer. */
const LONGEST_ANSWER_MS = 5000;

/**
 * Sends a request, and fails when no answer comes in time. A request whose kept connection the server has closed meanwhile is sent once
 * more, as browsers do.
 */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const once = () => fetch(url, { redirect: "manual", signal: AbortSignal.timeout(LONGEST_ANSWER_MS), ...init });
  return once().catch((error: unknown) => {
    const cause = error instanceof TypeError ? error.cause : undefined;
    if (cause instanceof Error && "code" in cause && CLOSED.has(String(cause.code))) return once();
    throw error;
  });
}

/**
 * Expects that the answer's status is below 500. A refusal must give its reason in clear words and must not reveal how the server works
 * inside. Gives status and text.
 */
export async function expectMannerly(answer: Response): Promise<{ status: number; text: string }> {
  const text = await answer.text();
  const { status } = answer;
  expect(status < 500 ? "no failure" : text.slice(0, 500)).toBe("no failure");
  if (status < 400 || answer.url === "") return { status, text };
  if (answer.headers.get("content-type")?.includes("json") && text !== "") expect(reasonOf(text)).toMatch(/\S{2}/);
  expect(text).not.toMatch(/Internal server error|\bat .*:\d+:\d+\)?|node_modules|\[object Object\]|undefined is not/);
  return { status, text };
}

/** The text of a refusal, as the three services write it. */
export function reasonOf(text: string): string {
  const body = JSON.parse(text) as Record<string, unknown>;
  const reason = body["message"] ?? body["msg"] ?? body["error_description"] ?? body["error"];
  return typeof reason === "string" ? reason : "";
}
