// Notes from shift to shift (document 5 §3): kept once, finished by one, and gone after 12 months, from the trail too.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { finishNote, keepNote, type NewNote } from "#data/operator_notes/mutations.ts";
import { operatorNoteQueries } from "#data/operator_notes/queries.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const actingAs = (id: string): ActingPerson => ({
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: "operator",
  id,
  site: "721075",
});
const [one, two] = [actingAs("op01"), actingAs("op02")];
const context = { signal: new AbortController().signal } as never;

const note = (more: Partial<NewNote> = {}): NewNote => ({
  id: randomUUID(),
  text: "Porten i Kajen har kod 4411.",
  unit_id: null,
  call_id: null,
  ...more,
});
const finish = (who: ActingPerson, noteId: string, eventId = randomUUID()) => finishNote(who, { noteId, eventId });
const listed = async (list: "open" | "done", id: string) =>
  (await operatorNoteQueries[list]().queryFn(one, context)).find((row) => row.id === id);

// Spec 5 §3: operator_notes: text, unit_id
// Spec 5 §3: keep_note(note, acting_as), finish_note(note_id,
test("a note is kept once, says who wrote it and of what it is, and outlives its unit", async () => {
  const unit_id = await insertRow(server.sql, "units", { unit_number: "31-1010" });
  const given = note({ unit_id, text: "  Bromsarna tar snett.  " });
  const kept = await keepNote(one, given);
  expect(kept).toMatchObject({ outcome: "kept", note: { text: "Bromsarna tar snett.", about: "31-1010", by: "op01" } });
  expect(await keepNote(one, given)).toEqual(kept);
  await expect(keepNote(two, given)).rejects.toMatchObject({ code: "PK010" });
  await server.sql`delete from units where id = ${unit_id}`;
  expect(await listed("open", given.id)).toMatchObject({ unit_id: null, about: "31-1010" });
});

test("a note of a call names its number; of a unit or call that is gone none is kept", async () => {
  const call_id = await insertRow(server.sql, "calls", { id: randomUUID(), number: "2020-0147" });
  expect(await keepNote(one, note({ call_id }))).toMatchObject({ note: { about: "2020-0147", call_id } });
  for (const gone of [{ unit_id: randomUUID() }, { call_id: randomUUID() }])
    expect(await keepNote(one, note(gone))).toEqual({ outcome: "gone" });
});

test.each([
  ["no text", { text: " \n " }],
  ["a text that is too long", { text: "x".repeat(2001) }],
  ["a unit and a call at once", { unit_id: randomUUID(), call_id: randomUUID() }],
  ["no id", { id: null as never }],
  ["an id that is none", { id: "1" }],
])("a note with %s is refused", async (_, more) => {
  await expect(keepNote(one, note(more))).rejects.toMatchObject({ code: "PK008" });
});

test("one finishes a note, and the second is told who was first", async () => {
  const { id } = note();
  await keepNote(one, note({ id }));
  const answers = await Promise.all([one, two].map((who) => finish(who, id)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["finished", "finished_already"]);
  const done = await listed("done", id);
  expect(answers).toContainEqual({ outcome: "finished_already", by: done?.done_by, at: done?.done_at });
  expect(await listed("open", id)).toBeUndefined();
  expect(await finish(one, randomUUID())).toEqual({ outcome: "gone" });
});

test("the night erases notes after 12 months, and their texts in the trail", async () => {
  const [old, young] = [note({ text: "Ring Åsa 070" }), note()];
  for (const given of [old, young]) await keepNote(one, given);
  await server.sql`update operator_notes set created_at = now() - interval '366 days' where id = ${old.id}`;
  const trail = () =>
    server.sql`select after ->> 'text' as text from audit_trail where row_id = ${old.id} and action = 'insert'`;
  expect(await trail()).toEqual([{ text: "Ring Åsa 070" }]);
  await server.sql`select private.erase_dispatch(5000)`;
  expect(await trail()).toEqual([{ text: null }]);
  expect(await server.sql`select from audit_trail where row_id = ${old.id} and action = 'delete'`).toHaveLength(0);
  expect(await listed("open", old.id)).toBeUndefined();
  expect(await listed("open", young.id)).toBeDefined();
});
