// Statuses of units (document 5 §3): since when and by whom, presses of two operators at once, `Checked`, undo, limits, and the table API beside them.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, constantFrom, record, tuple } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { setStatuses } from "#data/unit_statuses/mutations.ts";
import { type UnitStatus, unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { confirmUnit, setUnitStatus, undoPress } from "#data/units/presses.ts";
import { updateUnit } from "#data/units/mutations.ts";
import { findUnit, type Unit } from "#data/units/queries.ts";
import { UNIT_STATUSES } from "#contract/states.ts";
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
  kind: id === "ledning" ? "dispatch-admin" : "operator",
  id,
  site: "721075",
});
const one = actingAs("op01");
const two = actingAs("op02");

async function addUnit(status = "AVAILABLE"): Promise<Unit> {
  const id = await insertRow(server.sql, "units", { unit_number: "31-1010", status });
  return readUnit(id);
}

async function readUnit(id: string): Promise<Unit> {
  const unit = await findUnit(one, id);
  if (unit === null) throw new Error("The unit is gone");
  return unit;
}

type Event = {
  id: string;
  cause: string;
  from_status: string | null;
  to_status: string;
  by: string | null;
  at: string;
  since_before: string | null;
  checked_before: string | null;
};
/** The history of a unit, oldest first, its moments as the table API writes them. */
async function eventsOf(id: string): Promise<Event[]> {
  const { data } = await server.client().from("unit_status_events").select("*").eq("unit_id", id).order("at");
  return data as Event[];
}
const lines = async (id: string) =>
  (await eventsOf(id)).map(({ cause, from_status, to_status, by }) => `${cause} ${from_status} ${to_status} ${by}`);

const press = (who: ActingPerson, unit: Unit, status: string, eventId = randomUUID()) =>
  setUnitStatus(who, { unit, eventId, status });

describe("a press", () => {
  // Spec 5 §3: set_unit_status(unit_id, event_id, expected_status,
  test("sets the status, since when and by whom", async () => {
    const unit = await addUnit();
    const answer = await press(one, unit, "BUSY");
    const now = await readUnit(unit.id);
    expect(answer).toEqual({
      outcome: "set",
      status: "BUSY",
      since: now.status_since,
      updated_at: now.updated_at,
    });
    expect(now).toMatchObject({ status: "BUSY", checked_at: null });
    expect(Date.parse(now.status_since)).toBeGreaterThan(Date.parse(unit.status_since));
    expect(await lines(unit.id)).toEqual(["edit null AVAILABLE null", "press AVAILABLE BUSY op01"]);
  });

  test("of two operators on the same status sets one time; the second is told since when", async () => {
    const unit = await addUnit();
    const answers = await Promise.all([press(one, unit, "BUSY"), press(two, unit, "BUSY")]);
    const { status_since: since } = await readUnit(unit.id);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["set", "unchanged"]);
    for (const answer of answers) expect(answer).toMatchObject({ since });
    expect(await eventsOf(unit.id)).toHaveLength(2);
  });

  test("over a status that somebody else set stores nothing, and tells who and when", async () => {
    const unit = await addUnit();
    await press(one, unit, "BUSY");
    const { status_since: at } = await readUnit(unit.id);
    const late = await press(two, unit, "Radiobil");
    expect(late).toEqual({ outcome: "changed", now: "BUSY", since: at, by: "op01", at });
    expect(await readUnit(unit.id)).toMatchObject({ status: "BUSY" });
    expect(await eventsOf(unit.id)).toHaveLength(2);
  });

  test("that is sent again gets the first answer and changes nothing; its id is no other's", async () => {
    const unit = await addUnit();
    const eventId = randomUUID();
    const first = await press(one, unit, "BUSY", eventId);
    await press(two, await readUnit(unit.id), "AVAILABLE");
    expect(await press(one, unit, "BUSY", eventId)).toEqual(first);
    expect(await readUnit(unit.id)).toMatchObject({ status: "AVAILABLE" });
    await expect(press(two, unit, "BUSY", eventId)).rejects.toMatchObject({ code: "PK010" });
    await expect(confirmUnit(one, { unit, eventId })).rejects.toMatchObject({ code: "PK010" });
  });

  // Spec 5 §3: units.status refers to
  test("on a unit that is gone says so, and no status is one that nobody keeps", async () => {
    const unit = await addUnit();
    await expect(press(one, unit, "RAST")).rejects.toMatchObject({ code: "23503" });
    await server.sql`delete from units where id = ${unit.id}`;
    expect(await press(one, unit, "BUSY")).toEqual({ outcome: "gone" });
    expect(await confirmUnit(one, { unit, eventId: randomUUID() })).toEqual({ outcome: "gone" });
    // The history stays.
    expect(await eventsOf(unit.id)).toHaveLength(1);
  });
});

