// No answer of the table API differs by rows that the caller may not see (profile hardened): every table, every operator, every way to ask.
// `npm test` asks each operator in one of seven ways a table; each pair meets some tables, and an answer does not know its table.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { type PlainAnswer, type PlainRequest, sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { insertAccount, insertValidCall } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole, sample } from "#tests/support/run/whole.ts";
import { makePeople, OTHER, type Person } from "#tests/access/people.ts";
import {
  FIXED,
  makeBids,
  makeFines,
  makeVehicles,
  makeWorkTurns,
  MATRIX_TABLES,
  type MatrixTable,
  removeRows,
  type Row,
  rowOf,
  TABLE_CASES,
} from "#tests/access/places.ts";

/** Tables of which everybody sees every row, and those of which visitors see some. */
const OPEN: readonly MatrixTable[] = ["main_page_sites"];
const SEEN_BY_VISITORS: readonly MatrixTable[] = [...OPEN, "properties", "property_bids", "viewings"];

/** So many that the planner's statistics tell them from none. */
const COPIES = 40;

const FILTERS: Record<string, (column: string, value: string) => string> = {
  eq: (column, value) => `${column}=eq.${value}`,
  neq: (column, value) => `${column}=neq.${value}`,
  lt: (column, value) => `${column}=lt.${value}`,
  lte: (column, value) => `${column}=lte.${value}`,
  gt: (column, value) => `${column}=gt.${value}`,
  gte: (column, value) => `${column}=gte.${value}`,
  is: (column) => `${column}=is.null`,
  in: (column, value) => `${column}=in.("${value}")`,
  or: (column, value) => `or=(${column}.eq."${value}",${column}.gt."${value}")`,
  "no filter": () => "",
};

/** How the rows that fit are asked for. */
const WAYS: Record<string, Omit<PlainRequest, "path">> = {
  rows: { method: "GET" },
  "one row": { method: "GET", headers: { accept: "application/vnd.pgrst.object+json" } },
  "a page": { method: "GET", headers: { range: "0-0", prefer: "count=exact" } },
  "the exact count": { method: "HEAD", headers: { prefer: "count=exact" } },
  "the planned count": { method: "HEAD", headers: { prefer: "count=planned" } },
  "the estimated count": { method: "GET", headers: { prefer: "count=estimated" } },
  "the plan": { method: "GET", headers: { accept: "application/vnd.pgrst.plan+json" } },
};

let server: TestServer;
let inside: Person;
const callers = new Map<string, Record<string, string>>();
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  inside = (await makePeople(server)).attendant;
  for (const id of [FIXED.somebody, FIXED.another]) await insertAccount(server.sql, { id });
  await insertValidCall(server.sql);
  await makeBids(server.sql);
  await makeFines(server.sql);
  await makeVehicles(server.sql);
  await makeWorkTurns(server.sql);
  // Every site has settings, and the company its row; here they come and go.
  await server.sql`delete from site_settings`;
  await server.sql`delete from company`;
  const outside = await makePerson(server, { kind: "attendant", project: OTHER, userId: "vakt77" });
  callers.set("a visitor", {});
  callers.set("an attendant of another site", { authorization: `Bearer ${outside.token}` });
});
afterAll(() => server.stop());

const keyOf = (table: MatrixTable) => TABLE_CASES[table].key ?? "id";

async function ask(caller: Record<string, string>, { headers, ...request }: PlainRequest): Promise<PlainAnswer> {
  const answer = await sendPlain(server.url, {
    ...request,
    headers: { apikey: server.publishableKey, ...caller, ...headers },
  });
  delete answer.headers.date;
  // Drawn for each request.
  delete answer.headers["x-request-id"];
  return answer;
}

/** Puts rows of one place there as the database's owner; gives the keys of those that were not there before. */
async function put(table: MatrixTable, rows: Row[]): Promise<string[]> {
  const { sql } = server;
  const made = await sql<{ key: string }[]>`
    insert into ${sql(table)} ${sql(rows)} on conflict do nothing returning ${sql(keyOf(table))}::text as key`;
  return made.map(({ key }) => key);
}

