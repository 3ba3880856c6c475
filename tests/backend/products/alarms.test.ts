// Alarms of units (document 5 §3): one open alarm a unit, acknowledged by one, cleared with an outcome, whatever several people press at once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { type AlarmEvent, raiseAlarm, recordAlarmEvent } from "#data/alarms/mutations.ts";
import { type Alarm, alarmQueries } from "#data/alarms/queries.ts";
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

const addUnit = () => insertRow(server.sql, "units", { unit_number: "31-1010" });
const raise = (who: ActingPerson, unitId: string, alarmId = randomUUID(), place = "Storgatan 4") =>
  raiseAlarm(who, { unitId, unitNumber: "31-1010", alarmId, place });
async function raised(unitId: string): Promise<Alarm> {
  const answer = await raise(one, unitId);
  if (answer.outcome !== "raised") throw new Error(answer.outcome);
  return answer.alarm;
}
type What = AlarmEvent extends infer E ? (E extends AlarmEvent ? Omit<E, "alarmId" | "eventId"> : never) : never;
const record = (who: ActingPerson, alarm: Alarm, what: What, eventId = randomUUID()) =>
  recordAlarmEvent(who, { ...what, alarmId: alarm.id, eventId });
const openOf = async (unitId: string) =>
  (await alarmQueries.open().queryFn(one, {} as never)).filter(({ unit_id }) => unit_id === unitId);
const eventsOf = async (alarm: Alarm) =>
  (
    await server.sql<{ line: string }[]>`
    select kind || ' ' || by as line from alarm_events where alarm_id = ${alarm.id} order by at`
  ).map(({ line }) => line);

// Spec 5 §3: raise_alarm(unit_id, alarm_id, place,
test("an alarm is raised once, however often and by how many it is pressed", async () => {
  const unit = await addUnit();
  const answers = await Promise.all([raise(one, unit), raise(two, unit), raise(one, unit)]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["open_already", "open_already", "raised"]);
  const [alarm, ...others] = await openOf(unit);
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ unit_number: "31-1010", place: "Storgatan 4", acknowledged_at: null });
  for (const answer of answers) expect(answer).toMatchObject({ alarm: { id: alarm?.id } });
});

test("an alarm that is sent again after its answer was lost gets that answer, also when it has ended", async () => {
  const unit = await addUnit();
  const alarmId = randomUUID();
  const first = await raise(one, unit, alarmId);
  const alarm = (first as { alarm: Alarm }).alarm;
  await record(two, alarm, { kind: "acknowledged" });
  await record(two, alarm, { kind: "cleared", outcome: "test", text: "" });
  expect(await raise(one, unit, alarmId)).toEqual(first);
  expect(await openOf(unit)).toEqual([]);
  expect(await raise(one, unit)).toMatchObject({ outcome: "raised" });
});

test("an alarm is not refused for what is said of its place: a text that is too long is cut", async () => {
  const unit = await addUnit();
  expect(await raise(one, unit, randomUUID(), `  ${"å".repeat(250)}`)).toMatchObject({ outcome: "raised" });
  expect(await openOf(unit)).toMatchObject([{ place: "å".repeat(200) }]);
});

// Spec 5 §3: alarms: unit_id, unit_number,
// Spec 5 §3: record_alarm_event(alarm_id, event_id, kind,
test("one acknowledges, and the second is told who was first", async () => {
  const alarm = await raised(await addUnit());
  const answers = await Promise.all([one, two].map((who) => record(who, alarm, { kind: "acknowledged" })));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["acknowledged_already", "recorded"]);
  const [now] = await openOf(alarm.unit_id);
  expect(answers.find(({ outcome }) => outcome === "acknowledged_already")).toMatchObject({
    by: now?.acknowledged_by,
    at: now?.acknowledged_at,
  });
  expect(await eventsOf(alarm)).toEqual(["raised op01", `acknowledged ${now?.acknowledged_by}`]);
});

test("only what was acknowledged is cleared, once and with an outcome; the place can be said until then", async () => {
  const alarm = await raised(await addUnit());
  const clear: What = { kind: "cleared", outcome: "helped", text: "Kollegor på plats" };
  expect(await record(one, alarm, clear)).toMatchObject({ outcome: "not_acknowledged" });
  await record(one, alarm, { kind: "acknowledged" });
  expect(await record(two, alarm, { kind: "place", text: " Kajen " })).toMatchObject({ alarm: { place: "Kajen" } });
  await expect(record(one, alarm, { ...clear, outcome: "left" as never })).rejects.toMatchObject({ code: "PK008" });
  const eventId = randomUUID();
  const cleared = await record(one, alarm, clear, eventId);
  expect(cleared).toMatchObject({ outcome: "recorded", alarm: { cleared_by: "op01", outcome: "helped" } });
  expect(await record(one, alarm, clear, eventId)).toEqual(cleared);
  for (const late of [clear, { kind: "place", text: "Torget" } as const])
    expect(await record(two, alarm, late)).toMatchObject({ outcome: "cleared_already", by: "op01" });
  expect(await eventsOf(alarm)).toEqual(["raised op01", "acknowledged op01", "place op02", "cleared op01"]);
  const [event] = await server.sql`select data from alarm_events where alarm_id = ${alarm.id} and kind = 'place'`;
  expect(event).toEqual({ data: { place: "Storgatan 4" } });
});

test("an alarm waits for no press on its unit, outlives it, and none is raised for a unit that is gone", async () => {
  const unit = await addUnit();
  const alarm = await server.sql.begin(async (sql) => {
    await sql`select from units where id = ${unit} for update`;
    return raised(unit);
  });
  await server.sql`delete from units where id = ${unit}`;
  expect(await openOf(unit)).toHaveLength(1);
  expect(await record(one, alarm, { kind: "acknowledged" })).toMatchObject({ outcome: "recorded" });
  expect(await raise(one, randomUUID())).toEqual({ outcome: "gone" });
  expect(await record(one, { ...alarm, id: randomUUID() }, { kind: "acknowledged" })).toEqual({ outcome: "gone" });
});

test("the night erases alarms 12 months after they were raised, and none that is open", async () => {
  const [open, ended] = [await raised(await addUnit()), await raised(await addUnit())];
  await record(one, ended, { kind: "acknowledged" });
  await record(one, ended, { kind: "cleared", outcome: "test", text: "" });
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update alarms set raised_at = now() - interval '366 days' where id in ${sql([open.id, ended.id])}`;
    await sql`update alarm_events set at = now() - interval '366 days' where alarm_id = ${ended.id}`;
  });
  await server.sql`select private.erase_dispatch(5000)`;
  expect(await server.sql`select id from alarms where id in ${server.sql([open.id, ended.id])}`).toEqual([
    { id: open.id },
  ]);
  expect(await eventsOf(ended)).toEqual([]);
});