describe("the table API beside it", () => {
  // Spec 5 §3: unit_status_events: unit_id, unit_number,
  test("writes the same history, of an old form too, and says nothing of since and checked", async () => {
    const unit = await addUnit();
    const { status_since, checked_at, updated_at: _, id, ...draft } = unit;
    const save = await updateUnit(one, {
      over: unit,
      draft: { ...draft, status: "BUSY" } as never,
    });
    expect(save).toMatchObject({ outcome: "saved", unit: { status: "BUSY", checked_at } });
    await server
      .client()
      .from("units")
      .update({ location: "Lund", status_since: "2001-01-01", checked_at: "2001-01-01" })
      .eq("id", id);
    const now = await readUnit(id);
    expect(now).toMatchObject({ location: "Lund", checked_at: null });
    expect(Date.parse(now.status_since)).toBeGreaterThan(Date.parse(status_since));
    await server.client().from("units").update({ status: "EXEMPT" }).eq("id", id);
    expect(await lines(id)).toEqual(["edit null AVAILABLE null", "edit AVAILABLE BUSY null", "edit BUSY EXEMPT null"]);
    const { data } = await server
      .client()
      .from("units")
      .insert({ unit_number: "31-1020", status_since: "2001-01-01" })
      .select()
      .single();
    expect(Date.parse(data?.status_since ?? "")).toBeGreaterThan(Date.parse(now.status_since));
  });

  test("says by whom where the screen does", async () => {
    const unit = await addUnit();
    await server
      .client()
      .from("units")
      .update({ status: "BUSY" })
      .eq("id", unit.id)
      .setHeader("x-acting-as", JSON.stringify({ kind: "operator", id: "op02" }));
    expect((await lines(unit.id)).at(-1)).toBe("edit AVAILABLE BUSY op02");
  });

  test("changes no event", async () => {
    const unit = await addUnit();
    const change = server.sql`update unit_status_events set by = 'op09' where unit_id = ${unit.id}`;
    await expect(change).rejects.toMatchObject({ code: "42501" });
  });
});

describe("`Checked`", () => {
  // Spec 5 §3: confirm_unit(unit_id, event_id, acting_as),
  test("lets the limit count anew and the time of the status run on", async () => {
    const unit = await addUnit();
    const answer = await confirmUnit(two, { unit, eventId: randomUUID() });
    const now = await readUnit(unit.id);
    expect(answer).toEqual({
      outcome: "confirmed",
      checked_at: now.checked_at,
      since: unit.status_since,
      updated_at: now.updated_at,
    });
    expect(now.status_since).toBe(unit.status_since);
    expect((await lines(unit.id)).at(-1)).toBe("checked AVAILABLE AVAILABLE op02");
    await press(one, now, "BUSY");
    expect(await readUnit(unit.id)).toMatchObject({ checked_at: null });
  });
});

const undo = (who: ActingPerson, unit: Unit, eventId: string, undoId = randomUUID()) =>
  undoPress(who, { unitId: unit.id, eventId, undoId });

