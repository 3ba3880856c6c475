// Bad addresses and headers for the table API: PostgREST's own words in the wrong place, and anything else between them.
import * as fc from "fast-check";
import { hostileText, wellFormed } from "#tests/support/bad-input/hostile.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";

const COLUMNS = Object.keys(VALID_ROWS.parkings);
export const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype);
const OPERATORS = (
  "eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj not.eq not.in not.is " +
  "not.not.eq eq(any) like(any) like(all) eq(all) fts(english) fts(nope) fts( nope not. any"
).split(" ");

const column = () =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...COLUMNS, "id", "created_at", "search_text") },
    fc.constantFrom(
      ...INHERITED_NAMES,
      "nope",
      "",
      "*",
      '"',
      'a"b',
      "a->b",
      "a->>0",
      "id::text",
      "parkings.id",
      "parkings(id)",
    ),
    hostileText().filter((text) => text.length < 300),
  );
const shortText = () => hostileText().map((text) => text.slice(0, 1000));
const operation = () =>
  fc
    .tuple(
      fc.constantFrom(...OPERATORS),
      fc.oneof(
        shortText(),
        shortText().map((text) => `(${text})`),
        shortText().map((text) => `{${text}}`),
      ),
    )
    .map(([operator, value]) => `${operator}.${value}`);
const condition = () => fc.tuple(column(), operation()).map(([name, value]) => `${name}.${value}`);
const tree = () =>
  fc.oneof(
    fc.array(condition(), { maxLength: 3 }).map((list) => `(${list.join(",")})`),
    fc
      .tuple(fc.constantFrom("and", "or", "not.and"), condition(), condition())
      .map(([how, a, b]) => `(${how}(${a},${b}),${a})`),
    fc.constantFrom(20, 900).map((depth) => "(and".repeat(depth) + ")".repeat(depth)),
    shortText(),
  );
const list = () =>
  fc.oneof(
    fc.array(column(), { maxLength: 4 }).map((names) => names.join(",")),
    fc.constantFrom(
      "a(".repeat(2000),
      "id,".repeat(2000),
      "(",
      "...",
      '":id',
      "count()",
      "id.count()",
      "x:id::nope",
      "parkings(*)",
      "!inner",
    ),
    shortText(),
  );
const number = () =>
  fc.oneof(fc.constantFrom("-1", "0", "1e9", "1.5", "NaN", "99999999999999999999", "", "0x1"), shortText());

const parameter = (): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(column(), fc.oneof(operation(), shortText())) },
    fc.tuple(fc.constantFrom("or", "and", "not.or", "not.and", "parkings.or"), tree()),
    fc.tuple(fc.constantFrom("select", "order", "columns", "on_conflict"), list()),
    fc.tuple(
      fc.constantFrom("order"),
      fc.tuple(column(), fc.constantFrom(".desc", ".nope", ".asc.nullslast", ".")).map((parts) => parts.join("")),
    ),
    fc.tuple(fc.constantFrom("limit", "offset", "parkings.limit"), number()),
  );

const encode = (text: string) => encodeURIComponent(wellFormed(text));

/** The query without percent-encoding of percent signs, quotes, brackets, commas and colons, as a person would type it. */
const encodeLittle = (text: string) =>
  encode(text).replace(/%25(?=..)|%2[2-9C]|%3A/gi, (code) => decodeURIComponent(code));

/** A generator of the text behind the question mark, shorter than the length that HTTP refuses. */
export const hostileQuery = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(parameter(), { minLength: 1, maxLength: 3 }), fc.constantFrom(encode, encodeLittle))
    .map(([parameters, write]) =>
      parameters
        .map((pair) => pair.map(write).join("="))
        .join("&")
        .slice(0, 12_000),
    );

/** A generator of letters that HTTP allows in a header; bad-input/http.test.ts sends the other letters. */
const headerText = () => hostileText().map((value) => value.slice(0, 2000).replace(/[^\t\x20-\x7E\x80-\xFF]/g, ""));

/** A header and its value. */
export const hostileHeader = (): fc.Arbitrary<[string, string]> => {
  return fc.oneof(
    fc.tuple(
      fc.constantFrom("Prefer"),
      fc.oneof(
        headerText(),
        fc
          .array(
            fc.tuple(
              fc.constantFrom(
                "return",
                "count",
                "resolution",
                "missing",
                "handling",
                "tx",
                "max-affected",
                "timezone",
                "params",
                "nope",
              ),
              fc.oneof(
                fc.constantFrom(
                  "representation",
                  "minimal",
                  "exact",
                  "planned",
                  "estimated",
                  "merge-duplicates",
                  "ignore-duplicates",
                ),
                fc.constantFrom(
                  "strict",
                  "lenient",
                  "rollback",
                  "commit",
                  "-1",
                  "99999999999999999999",
                  "Nowhere/City",
                  "';drop",
                ),
                headerText(),
              ),
            ),
            { maxLength: 4 },
          )
          .map((pairs) => pairs.map((pair) => pair.join("=")).join(",")),
      ),
    ),
    fc.tuple(
      fc.constantFrom("Range"),
      fc.oneof(
        fc.constantFrom("1-0", "-1", "x", "0-", "99999999999999999999-", "0-1e9", "0-1,2-3", "bytes=0-1", "-"),
        headerText(),
      ),
    ),
    fc.tuple(
      fc.constantFrom("Accept"),
      fc.oneof(
        fc.constantFrom(
          "text/csv",
          "text/html",
          "application/vnd.pgrst.object+json",
          "application/vnd.pgrst.plan+json; options=analyze",
        ),
        fc.constantFrom(
          "application/geo+json",
          "application/octet-stream",
          "application/openapi+json",
          "x/".repeat(3000),
          ";;;",
          "*/*;q=x",
        ),
        headerText(),
      ),
    ),
    fc.tuple(
      fc.constantFrom("Accept-Profile", "Content-Profile"),
      fc.oneof(fc.constantFrom("private", "auth", "storage", "pg_catalog"), headerText()),
    ),
    fc.tuple(
      fc.constantFrom("Authorization", "apikey"),
      fc.oneof(
        headerText(),
        headerText().map((value) => `Bearer ${value}`),
      ),
    ),
    fc.tuple(
      fc.constantFrom(
        "Range-Unit",
        "Content-Range",
        "X-HTTP-Method-Override",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "Cookie",
      ),
      headerText(),
    ),
  );
};
