// Addresses and methods that the table API's grammar does not know (docs/table-api.md): each is a good request's with one thing wrong.
import * as fc from "fast-check";
import { EVERY, GOOD, good, nested, withHeaders, withQuery, word } from "#tests/support/bad-input/good-requests.ts";
import type { PlainRequest } from "#tests/support/bad-input/plain-request.ts";

/** A generator of good requests whose path has one letter replaced; `of` says which letters are candidates. */
const inPath = (replace: (letter: string) => string, of: RegExp) =>
  fc.tuple(good(...EVERY), fc.nat()).map(([request, at]) => {
    const [path = "", ...query] = request.path.split("?");
    const places = [...path.matchAll(of)].map(({ index }) => index);
    const place = places[at % places.length] ?? 0;
    const odd = path.slice(0, place) + replace(path.charAt(place)) + path.slice(place + 1);
    return { ...request, path: [odd, ...query].join("?") };
  });
const behindPath = (...ends: string[]) =>
  fc.tuple(good(...EVERY), fc.constantFrom(...ends)).map(([request, end]) => {
    const [path = "", ...query] = request.path.split("?");
    return { ...request, path: [path + end, ...query].join("?") };
  });
/** A generator of good requests with further text behind the question mark. */
const asked = (query: fc.Arbitrary<string>, request = good("look", "change", "remove")) =>
  fc.tuple(request, query).map(([one, text]) => withQuery(one, text));
/** A generator like `asked`, whose text is one of these queries. */
const askedOneOf = (...queries: string[]) => asked(fc.constantFrom(...queries));

const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const KNOWN_OPERATORS = new Set("eq neq lt lte gt gte is in".split(" "));
const operator = () =>
  fc.oneof(
    fc.constantFrom(
      ..."like ilike match imatch isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj EQ Eq".split(" "),
      ..."not.eq not.in not.is not.not.eq eq(any) eq(all) like(any) fts(english) any all".split(" "),
    ),
    word().filter((text) => !KNOWN_OPERATORS.has(text)),
  );
const condition = () => fc.constantFrom("name.eq.a", "path.neq.b", "id.is.null", "path.in.(a,b)");

