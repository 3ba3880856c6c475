// Headers and bodies that the table API's grammar does not know (docs/table-api.md): each is a good request's with one thing wrong.
import * as fc from "fast-check";
import { EVERY, GOOD, good, nested, withHeaders, word } from "#tests/support/bad-input/good-requests.ts";
import type { PlainRequest } from "#tests/support/bad-input/plain-request.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";

/** A good request with another body. The word COLUMN in the body is replaced by the name of a column or argument that exists. */
const body = (text: fc.Arbitrary<string>, request = good("insert", "change", "call")) =>
  fc
    .tuple(request, text)
    .map(([one, given]): PlainRequest => ({ ...one, body: given.replaceAll("COLUMN", columnOf(one)) }));
const columnOf = ({ method, path }: PlainRequest) =>
  path.includes("/rpc/") ? "query" : method === "POST" ? "street" : "name";
const header = (name: string, value: fc.Arbitrary<string>, ...of: (keyof typeof GOOD)[]) =>
  fc.tuple(good(...of), value).map(([request, given]) => withHeaders(request, { [name]: given }));

/** Faults of a header or a body, and requests with each fault, of callers who may send 1 MB and 200 rows. */
export const WRONG_CONTENTS: Record<string, fc.Arbitrary<PlainRequest>> = {
  "a word of Prefer that is unknown": header(
    "prefer",
    fc.oneof(
      fc.constantFrom(
        "count=planned",
        "count=estimated",
        "COUNT=planned",
        "return=headers-only",
        "return=",
        "count=",
        "resolution=merge-duplicates",
        "resolution=ignore-duplicates",
      ),
      fc.constantFrom(
        "tx=rollback",
        "tx=commit",
        "missing=default",
        "handling=strict",
        "handling=lenient",
        "max-affected=1",
        "timezone=Europe/Stockholm",
        "params=single-object",
      ),
      fc.constantFrom("return=minimal, tx=rollback", "return=minimal,count=planned", "return=minimal;tx=rollback"),
      fc.tuple(word(), word()).map((pair) => pair.join("=")),
    ),
    ...EVERY,
  ),
  "a count of what is written": header(
    "prefer",
    fc.constantFrom("count=exact", "return=representation,count=exact"),
    "insert",
    "change",
    "remove",
  ),
  "an unknown Accept": header(
    "accept",
    fc.oneof(
      fc.constantFrom(
        "text/csv",
        "text/html",
        "application/geo+json",
        "application/octet-stream",
        "application/openapi+json",
        "text/xml",
        "image/png",
      ),
      fc.constantFrom(
        "application/vnd.pgrst.plan",
        "application/vnd.pgrst.plan+json",
        'application/vnd.pgrst.plan+text; for="application/json"; options=analyze',
      ),
      fc.constantFrom(
        "application/vnd.pgrst.array+json;nulls=stripped",
        "application/json, text/csv",
        "text/csv, application/json",
        "application/json; text/csv",
        "application/jsonx",
      ),
      fc.tuple(word(), word()).map((pair) => `x${pair.join("/")}`),
    ),
    ...EVERY,
  ),
  "an unknown Content-Type": header(
    "content-type",
    fc.oneof(
      fc.constantFrom(
        "text/csv",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "application/vnd.pgrst.object+json",
        "application/xml",
      ),
      fc.constantFrom(
        "application/json; text/csv",
        "application/json, text/csv",
        "text/csv; application/json",
        "application/json;text/csv",
        "application/json; charset=utf-16",
        "application/json; charset=utf-8; text/csv",
        "application/jsonx",
        "x-application/json",
      ),
      word().map((text) => `application/json; ${text}`),
      word().map((text) => `application/x${text}`),
    ),
    "insert",
    "change",
    "call",
  ),
  "two Content-Types": good("insert", "change", "call").map((request) =>
    withHeaders(request, { "content-type": ["application/json", "text/csv"] }),
  ),
  "another schema": fc
    .tuple(good(...EVERY), fc.constantFrom("private", "auth", "storage", "pg_catalog", "PUBLIC", "public,auth", "nope"))
    .map(([request, schema]) => withHeaders(request, { "accept-profile": schema, "content-profile": schema })),
  "a body that is no row": body(
    fc.constantFrom(
      "1",
      '"x"',
      "null",
      "true",
      "[1]",
      "[null]",
      "[[]]",
      "[[{}]]",
      "[{},1]",
      "[{},[]]",
      "NaN",
      "{'a':1}",
      "a,b\n1,2",
      "name=x",
    ),
  ),
  "no body": body(fc.constantFrom("", " ", "\n"), good("insert", "change")),
  "a body that is no JSON": body(
    fc.oneof(
      fc.constantFrom(
        '{"COLUMN":"x"',
        '{"COLUMN":"x"}}',
        '{"COLUMN":"x",}',
        '{"COLUMN":"x"} x',
        '{"COLUMN":"x"}{"COLUMN":"y"}',
        '{"COLUMN":01}',
        '{"COLUMN":"\t"}',
        "[{}",
        "[{},]",
      ),
      fc.nat({ max: GOOD.insert.body.length - 2 }).map((length) => GOOD.insert.body.slice(0, length)),
    ),
  ),
  "bytes that are no letters": fc
    .tuple(good("insert", "change", "call"), fc.constantFrom("ff", "c328", "eda080", "80"))
    .map(([request, bytes]) => {
      const parts = [`{"${columnOf(request)}":"`, Buffer.from(bytes, "hex"), '"}'];
      return { ...request, body: Buffer.concat(parts.map((part) => Buffer.from(part as string))) };
    }),
  "letters that no text has": body(
    fc
      .tuple(
        fc.constantFrom("\\u0000", "a\\u0000b", "\\ud800", "\\udfffa", "a\\udbff"),
        fc.constantFrom("value", "name", "deep"),
      )
      .map(([letters, where]) =>
        where === "value"
          ? `{"COLUMN":"${letters}"}`
          : where === "name"
            ? `{"${letters}":1}`
            : `{"COLUMN":{"a":["${letters}"]}}`,
      ),
  ),
  "a body that is nested too deeply": body(
    fc
      .tuple(fc.constantFrom(101, 102, 5000), fc.boolean())
      .map(([depth, isList]) =>
        isList
          ? `{"COLUMN":${nested(depth, "[", "]")}}`
          : `{"COLUMN":${nested(depth, '{"a":', "")}1${"}".repeat(depth)}}`,
      ),
  ),
  "too many rows": body(
    fc.constantFrom(201, 2000, 30_000).map((count) => `[${Array.from({ length: count }, () => "{}").join()}]`),
    good("insert"),
  ),
  "a body that is too large": body(
    fc.constantFrom(1024 * 1024 + 1, 1_900_000).map((size) => `{"COLUMN":"${"x".repeat(size)}"}`),
  ),
};

/** Requests that visitors of the profile `hardened` may not send, in addition to the faults above. */
export const WRONG_OF_VISITORS: Record<string, fc.Arbitrary<PlainRequest>> = {
  "two rows of a visitor": body(
    fc
      .constantFrom(2, 3, 25, 200)
      .map((count) => JSON.stringify(Array.from({ length: count }, () => VALID_ROWS.parkings))),
    good("insert"),
  ),
  "a body of a visitor above 64 kB": body(
    fc.constantFrom(66_000, 900_000).map((size) => `{"COLUMN":"${"x".repeat(size)}"}`),
    good("insert", "change", "call"),
  ),
};