describe("undo", () => {
  test("gives back the status and its times, as before the press", async () => {
    const added = await addUnit();
    await confirmUnit(one, { unit: added, eventId: randomUUID() });
    const unit = await readUnit(added.id);
    const eventId = randomUUID();
    await press(one, unit, "OUT_OF_SERVICE", eventId);
    const undoId = randomUUID();
    const answer = await undo(one, unit, eventId, undoId);
    const { updated_at, ...now } = await readUnit(unit.id);
    expect({ ...now, updated_at: unit.updated_at }).toEqual(unit);
    expect(answer).toMatchObject({
      outcome: "undone",
      since: unit.status_since,
      checked_at: unit.checked_at,
      updated_at,
    });
    expect((await lines(unit.id)).at(-1)).toBe("undo OUT_OF_SERVICE AVAILABLE op01");
    expect(await undo(one, unit, eventId, undoId)).toEqual(answer);
    expect(await undo(one, unit, eventId)).toMatchObject({ outcome: "changed", now: "AVAILABLE" });
  });

  test.each([
    ["set it since", (unit: Unit) => press(two, { ...unit, status: "BUSY" }, "Radiobil"), "Radiobil"],
    ["checked it since", (unit: Unit) => confirmUnit(two, { unit, eventId: randomUUID() }), "BUSY"],
    ["edited it since", (unit: Unit) => server.sql`update units set status = 'EXEMPT' where id = ${unit.id}`, "EXEMPT"],
  ])("is refused when somebody %s", async (_name, act, status) => {
    const unit = await addUnit();
    const eventId = randomUUID();
    await press(one, unit, "BUSY", eventId);
    await act(unit);
    expect(await undo(one, unit, eventId)).toMatchObject({ outcome: "changed", now: status });
    expect(await readUnit(unit.id)).toMatchObject({ status });
  });

  test("is one's own alone, and 60 seconds long", async () => {
    const unit = await addUnit();
    const eventId = randomUUID();
    await press(one, unit, "BUSY", eventId);
    await expect(undo(two, unit, eventId)).rejects.toMatchObject({ code: "42501" });
    // The press is moved 61 seconds into the past.
    await server.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update unit_status_events set at = at - interval '61 seconds' where id = ${eventId}`;
      await sql`update units set status_since = status_since - interval '61 seconds' where id = ${unit.id}`;
    });
    expect(await undo(one, unit, eventId)).toMatchObject({ outcome: "too_late" });
    expect(await readUnit(unit.id)).toMatchObject({ status: "BUSY" });
    expect(await undo(one, unit, randomUUID())).toEqual({ outcome: "gone" });
  });
});

const listStatuses = () =>
  unitStatusQueries.list().queryFn(one, { signal: new AbortController().signal } as never) as Promise<UnitStatus[]>;
const admin = actingAs("ledning");
const withBusy = (statuses: UnitStatus[], over: Partial<UnitStatus>) =>
  statuses.map((status) => (status.code === "BUSY" ? { ...status, ...over } : status));

const RAST: UnitStatus = {
  code: "Rast",
  name: "Rast",
  color: "teal",
  sign: "bar",
  meaning: "off_duty",
  check_after: 30,
  overdue_after: 45,
};

describe("the list of statuses", () => {
  // Spec 5 §3: unit_statuses: code, name,
  // Spec 5 §3: Starts with the
  // Spec 5 §3: Their codes and
  test("is document 2's six without a limit, until the administrator sets one", async () => {
    const before = await listStatuses();
    expect(before.map(({ code }) => code)).toEqual([...UNIT_STATUSES]);
    expect(before.every((status) => status.check_after === null && status.overdue_after === null)).toBe(true);
    const wanted = withBusy(before, { check_after: 20, overdue_after: 45 });
    expect(await setStatuses(admin, { list: wanted, expected: before })).toEqual({ outcome: "set", statuses: wanted });
    expect(await listStatuses()).toEqual(wanted);
    expect(await setStatuses(admin, { list: wanted, expected: before })).toEqual({
      outcome: "unchanged",
      statuses: wanted,
    });
    const late = await setStatuses(admin, { list: withBusy(before, { check_after: 5 }), expected: before });
    expect(late).toMatchObject({ outcome: "changed", now: wanted });
    await expect(setStatuses(one, { list: before, expected: wanted })).rejects.toMatchObject({ code: "42501" });
    const wrongs = [
      wanted.slice(1),
      withBusy(wanted, { name: "Upptagen" }),
      [...wanted, RAST, { ...RAST, code: "Rast 2", name: "rast" }],
      [...wanted, RAST, RAST],
      Array.from({ length: 21 }, (_, row) => wanted[row] ?? { ...RAST, code: `R${row}`, name: `R${row}` }),
      [...wanted, 5],
      "list",
    ] as UnitStatus[][];
    for (const wrong of wrongs)
      await expect(setStatuses(admin, { list: wrong, expected: wanted })).rejects.toMatchObject({ code: "PK008" });
    await expect(
      setStatuses(admin, { list: withBusy(wanted, { check_after: 60 }), expected: wanted }),
    ).rejects.toMatchObject({ code: "23514" });
    for (const wrong of [{ color: "mauve" }, { sign: "heart" }, { meaning: "away" }])
      await expect(
        setStatuses(admin, { list: withBusy(wanted, wrong as never), expected: wanted }),
      ).rejects.toMatchObject({ code: "23514" });
    expect(await listStatuses()).toEqual(wanted);
  });

  // Spec 5 §3: set_statuses(list, expected, acting_as),
  test("takes a status of one's own, another order, another name, and lets it go when no unit has it or gets it back", async () => {
    const before = await listStatuses();
    const withRast = [RAST, ...before];
    expect(await setStatuses(admin, { list: withRast, expected: before })).toMatchObject({ outcome: "set" });
    expect(await listStatuses()).toEqual(withRast);
    const unit = await addUnit();
    await press(one, unit, "Rast");
    const renamed = withRast.map((status) =>
      status === RAST ? { ...RAST, name: "Paus", color: "pink" as const } : status,
    );
    expect(await setStatuses(admin, { list: renamed, expected: withRast })).toMatchObject({ outcome: "set" });
    expect(await readUnit(unit.id)).toMatchObject({ status: "Rast" });
    const remove = () => setStatuses(admin, { list: before, expected: renamed });
    expect(await remove()).toEqual({ outcome: "in_use", statuses: [{ code: "Rast", units: 1 }] });
    await press(one, await readUnit(unit.id), "BUSY");
    // The press may still be taken back.
    expect(await remove()).toMatchObject({ outcome: "in_use" });
    await server.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update unit_status_events set at = at - interval '11 minutes' where unit_id = ${unit.id}`;
    });
    await server.sql`update dispatch_settings set assigned_status = 'Rast'`;
    expect(await remove()).toEqual({ outcome: "in_use", statuses: [{ code: "Rast", units: 0 }] });
    await server.sql`update dispatch_settings set assigned_status = 'BUSY'`;
    expect(await remove()).toMatchObject({ outcome: "set" });
    expect(await listStatuses()).toEqual(before);
  });
});