/** Faults of an address or a method, and requests with each fault. */
export const WRONG_ADDRESSES: Record<string, fc.Arbitrary<PlainRequest>> = {
  "an encoded letter in the path": inPath(hex, /[a-z0-9_]/g),
  "an encoded slash": inPath(() => "%2F", /\//g),
  "a doubled slash": inPath(() => "//", /\//g),
  "another case": inPath((letter) => letter.toUpperCase(), /[a-z]/g),
  "a dot segment": inPath(() => "/./", /\//g),
  "a way back": fc
    .constantFrom("/rest/v1/x/../parkings", "/rest/v1/x/%2e%2e/parkings", "/x/../rest/v1/parkings")
    .map((path) => ({ method: "GET", path })),
  "something behind the table": behindPath(
    "/",
    "//",
    ";",
    ";a=b",
    "%00",
    "%20",
    "%3F",
    "/id",
    ".",
    "\\",
    "%22",
    "#x",
    ",units",
  ),
  "no table": fc
    .tuple(
      fc.constantFrom("GET", "HEAD", "POST"),
      fc.constantFrom("/rest/v1/", "/rest/v1", "/rest/v1/rpc", "/rest/v1/rpc/"),
    )
    .map(([method, path]) => ({ method, path })),
  "a table in quotes or of a schema": fc
    .constantFrom('"parkings"', "public.parkings", "(parkings)", "parkings,units", "*")
    .map((table) => ({ method: "GET", path: `/rest/v1/${table}` })),
  "an encoded letter in a parameter's name": askedOneOf(
    "%73elect=id",
    "%6frder=name",
    "l%69mit=1",
    "n%61me=eq.a",
    "o%72=(name.eq.a,name.eq.b)",
    "%22name%22=eq.a",
  ),
  "a plus or a blank in a parameter's name": askedOneOf("na+me=eq.a", "+name=eq.a", "limit+=1", "name%20=eq.a"),
  "an odd parameter's name": askedOneOf(
    "=eq.a",
    "na-me=eq.a",
    "data->a=eq.1",
    "main_page_sites.limit=1",
    "name[]=eq.a",
    "Limit=1",
  ),
  "an unknown parameter": asked(
    fc.oneof(
      fc.constantFrom(
        "on_conflict=id",
        "and=(name.eq.a,name.eq.b)",
        "not.or=(name.eq.a)",
        "not.and=(name.eq.a)",
        "having=x",
      ),
      fc.tuple(word(), word()).map((pair) => pair.join("=")),
    ),
  ),
  "a parameter that functions do not have": fc
    .constantFrom("query=abc", "on_conflict=id", "and=(a.eq.1)", "columns=id")
    .map((query) => withQuery(GOOD.call, query)),
  "a parameter of another method": fc.oneof(
    asked(fc.constantFrom("columns=id", "columns=name,path")),
    asked(fc.constantFrom("on_conflict=id"), good("insert")),
  ),
  "a parameter twice": askedOneOf(
    "select=id&select=name",
    "order=name&order=id",
    "limit=1&limit=2",
    "offset=1&offset=2",
  ),
  "an unknown operator": asked(
    fc.tuple(fc.constantFrom("name", "path", "id"), operator()).map((pair) => `${pair.join("=")}.a`),
  ),
  "an unknown operator inside of or": asked(operator().map((name) => `or=(name.eq.a,path.${name}.a)`)),
  "a value that is does not know": asked(
    word()
      .filter((text) => !["null", "true", "false", "unknown"].includes(text))
      .map((text) => `name=is.${text}`),
  ),
  "a list without its brackets": askedOneOf("name=in.a,b", "name=in.(a,b", "name=in.a)", "name=in.", 'name=in.("a)'),
  "a second level of logic": asked(
    fc
      .tuple(
        fc.constantFrom("and", "or", "not.and", "not.or"),
        fc.array(condition(), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 2, 700),
      )
      .map(
        ([how, all, depth]) =>
          `or=(${nested(depth, `${how}(`, "").slice(0, 8000)}${all.join(",")}${")".repeat(depth)})`,
      )
      .filter((query) => query.length < 12_000),
  ),
  "logic that is none": askedOneOf(
    "or=",
    "or=()",
    "or=name.eq.a",
    "or=(name.eq.a",
    "or=(name.eq.a))",
    "or=(name)",
    "or=(name.eq.a,)",
    "or=(,name.eq.a)",
  ),
  "a negated condition": askedOneOf("name=not.eq.a", "or=(name.not.eq.a,path.eq.b)", "name=not.is.null"),
  "too many filters": asked(
    fc.tuple(fc.integer({ min: 31, max: 90 }), fc.boolean()).map(([count, isOr]) => {
      const all = Array.from({ length: count }, (_, index) => (isOr ? `name.neq.${index}` : `name=neq.${index}`));
      return isOr ? `or=(${all.join(",")})` : all.join("&");
    }),
  ),
  "a column that is an expression": fc
    .tuple(
      good("look", "insert", "change", "remove"),
      fc.constantFrom(
        "id::text",
        "x:id",
        "data->a",
        "data->>a",
        "id.count()",
        "count()",
        "parkings(*)",
        "...parkings(id)",
        "p:parkings!inner(id)",
        "id,units(id)",
        "*,units(*)",
        "id;id",
      ),
    )
    .map(([request, text]) => withQuery(withHeaders(request, { prefer: "return=representation" }), `select=${text}`)),
  "an order that is none": fc
    .constantFrom(
      "name.up",
      "name.desc.asc",
      "name.nullsfirst.desc",
      "name.desc.nullsmiddle",
      "data->a",
      "units(id)",
      "name desc",
      ".desc",
      "name.DESC",
      "name::text",
    )
    .map((text) => ({ method: "GET", path: `/rest/v1/main_page_sites?order=${encodeURIComponent(text)}` })),
  "a number that is none": fc
    .tuple(
      fc.constantFrom("limit", "offset"),
      fc.constantFrom("-1", "1.5", "1e3", "abc", "", "0x1", "99999999999999999999", "%201", "1;2", "NaN"),
    )
    .map((pair) => ({ method: "GET", path: `/rest/v1/main_page_sites?${pair.join("=")}` })),
  "a value that is not encoded well": askedOneOf(
    "name=eq.%zz",
    "name=eq.%",
    "name=eq.%ff%fe",
    "name=eq.%00",
    "name=eq.a%00b",
    "name=eq.%ed%a0%80",
  ),
  "a change or removal of all rows": fc
    .tuple(good("change", "remove"), fc.constantFrom("", "?", "?limit=1", "?order=id", "?select=id"))
    .map(([request, query]) => ({ ...request, path: (request.path.split("?")[0] ?? "") + query })),
  "another method": fc.oneof(
    fc
      .tuple(good("read", "insert", "change"), fc.constantFrom("PUT", "OPTIONS", "PROPFIND", "LOCK"))
      .map(([request, method]) => ({ ...request, method })),
    fc
      .constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")
      .map((method) => ({ ...GOOD.call, method, body: "" })),
    fc.constantFrom("GET", "HEAD").map((method) => ({ method, path: "/rest/v1/rpc/search_parkings?query=abc" })),
  ),
};