const remove = (table: MatrixTable, keys: string[]) => removeRows(server.sql, table, { key: keyOf(table), keys });
const analyze = (table: MatrixTable) => server.sql`analyze ${server.sql(table)}`;

/** The places of a table whose rows a caller does not see. */
async function hiddenPlaces(table: MatrixTable, caller: Record<string, string>): Promise<string[]> {
  const hidden: string[] = [];
  for (const place of Object.keys(TABLE_CASES[table].places)) {
    const [key] = await put(table, [rowOf(table, place, inside, "hardened")]);
    if (key === undefined) continue;
    const path = `/rest/v1/${table}?select=${keyOf(table)}&${keyOf(table)}=eq.${key}`;
    const { status, text } = await ask(caller, { method: "GET", path });
    // A refusal names the table, and so the company's code.
    if (status !== 200 || !text.includes(key)) hidden.push(place);
    await remove(table, [key]);
  }
  return hidden;
}

/** Answers to a caller in every way, by the way's name. */
async function answersTo(table: MatrixTable, caller: Record<string, string>, value: string) {
  const column = TABLE_CASES[table].secret;
  const answers: Record<string, PlainAnswer> = {};
  const nth = MATRIX_TABLES.indexOf(table);
  for (const [at, [operator, filter]] of Object.entries(FILTERS).entries()) {
    const path = `/rest/v1/${table}?select=${keyOf(table)}&${filter(column, encodeURIComponent(value))}`.replace(
      /&$/,
      "",
    );
    // Each operator in one way of each table, and in every way of some tables; all of all by `npm run test:all`.
    const ways = sample(Object.entries(WAYS), Object.keys(WAYS).length, nth + at);
    const told = await Promise.all(ways.map(([, request]) => ask(caller, { ...request, path })));
    for (const [which, answer] of told.entries()) answers[`${operator}: ${ways[which]?.[0]}`] = answer;
  }
  const path = `/rest/v1/${table}?${column}=eq.${encodeURIComponent(value)}`;
  const headers = { "content-type": "application/json", prefer: "return=representation" };
  const body = JSON.stringify({ [column]: value });
  answers["a change"] = await ask(caller, { method: "PATCH", path, headers, body });
  answers["a removal"] = await ask(caller, { method: "DELETE", path, headers: { prefer: "return=representation" } });
  return answers;
}

describe.each(["a visitor", "an attendant of another site"])("%s", (name) => {
  // A visitor's grant is asked below of each table; `npm test` asks the visitor here where there is one.
  const asked = name === "a visitor" && !isWhole ? SEEN_BY_VISITORS : MATRIX_TABLES;
  it.each(asked.filter((table) => !OPEN.includes(table)))("is told nothing of hidden rows of %s", async (table) => {
    const caller = callers.get(name) ?? {};
    const places = await hiddenPlaces(table, caller);
    expect(places).not.toEqual([]);
    const rows = places.map((place) => Array.from({ length: COPIES }, () => rowOf(table, place, inside, "hardened")));
    const value = String(rows[0]?.[0]?.[TABLE_CASES[table].secret]);
    await analyze(table);
    const before = await answersTo(table, caller, value);
    const keys = (await Promise.all(rows.map((copies) => put(table, copies)))).flat();
    await analyze(table);
    const after = await answersTo(table, caller, value);
    await remove(table, keys);
    expect(keys).not.toEqual([]);
    expect(after).toEqual(before);
  });
});

it.each(MATRIX_TABLES.filter((table) => !SEEN_BY_VISITORS.includes(table)))(
  "a visitor may not even ask about %s",
  async (table) => {
    for (const headers of [{}, { prefer: "count=exact" }]) {
      const { status, text } = await ask({}, { method: "GET", path: `/rest/v1/${table}?select=*`, headers });
      expect([status, JSON.parse(text)]).toEqual([401, expect.objectContaining({ code: "42501" })]);
    }
    expect((await ask({}, { method: "HEAD", path: `/rest/v1/${table}?select=*` })).status).toBe(401);
  },
);