// Spec 5 §10: **Kept** (settings
test("the night erases the history after 12 months, but for its counts by day, and answers after 30 days", async () => {
  const unit = await addUnit();
  const [oldPress, newPress] = [randomUUID(), randomUUID()];
  await press(one, unit, "BUSY", oldPress);
  await press(one, await readUnit(unit.id), "AVAILABLE", newPress);
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update unit_status_events set at = now() - interval '366 days' where id = ${oldPress}`;
    await sql`update private.answers set created_at = now() - interval '31 days' where id = ${oldPress}`;
  });
  expect(await server.sql`select private.erase_dispatch(5000) as count`).toEqual([{ count: 1 }]);
  expect((await eventsOf(unit.id)).map(({ id }) => id)).toContain(newPress);
  expect(await server.sql`select id from unit_status_events where id = ${oldPress}`).toEqual([]);
  const answers = await server.sql`select id from private.answers where id in (${oldPress}, ${newPress})`;
  expect(answers).toEqual([{ id: newPress }]);
  const counted = () => server.sql`
    select day = private.day_of(now() - interval '366 days') as is_its_day, cause, to_status, events from unit_status_days`;
  expect(await counted()).toEqual([{ is_its_day: true, cause: "press", to_status: "BUSY", events: 1 }]);
  // A later night adds to the same day.
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update unit_status_events set at = now() - interval '366 days', to_status = 'BUSY' where id = ${newPress}`;
  });
  await server.sql`select private.erase_dispatch(5000)`;
  expect(await counted()).toEqual([{ is_its_day: true, cause: "press", to_status: "BUSY", events: 2 }]);
});

