// Spec 1 §6
// Spec 2 §6
// Every table, every command, every kind of person, own rows and others', through the real client and server in both profiles.
// `npm test` asks everybody in `hardened`; in `specified`, whose database takes all people with an ID for the visitor, two of them. An
// insert that asks for its row is tried on one readable row and one other of each table and person, since the read before asked the same
// policy. People who should write nothing are asked together there, and one by one where something was written (`readAlone`).
import type { PostgrestError } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { insertAccount, insertValidCall } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { expectedCommands } from "#tests/access/expected.ts";
import { asked, makePeople, type Person, type PersonName } from "#tests/access/people.ts";
import {
  FIXED,
  makeBids,
  makeFines,
  makeVehicles,
  makeWorkTurns,
  MATRIX_TABLES,
  type MatrixTable,
  placesOf,
  removeRows,
  type Row,
  rowOf,
  TABLE_CASES,
} from "#tests/access/places.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let people: Record<PersonName, Person>;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    people = await makePeople(server);
    for (const id of [FIXED.somebody, FIXED.another]) await insertAccount(server.sql, { id });
    await insertValidCall(server.sql);
    await makeBids(server.sql);
    await makeFines(server.sql);
    await makeVehicles(server.sql);
    await makeWorkTurns(server.sql);
  });
  afterAll(() => server.stop());

  it("has every table in the list", async () => {
    const rows = await server.sql<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'public'`;
    expect(rows.map((row) => row.name).toSorted()).toEqual(MATRIX_TABLES.toSorted());
  });

  // Spec 1 §6: The embedded backend
  // Spec 3 §4: table access |
  // Spec 4 §3: Nobody writes fines,
  // Spec 4 §3: fine_events (append-only, in
  // Spec 4 §5: Inställningar: all of
  // Spec 4 §3: violations: code, …
  it.each(MATRIX_TABLES)(
    "%s reaches whom it should and nobody else",
    async (table) => {
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      const questions = asked(profile).map((name) => ({ server, table, person: people[name], profile }));
      for (const { person } of questions)
        expected[person.name] = expectedCommands(table, profile, person.name).join(" ");
      const readers = isWhole ? [] : questions.filter(({ person }) => /^[-s ]+$/.test(expected[person.name] ?? ""));
      const read = await readAlone(readers);
      for (const question of questions) {
        const letters = read.get(question)?.map((isRead) => (isRead ? "s" : "-"));
        found[question.person.name] = letters?.join(" ") ?? (await commandsOf(question));
      }
      expect(found).toEqual(expected);
    },
    180_000,
  );
});

type Question = { server: TestServer; table: MatrixTable; person: Person; profile: SecurityProfile };

/** Rows that people write here wait unseen for a removal, which makes the row that is read (docs/decisions/0010). */
const WAITS_UNSEEN: readonly MatrixTable[] = ["parking_deletion_logs", "attendant_deletion_logs"];

/** The commands that reach a row, place by place; what goes beyond single commands is checked on the way. */
async function commandsOf(question: Question): Promise<string> {
  const { table } = question;
  const places = placesOf(table);
  const newRows = () => newRowsOf(question);
  const inserted = await insertable(question, newRows());
  const rows = newRows();
  await seed(question, rows);
  const selected = await selectable(question, rows);
  const updated = await updatable(question, rows);
  const deleted = await deletable(question, rows);
  await remove(question, rows);
  await expectGivenBack(
    question,
    newRows().filter((_row, at) => inserted[at] && selected[at]),
    !WAITS_UNSEEN.includes(table) || question.person.name === "service",
  );
  await expectGivenBack(
    question,
    newRows().filter((_row, at) => inserted[at] && !selected[at]),
    false,
  );
  const letters = { s: selected, i: inserted, u: updated, d: deleted };
  return places
    .map((_place, at) =>
      Object.entries(letters)
        .flatMap(([letter, reached]) => (reached[at] ? [letter] : []))
        .join(""),
    )
    .map((commands) => commands || "-")
    .join(" ");
}

/**
 * What people read who should write no row of a table, place by place: all commands of all of them, and then one look at the rows. Empty
 * where anything was written, and without people whose rows could not all be put there beside the others'.
 */
async function readAlone(questions: Question[]): Promise<Map<Question, boolean[]>> {
  const [first] = questions;
  if (first === undefined) return new Map();
  const rowsOf = new Map(questions.map((question) => [question, newRowsOf(question)]));
  const all = [...rowsOf.values()].flat();
  await remove(first, all);
  const without = await versions(first, all);
  await Promise.all([...rowsOf].map(([question, rows]) => insertEach(question, rows)));
  const isInserted = (await versions(first, all)).size > without.size;
  await remove(first, all);
  await seed(first, all);
  const before = await versions(first, all);
  const seeded = [...rowsOf].filter(([question, rows]) => idsOf(question, rows).every((id) => before.has(id)));
  const selected = await Promise.all(
    seeded.map(async ([question, rows]) => {
      const reached = await selectable(question, rows);
      await changeEach(question, rows);
      await removeAll(question, rows);
      return [question, reached] as const;
    }),
  );
  const after = await versions(first, all);
  await remove(first, all);
  const isSame = [...before].every(([id, version]) => after.get(id) === version);
  return new Map(isInserted || !isSame ? [] : selected);
}

const newRowsOf = ({ table, person, profile }: Question) =>
  placesOf(table).map((place) => rowOf(table, place, person, profile));
const keyOf = ({ table }: Question) => TABLE_CASES[table].key ?? "id";
const idsOf = (question: Question, rows: Row[]) => rows.map((row) => String(row[keyOf(question)]));

/** The versions of the rows that are there, by their key: a row that was written has another one. */
async function versions(question: Question, rows: Row[]): Promise<Map<string, string>> {
  const { sql } = question.server;
  const key = sql(keyOf(question));
  const found = await sql<{ id: string; version: string }[]>`
    select ${key}::text as id, xmin::text || ctid::text as version from ${sql(question.table)} where ${key} = any (${idsOf(question, rows)})`;
  return new Map(found.map(({ id, version }) => [id, version]));
}

async function remove(question: Question, rows: Row[]): Promise<void> {
  const { server, table } = question;
  await removeRows(server.sql, table, { key: keyOf(question), keys: idsOf(question, rows) });
}

/** Puts the rows there as the database's owner, but for those that are there for good. */
async function seed(question: Question, rows: Row[]): Promise<void> {
  const { sql } = question.server;
  await sql.begin((transaction) =>
    rows.map((row) => transaction`insert into ${sql(question.table)} ${sql(row)} on conflict do nothing`),
  );
}

type Answer = { error: PostgrestError | null; status: number };

/** A refusal has a code of its own; a fault of the server would look like one otherwise. Answers the refusal's text. */
function refusalOf({ error, status }: Answer): string | undefined {
  if (error === null) return undefined;
  expect(["42501", "23505", "23503", "23514"]).toContain(error.code);
  expect([401, 403, 409, 400]).toContain(status);
  return error.message;
}

/** A command that the role was not granted is refused whatever the row. */
const isUngranted = ({ table }: Question, refusal: string | undefined) =>
  refusal === `permission denied for table ${table}`;

/** Gives each row to a call. */
async function forEach(rows: Row[], call: (row: Row) => PromiseLike<Answer>): Promise<void> {
  for (const answer of await Promise.all(rows.map((row) => call(row)))) refusalOf(answer);
}

/** Inserts each row as the person, unless the command itself is refused. */
async function insertEach(question: Question, [first = {}, ...others]: Row[]): Promise<void> {
  const { person, table } = question;
  const refusal = refusalOf(await person.client.from(table).insert(first));
  if (!isUngranted(question, refusal)) await forEach(others, (row) => person.client.from(table).insert(row));
}

async function insertable(question: Question, rows: Row[]): Promise<boolean[]> {
  await remove(question, rows);
  // Rows of what somebody is in the product are there for good.
  const before = await versions(question, rows);
  await insertEach(question, rows);
  const after = await versions(question, rows);
  await remove(question, rows);
  return idsOf(question, rows).map((id) => after.has(id) && !before.has(id));
}

/** An insert that asks for its row makes it only where the row can be read: `npm test` asks for one row of those. */
async function expectGivenBack(question: Question, all: Row[], isGiven: boolean): Promise<void> {
  const rows = isWhole ? all : all.slice(0, 1);
  if (rows.length === 0) return;
  const { person, table } = question;
  const key = keyOf(question);
  const answers = await Promise.all(rows.map((row) => person.client.from(table).insert(row).select(key)));
  expect(answers.map(({ error }) => error?.code)).toEqual(rows.map(() => (isGiven ? undefined : "42501")));
  expect((await versions(question, rows)).size).toBe(isGiven ? rows.length : 0);
  await remove(question, rows);
}

/** Whether the rows are read; the count says the same. */
async function selectable(question: Question, rows: Row[]): Promise<boolean[]> {
  const { person, table } = question;
  const [key, ids] = [keyOf(question), idsOf(question, rows)];
  const { data } = await person.client.from(table).select(key).in(key, ids);
  const seen = new Set(((data ?? []) as unknown as Row[]).map((row) => String(row[key])));
  const { count } = await person.client.from(table).select("*", { count: "exact", head: true }).in(key, ids);
  expect(count ?? 0).toBe(seen.size);
  return ids.map((id) => seen.has(id));
}

/** Whether an honest change reaches the rows. An upsert is none: it is refused. */
async function updatable(question: Question, rows: Row[]): Promise<boolean[]> {
  const before = await versions(question, rows);
  await changeEach(question, rows);
  const after = await versions(question, rows);
  return idsOf(question, rows).map((id) => before.has(id) && before.get(id) !== after.get(id));
}

/** Changes the rows as the person. */
async function changeEach(question: Question, rows: Row[]): Promise<void> {
  const { person, table } = question;
  const key = keyOf(question);
  for (const row of rows.slice(0, 1))
    expect((await person.client.from(table).upsert(row, { onConflict: key })).status).toBe(400);
  // A call reaches each row that a policy lets it see; where a single row may not become what it would, none is changed.
  const change = (keys: string[]) => person.client.from(table).update(TABLE_CASES[table].change(person)).in(key, keys);
  const refusal = refusalOf(await change(idsOf(question, rows)));
  if (refusal !== undefined && !isUngranted(question, refusal))
    await forEach(rows, (row) => change([String(row[key])]));
}

/** Removes the rows as the person, with one command. */
const removeAll = (question: Question, rows: Row[]) =>
  forEach(rows.slice(0, 1), () =>
    question.person.client.from(question.table).delete().in(keyOf(question), idsOf(question, rows)),
  );

async function deletable(question: Question, rows: Row[]): Promise<boolean[]> {
  const before = await versions(question, rows);
  await removeAll(question, rows);
  const after = await versions(question, rows);
  return idsOf(question, rows).map((id) => before.has(id) && !after.has(id));
}