/** An operator's act: to set a status from the one on the screen, check, edit by the form's call, or take the last press back. */
const ACT = record({
  kind: constantFrom("press", "press", "check", "edit", "undo", "look"),
  status: constantFrom(...UNIT_STATUSES.slice(2)),
});
/** Both act at the same time, round after round. */
const ROUNDS = array(tuple(ACT, ACT), { minLength: 1, maxLength: 12 });

type Operator = { who: ActingPerson; shown: Unit; last: string | undefined; answers: string[] };

async function act(operator: Operator, { kind, status }: { kind: string; status: string }): Promise<void> {
  const { who, shown, last } = operator;
  const note = ({ outcome }: { outcome: string }) => operator.answers.push(`${kind} ${outcome}`);
  if (kind === "press") {
    const eventId = randomUUID();
    const answer = await press(who, shown, status, eventId);
    note(answer);
    if (answer.outcome === "set") operator.last = eventId;
    // A screen shows what the answer said, and may be late with everything else.
    if ("since" in answer) operator.shown = { ...shown, status: answer.outcome === "changed" ? answer.now : status };
  } else if (kind === "undo" && last !== undefined) note(await undo(who, shown, last));
  else if (kind === "check") note(await confirmUnit(who, { unit: shown, eventId: randomUUID() }));
  else if (kind === "edit") await server.client().from("units").update({ status }).eq("id", shown.id);
  else if (kind === "look") operator.shown = await readUnit(shown.id);
}

type Times = Pick<Unit, "status" | "status_since" | "checked_at">;

/** The status and times of a unit after an event. @param undone the press that the event takes back */
function after(event: Event, is: Times, undone: Event | undefined): Times {
  if (undone !== undefined)
    return {
      status: event.to_status,
      status_since: undone.since_before ?? "",
      checked_at: undone.checked_before,
    };
  if (event.cause === "checked") return { ...is, checked_at: event.at };
  return { status: event.to_status, status_since: event.at, checked_at: null };
}

test("whatever two operators do at once, no status that somebody set later is lost, and each event is there once", async () => {
  await assert(
    asyncProperty(ROUNDS, async (rounds) => {
      const unit = await addUnit();
      const operators = [one, two].map((who): Operator => ({ who, shown: unit, last: undefined, answers: [] }));
      for (const acts of rounds)
        await Promise.all(
          operators.map((operator, index) => act(operator, acts[index] ?? { kind: "look", status: "" })),
        );

      // The unit is what its events say, one after the other.
      const { status, status_since, checked_at } = unit;
      let is: Times = { status, status_since, checked_at };
      const [added, ...events] = await eventsOf(unit.id);
      expect(added).toMatchObject({ cause: "edit", to_status: unit.status });
      // The presses that stand: an undo takes the last one away, and the one before may be taken back then.
      const standing = [added];
      for (const event of events) {
        expect(event).toMatchObject({
          from_status: is.status,
          since_before: is.status_since,
          checked_before: is.checked_at,
        });
        // Only a press that nobody acted after is taken back, by who pressed.
        const undone = event.cause === "undo" ? standing.pop() : undefined;
        expect(undone ?? { cause: "press", by: event.by, from_status: event.to_status }).toMatchObject({
          cause: "press",
          by: event.by,
          from_status: event.to_status,
        });
        is = after(event, is, undone);
        if (undone === undefined) standing.push(event);
      }
      expect(await readUnit(unit.id)).toMatchObject(is);
      const stored = operators.flatMap(({ answers }) => answers).filter((line) => /set|confirmed|undone/.test(line));
      expect(events.filter(({ cause }) => cause !== "edit")).toHaveLength(stored.length);
    }),
    { numRuns: 25 },
  );
});
