// The clock (document 5 §6): stamps of two phones, corrections, reviews, hours, registrations of document 1, and what is forgotten, in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { HoursRow } from "#data/work_turns/corrections.ts";
import { hoursCsv } from "#session/work-clock/hours-csv.ts";
import { reviewTexts } from "#session/work-clock/review-texts.ts";
import { makePerson, type StaffMember } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const [OWN, OTHER, ASE] = ["ostra-hamnen", "vastra-hamnen", "ASE"];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Turn = { id: string; started_at: string; ended_at: string | null; status: string; [more: string]: unknown };
type Answer = { outcome: string; turn: Turn; [more: string]: unknown };

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const isMinute = (one: unknown, other: string) => Math.abs(Date.parse(String(one)) - Date.parse(other)) < MINUTE;

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "taken",
    (error: { code: string }) => error.code,
  );

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  const tokens: Record<string, string> = {};
  const make = async (person: StaffMember) => {
    const { token, accountId } = await makePerson(server, person);
    tokens[person.userId] = token;
    const account = profile === "hardened" ? { account_id: accountId } : {};
    const password = profile === "hardened" ? { password: null } : {};
    const row = { user_id: person.userId, project_id: person.project, ...account, ...password };
    if (person.kind === "attendant") await insertRow(server.sql, "project_attendants", row);
    if (person.kind === "admin") await insertRow(server.sql, "admin_accounts", row);
    if (person.kind === "ase-employee")
      await insertRow(server.sql, "ase_employees", { employee_id: person.userId, name: "Maja", ...account });
  };
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [OWN, OTHER]) await insertRow(server.sql, "main_page_sites", { path });
    for (const userId of ["vakt01", "vakt02"]) await make({ kind: "attendant", project: OWN, userId });
    await make({ kind: "attendant", project: OTHER, userId: "vakt03" });
    await make({ kind: "admin", project: OWN, userId: "anna01" });
    await make({ kind: "admin", project: OTHER, userId: "bertil01" });
    await make({ kind: "ase-admin", project: ASE, userId: "aseadmin" });
    for (const userId of ["ASE-001", "ASE-002"]) await make({ kind: "ase-employee", project: ASE, userId });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql`delete from shift_registrations`;
    await server.sql`delete from work_turns`;
    await server.sql`delete from clock_settings`;
  });

  const clientOf = (who: string) => server.client(profile === "hardened" ? { accessToken: tokens[who] ?? "" } : {});
  async function call(who: string, of: string, input: object): Promise<Answer> {
    const { data, error } = await clientOf(who).rpc(of, { ...input, acting_as: who });
    if (error !== null) throw Object.assign(new Error(error.message), { code: error.code, field: error.details });
    return data as Answer;
  }
  const clockIn = (who: string, more: object = {}) =>
    call(who, "clock_in", {
      project: who.startsWith("ASE") ? ASE : OWN,
      kind: who.startsWith("ASE") ? "ase-employee" : "attendant",
      turn_id: randomUUID(),
      at: null,
      position: null,
      vehicle_id: null,
      ...more,
    });
  const clockOut = (who: string, turn: string, at: string | null = null, more: object = {}) =>
    call(who, "clock_out", { turn_id: turn, event_id: randomUUID(), at, note: null, ...more });
  const pause = (who: string, turn: string, break_id: string, step: string, at: string | null) =>
    call(who, "clock_break", { turn_id: turn, break_id, step, at });
  const correct = (who: string, turn: Turn, from: string, to: string | null, more: object = {}) =>
    call(who, "correct_turn", {
      turn_id: turn.id,
      event_id: randomUUID(),
      expected: { started_at: turn.started_at, ended_at: turn.ended_at },
      started_at: from,
      ended_at: to,
      breaks: null,
      reason: "Glömde stämpla",
      ...more,
    });
  const typeTurn = (who: string, from: string, to: string, more: object = {}) =>
    call(who, "type_turn", {
      turn_id: randomUUID(),
      started_at: from,
      ended_at: to,
      breaks: [],
      reason: "Glömde stämpla",
      ...more,
    });
  const review = (who: string, turns: string[], decision: string, note: string | null = null) =>
    call(who, "review_turns", { turn_ids: turns, event_id: randomUUID(), decision, note });
  const hours = async (who: string, kind = "attendant", project = OWN) => {
    const period = { from: day(Date.now() - 40 * 24 * HOUR), to: day(Date.now() + 24 * HOUR) };
    const { rows } = (await call(who, "work_hours", { project, kind, ...period })) as unknown as {
      rows: Record<string, number & string[]>[];
    };
    const sum = (of: string) => Math.round(rows.reduce((all, row) => all + Number(row[of]), 0) * 100) / 100;
    return {
      approved: sum("approved"),
      waiting: sum("waiting"),
      rejected: sum("rejected"),
      breaks: sum("breaks"),
      marks: [...new Set(rows.flatMap((row) => row["marks"] ?? []))].toSorted(),
    };
  };
  const kinds = async (turn: string) => {
    const rows = await server.sql<{ kind: string }[]>`
      select kind from work_turn_events where turn_id = ${turn} order by received_at, id`;
    return rows.map(({ kind }) => kind);
  };
  const change = (who: string, expected: object, changes: object, project = ASE) =>
    call(who, "set_settings", { product: "clock", project, event_id: randomUUID(), expected, changes });
  const register = (from: string, to: string, more: object = {}) =>
    insertRow(server.sql, "shift_registrations", { project_id: OWN, start_time: from, end_time: to, ...more });

  test("a turn has fifty breaks at most, further stamps stand in its history alone, and nobody begins a turn with the id of another's", async () => {
    const { turn } = await clockIn("vakt01", { at: hoursAgo(2) });
    for (let each = 0; each < 51; each += 1) {
      const [id, at] = [randomUUID(), hoursAgo(1)];
      const begun = await pause("vakt01", turn.id, id, "start", at);
      expect(begun).toMatchObject({ outcome: each < 50 ? "on_break" : "running" });
      expect(await pause("vakt01", turn.id, id, "end", at)).toMatchObject({ outcome: "running" });
    }
    expect(await server.sql`select from work_breaks where turn_id = ${turn.id}`).toHaveLength(50);
    expect((await kinds(turn.id)).filter((kind) => kind.startsWith("break"))).toHaveLength(102);
    expect(await server.sql`select needs_check from work_turns`).toEqual([{ needs_check: true }]);
    await clockIn("vakt02");
    await server.sql`delete from private.answers`;
    expect(await codeOf(clockIn("vakt02", { turn_id: turn.id }))).not.toBe("taken");
    expect(await clockOut("vakt01", turn.id)).toMatchObject({ outcome: "ended", turn: { id: turn.id } });
  });

  // Spec 5 §6: **clock_in(project
  // Spec 5 §6: `work_turn_ids`
  // Spec 5 §6: **work_turn_events**
  test("a turn begins once, from whichever phone; the second phone's id means it, and an earlier start is offered", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const begun = await clockIn("vakt01", { turn_id: first, at: hoursAgo(1) });
    expect(begun).toMatchObject({ outcome: "running", turn: { id: first, status: "running", needs_check: false } });
    expect(await clockIn("vakt01", { turn_id: first, at: hoursAgo(9) })).toEqual(begun);
    const other = await clockIn("vakt01", { turn_id: second, at: hoursAgo(3) });
    expect(other).toMatchObject({ outcome: "running", turn: { id: first } });
    expect(isMinute(other["earlier_start"], hoursAgo(3))).toBe(true);
    // The queue of the second phone goes on with its own id.
    const pauseId = randomUUID();
    expect(await pause("vakt01", second, pauseId, "start", hoursAgo(0.75))).toMatchObject({ outcome: "on_break" });
    expect(await clockOut("vakt01", second)).toMatchObject({ outcome: "ended", hours: 0.25, turn: { id: first } });
    expect(await server.sql`select turn_id from private.work_turn_ids where id = ${second}`).toEqual([
      { turn_id: first },
    ]);
    expect(await kinds(first)).toEqual(["started", "started", "break_started", "ended"]);
  });

  test("two phones that begin at the same moment have one turn", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => clockIn("vakt01")));
    expect(new Set(answers.map(({ turn }) => turn.id)).size).toBe(1);
    expect(await server.sql`select status from work_turns`).toEqual([{ status: "running" }]);
  });

  // Spec 5 §6: **clock_break(turn_id
  // Spec 5 §6: **work_breaks**
  test("a break that is open ends with the turn, and one that is told late counts", async () => {
    const { turn } = await clockIn("vakt01", { at: hoursAgo(4) });
    const [one, two, late] = [randomUUID(), randomUUID(), randomUUID()];
    await pause("vakt01", turn.id, one, "start", hoursAgo(3));
    expect(await pause("vakt01", turn.id, one, "end", hoursAgo(2.5))).toMatchObject({ outcome: "running" });
    await pause("vakt01", turn.id, two, "start", hoursAgo(0.5));
    expect(await clockOut("vakt01", turn.id)).toMatchObject({ outcome: "ended", hours: 3 });
    await review("anna01", [turn.id], "approve");
    await pause("vakt01", turn.id, late, "start", hoursAgo(2));
    const told = await pause("vakt01", turn.id, late, "end", hoursAgo(1));
    expect(told).toMatchObject({ outcome: "waiting", turn: { status: "waiting", needs_check: true } });
    expect(await hours("anna01")).toMatchObject({ waiting: 2, breaks: 2 });
  });

  // Spec 5 §6: A stamp is never
  test("a stamp with a wrong clock is taken at the nearest time that fits, marked, and kept as it was said", async () => {
    const { turn } = await clockIn("vakt01", { at: "2031-01-01T00:00:00Z" });
    expect(isMinute(turn.started_at, hoursAgo(0))).toBe(true);
    expect(turn["needs_check"]).toBe(true);
    const out = await clockOut("vakt01", turn.id, "1999-01-01T00:00:00Z");
    expect(out).toMatchObject({ outcome: "ended", hours: 0, turn: { status: "waiting", needs_check: true } });
    const said = await server.sql<{ said: string }[]>`
      select data ->> 'said_at' as said from work_turn_events where turn_id = ${turn.id} order by received_at`;
    expect(said.map((row) => row.said.slice(0, 4))).toEqual(["2031", "1999"]);
    // A measured error is taken off and leaves no doubt below five minutes.
    const right = await clockIn("vakt02", { at: hoursAgo(-0.05), clock_error_ms: 0.05 * HOUR });
    expect(right.turn["needs_check"]).toBe(false);
    expect(await clockOut("vakt01", turn.id)).toMatchObject({ outcome: "ended_already", turn: { id: turn.id } });
    expect(await kinds(turn.id)).toEqual(["started", "ended", "ended"]);
  });

  test("a turn that a phone without a network tells late stays beside the one that runs", async () => {
    const { turn } = await clockIn("vakt01", { at: hoursAgo(1) });
    const old = randomUUID();
    // An earlier start of the same day means the turn that runs, until its end shows that it was another one.
    expect(await clockIn("vakt01", { turn_id: old, at: hoursAgo(6) })).toMatchObject({ turn: { id: turn.id } });
    const ended = await clockOut("vakt01", old, hoursAgo(3));
    expect(ended).toMatchObject({
      outcome: "ended",
      hours: 3,
      turn: { id: old, status: "waiting", needs_check: true },
    });
    expect(await server.sql`select id from work_turns where status = 'running'`).toEqual([{ id: turn.id }]);
    // A start from before any turn can last is a turn of its own at once.
    const older = randomUUID();
    expect(await clockIn("vakt01", { turn_id: older, at: hoursAgo(40) })).toMatchObject({
      outcome: "waiting",
      turn: { id: older, ended_at: null, needs_check: true },
    });
    expect(await clockOut("vakt01", older, hoursAgo(32))).toMatchObject({ outcome: "ended", hours: 8 });
  });

  // Spec 5 §6: A turn past
  // Spec 5 §6: The person is
  test("a turn that was never ended waits without an end and without hours, until its end comes", async () => {
    const { turn } = await clockIn("vakt01");
    await server.sql`update work_turns set started_at = now() - interval '16 hours 1 minute' where id = ${turn.id}`;
    await server.sql`select private.run_due()`;
    const [row] = await server.sql`select status, ended_at, is_forgotten from work_turns where id = ${turn.id}`;
    expect(row).toEqual({ status: "waiting", ended_at: null, is_forgotten: true });
    expect(await hours("anna01")).toMatchObject({ approved: 0, waiting: 0 });
    expect(await review("anna01", [turn.id], "approve")).toMatchObject({
      done: [],
      kept: [{ turn: turn.id, status: "waiting" }],
    });
    const { turn: next } = await clockIn("vakt01", { at: hoursAgo(0.5) });
    expect(next.id).not.toBe(turn.id);
    // The end lies before the next turn, whatever the phone says.
    const late = await clockOut("vakt01", turn.id, hoursAgo(0.25));
    expect(late).toMatchObject({ outcome: "ended", turn: { is_forgotten: false, needs_check: true } });
    expect(late.turn.ended_at).toBe(next.started_at);
    expect(await kinds(turn.id)).toEqual(["started", "forgotten", "ended"]);
  });

  // Spec 5 §6: **clock_settings**
  test("a turn of the ambulance lasts 26 hours, and a site's settings say otherwise", async () => {
    const { turn } = await clockIn("ASE-001", { position: "Förare" });
    await server.sql`update work_turns set started_at = now() - interval '25 hours' where id = ${turn.id}`;
    await server.sql`select private.run_due()`;
    expect(await server.sql`select status, position from work_turns`).toEqual([
      { status: "running", position: "Förare" },
    ]);
    expect(await change("aseadmin", { max_turn_hours: 26 }, { max_turn_hours: 24 })).toEqual({ outcome: "set" });
    expect(await change("aseadmin", { max_turn_hours: 26 }, { max_turn_hours: 25 })).toMatchObject({
      outcome: "changed",
      now: { max_turn_hours: 24 },
    });
    await server.sql`select private.run_due()`;
    expect(await server.sql`select is_forgotten from work_turns`).toEqual([{ is_forgotten: true }]);
    expect(await codeOf(change("anna01", { max_turn_hours: 24 }, { max_turn_hours: 20 }))).toBe("42501");
    expect(await change("anna01", { break_after_hours: 5 }, { break_after_hours: null }, OWN)).toEqual({
      outcome: "set",
    });
  });

  // Spec 5 §6: **change_vehicle(turn_id
  test("a turn has a vehicle of its site alone, from its begin or changed while it runs", async () => {
    const [own, second, broken] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [slot, id] of [own, second, broken].entries())
      await insertRow(server.sql, "vehicles", {
        id,
        project_id: ASE,
        slot: slot + 1,
        name: `A-${slot + 1}`,
        plate: `AMB 00${slot}`,
      });
    await server.sql`update vehicles set state = 'out_of_service', state_reason = 'Brakes' where id = ${broken}`;
    const [taxi] = await server.sql<{ id: string }[]>`select id from vehicles where project_id = '157715' limit 1`;
    const foreign =
      taxi?.id ?? (await insertRow(server.sql, "vehicles", { project_id: "157715", slot: 9, name: "Bil 9" }));
    await expect(clockIn("ASE-001", { vehicle_id: foreign })).rejects.toMatchObject({
      code: "PK007",
      field: "vehicle_id",
      message: "There is no such vehicle.",
    });
    expect(await server.sql`select from work_turns`).toEqual([]);
    const { turn } = await clockIn("ASE-001", { vehicle_id: own });
    expect(turn["vehicle_id"]).toBe(own);
    const change = (vehicle_id: string | null) =>
      call("ASE-001", "change_vehicle", { turn_id: turn.id, event_id: randomUUID(), vehicle_id });
    expect(await change(own)).toMatchObject({ outcome: "unchanged" });
    expect(await change(second)).toMatchObject({ outcome: "set", turn: { vehicle_id: second } });
    expect(await codeOf(change(foreign))).toBe("PK007");
    await expect(change(broken)).rejects.toThrow("The vehicle is out of service: Brakes");
    expect(await kinds(turn.id)).toEqual(["started", "corrected"]);
    await clockOut("ASE-001", turn.id);
    expect(await change(null)).toMatchObject({ outcome: "changed", now: "waiting" });
    await server.sql`delete from work_turns`;
    await server.sql`delete from vehicles where project_id = ${ASE}`;
  });

  // Spec 5 §6: **resume_turn(turn_id
  test("an end by mistake is taken back within ten minutes, once no other turn began", async () => {
    const { turn } = await clockIn("vakt01", { at: hoursAgo(2) });
    await clockOut("vakt01", turn.id);
    const resume = () => call("vakt01", "resume_turn", { turn_id: turn.id, event_id: randomUUID() });
    expect(await resume()).toMatchObject({ outcome: "resumed", turn: { status: "running", ended_at: null } });
    expect(await resume()).toMatchObject({ outcome: "unchanged" });
    await clockOut("vakt01", turn.id);
    await server.sql`alter table work_turn_events disable trigger work_turn_events_only_grow`;
    await server.sql`update work_turn_events set received_at = received_at - interval '11 minutes' where kind = 'ended'`;
    await server.sql`alter table work_turn_events enable trigger work_turn_events_only_grow`;
    expect(await resume()).toMatchObject({ outcome: "too_late" });
    await clockIn("vakt01");
    expect(await resume()).toMatchObject({ outcome: "changed" });
  });

  // Spec 5 §6: **type_turn(turn_id
  // Spec 5 §6: Who was corrected
  test("people correct within the days of the settings, the admin until it is approved; a rejected turn waits again", async () => {
    const { turn } = await typeTurn("vakt01", hoursAgo(30), hoursAgo(22), {
      breaks: [{ started_at: hoursAgo(26), ended_at: hoursAgo(25) }],
    });
    expect(turn).toMatchObject({ source: "typed", status: "waiting", user_id: "vakt01" });
    await review("anna01", [turn.id], "reject", "Rasten var en halvtimme");
    const breaks = [{ started_at: hoursAgo(26), ended_at: hoursAgo(25.5) }];
    const corrected = await correct("vakt01", turn, hoursAgo(31), String(turn.ended_at), { breaks });
    expect(corrected).toMatchObject({
      outcome: "corrected",
      hours: 8.5,
      turn: { status: "waiting", review_note: null },
    });
    const byAdmin = await correct("anna01", corrected.turn, hoursAgo(30), String(turn.ended_at));
    expect(byAdmin).toMatchObject({ outcome: "corrected", hours: 7.5 });
    const { data } = await clientOf("vakt01")
      .from("work_turn_events")
      .select("by, data")
      .eq("turn_id", turn.id)
      .eq("kind", "corrected")
      .order("received_at", { ascending: false })
      .limit(1);
    expect(data).toMatchObject([
      { by: "anna01", data: { reason: "Glömde stämpla", before: { started_at: corrected.turn.started_at } } },
    ]);
    // Nobody overwrites what somebody else changed meanwhile.
    expect(await correct("vakt01", corrected.turn, hoursAgo(29), String(turn.ended_at))).toMatchObject({
      outcome: "changed",
      by: "anna01",
      now: { started_at: byAdmin.turn.started_at },
    });
    await review("anna01", [turn.id], "approve");
    expect(await codeOf(correct("anna01", byAdmin.turn, hoursAgo(29), String(turn.ended_at)))).toBe("PK005");
    const [from, to] = [hoursAgo(9 * 24), hoursAgo(9 * 24 - 4)];
    await server.sql`delete from work_breaks`;
    await server.sql`update work_turns set status = 'waiting', started_at = ${from}, ended_at = ${to}`;
    const aged = { ...turn, started_at: from, ended_at: to };
    expect(await codeOf(correct("vakt01", aged, from, hoursAgo(9 * 24 - 3)))).toBe("PK005");
    expect(await correct("anna01", aged, from, hoursAgo(9 * 24 - 3))).toMatchObject({ outcome: "corrected" });
    expect(await codeOf(typeTurn("vakt01", hoursAgo(11 * 24), hoursAgo(11 * 24 - 3)))).toBe("PK005");
  });

  test("a rejected turn whose times were right waits again by a correction that changes none", async () => {
    const { turn } = await typeTurn("vakt01", hoursAgo(30), hoursAgo(22));
    await review("anna01", [turn.id], "reject", "Var du kvar till tio?");
    const again = () => correct("vakt01", turn, turn.started_at, String(turn.ended_at));
    expect(await again()).toMatchObject({ outcome: "corrected", turn: { status: "waiting", review_note: null } });
    expect(await again()).toMatchObject({ outcome: "unchanged" });
  });

  test("a running turn may correct its start, and a forgotten one its end", async () => {
    const { turn } = await clockIn("vakt01", { at: hoursAgo(1) });
    const earlier = await correct("vakt01", turn, hoursAgo(3), null);
    expect(earlier).toMatchObject({ outcome: "corrected", turn: { status: "running", ended_at: null } });
    expect(await codeOf(correct("vakt01", earlier.turn, hoursAgo(3), hoursAgo(1)))).toBe("PK008");
    await server.sql`update work_turns set status = 'waiting', is_forgotten = true`;
    const ended = await correct("vakt01", earlier.turn, hoursAgo(3), hoursAgo(1));
    expect(ended).toMatchObject({ outcome: "corrected", hours: 2, turn: { status: "waiting", is_forgotten: false } });
  });

  // Spec 5 §6: Overlapping turns of
  test("turns of one person that overlap are refused with the times of the other", async () => {
    await typeTurn("vakt01", hoursAgo(30), hoursAgo(22));
    await expect(typeTurn("vakt01", hoursAgo(23), hoursAgo(20))).rejects.toThrow(
      /^Passet krockar med \d{4}-\d\d-\d\d \d\d:\d\d–(\d{4}-\d\d-\d\d )?\d\d:\d\d\.$/u,
    );
    const both = await Promise.allSettled([
      typeTurn("vakt01", hoursAgo(20), hoursAgo(18)),
      typeTurn("vakt01", hoursAgo(19), hoursAgo(17)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await codeOf(typeTurn("vakt02", hoursAgo(23), hoursAgo(20)))).toBe("taken");
    for (const [from, to] of [
      [hoursAgo(2), hoursAgo(-2)],
      [hoursAgo(2), hoursAgo(3)],
      [hoursAgo(60), hoursAgo(40)],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(typeTurn("vakt02", from, to))).toBe("PK008");
  });

  // Spec 5 §6: **review_turns(turn_ids
  test("an admin reviews many at once, with a reason where it is needed, and nobody else does", async () => {
    const [one, two] = [
      await typeTurn("vakt01", hoursAgo(30), hoursAgo(22)),
      await typeTurn("vakt02", hoursAgo(30), hoursAgo(22)),
    ];
    const { turn: running } = await clockIn("vakt01");
    const ids = [one.turn.id, two.turn.id];
    expect(await review("anna01", [...ids, running.id], "approve")).toMatchObject({
      outcome: "reviewed",
      kept: [{ turn: running.id, status: "running" }],
    });
    expect(await server.sql`select distinct reviewed_by from work_turns where status = 'approved'`).toEqual([
      { reviewed_by: "anna01" },
    ]);
    expect(await review("anna01", ids, "approve")).toMatchObject({
      done: [],
      kept: [
        { status: "approved", by: "anna01" },
        { status: "approved", by: "anna01" },
      ],
    });
    expect(await codeOf(review("anna01", ids, "reopen"))).toBe("PK008");
    expect(await review("anna01", ids, "reopen", "Fel dag")).toMatchObject({ kept: [] });
    expect(await codeOf(review("anna01", ids, "reject"))).toBe("PK008");
    for (const who of ["vakt01", "bertil01", "aseadmin"])
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(review(who, ids, "approve"))).toBe("42501");
    expect(await codeOf(clockOut("vakt02", running.id))).toBe("42501");
    expect(await codeOf(clockOut("anna01", running.id))).toBe("42501");
    expect(
      await codeOf(
        call("vakt02", "work_hours", { project: OTHER, kind: "attendant", from: "2026-01-01", to: "2026-01-31" }),
      ),
    ).toBe("42501");
  });

  test("days that are no period of at most three years are refused, infinite ones too", async () => {
    await typeTurn("vakt01", hoursAgo(30), hoursAgo(22));
    for (const [from, to] of [
      ["2026-01-01", "2025-12-31"],
      ["2023-01-01", "2026-01-01"],
      ["infinity", "infinity"],
      ["-infinity", "infinity"],
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(call("anna01", "work_hours", { project: OWN, kind: "attendant", from, to }))).toBe("PK008");
  });

  // Spec 5 §6: A shift registration
  test("a shift registration of document 1 and the turns that it overlaps never count both", async () => {
    const { turn } = await typeTurn("vakt01", hoursAgo(30), hoursAgo(22), {
      breaks: [{ started_at: hoursAgo(28), ended_at: hoursAgo(27) }],
    });
    await review("anna01", [turn.id], "approve");
    expect(await hours("anna01")).toMatchObject({ approved: 7, waiting: 0, breaks: 1 });
    const shift = await register(hoursAgo(31), hoursAgo(23));
    expect(await hours("anna01")).toMatchObject({ approved: 0, waiting: 7, breaks: 1 });
    await server.sql`update shift_registrations set status = 'approved', approved = true, reviewed_by = 'anna01'`;
    expect(await hours("anna01")).toMatchObject({ approved: 7, waiting: 0, breaks: 1 });
    // A second registration of the same time adds nothing twice.
    await register(hoursAgo(31), hoursAgo(20), { status: "approved", approved: true, reviewed_by: "anna01" });
    expect(await hours("anna01")).toMatchObject({ approved: 10 });
    // A turn that comes later joins, too.
    await server.sql`delete from work_turns`;
    const later = await typeTurn("vakt01", hoursAgo(26), hoursAgo(24));
    expect(later.turn["shift_registration_id"]).toBe(shift);
    // A rejected registration frees its turns.
    await server.sql`delete from shift_registrations where id <> ${shift}`;
    await server.sql`update shift_registrations set status = 'rejected', approved = false, review_note = 'Nej'`;
    expect(await hours("anna01")).toMatchObject({ approved: 0, waiting: 2, rejected: 6 });
    expect(await hours("vakt01")).toMatchObject({ waiting: 2 });
    expect(await hours("vakt02")).toMatchObject({ waiting: 0 });
  });

  test("a turn over a month's end counts in each month its own part, and an unknown attendant's registration is counted, too", async () => {
    // 22:00 to 02:00 in Stockholm, with breaks on both sides of midnight.
    const person_id = randomUUID();
    const own = await insertRow(server.sql, "work_turns", {
      project_id: OWN,
      person_id,
      user_id: "vakt09",
      started_at: "2026-08-31T20:00:00Z",
      ended_at: "2026-09-01T00:00:00Z",
      status: "approved",
    });
    for (const [started_at, ended_at] of [
      ["2026-08-31T21:00:00Z", "2026-08-31T23:00:00Z"],
      ["2026-08-31T23:30:00Z", "2026-08-31T23:45:00Z"],
    ])
      await insertRow(server.sql, "work_breaks", { turn_id: own, started_at, ended_at });
    await register("2026-09-01T03:00:00Z", "2026-09-01T06:00:00Z", { attendant_user_id: "okand1", status: "rejected" });
    const { rows } = (await call("anna01", "work_hours", {
      project: OWN,
      kind: "attendant",
      from: "2026-08-01",
      to: "2026-09-30",
    })) as unknown as { rows: Record<string, unknown>[] };
    const row = { user_id: "vakt09", person_id, name: null, waiting: 0, rejected: 0, marks: [] };
    expect(rows).toMatchObject([
      { user_id: "okand1", name: null, month: "2026-09", rejected: 3, approved: 0 },
      { ...row, month: "2026-09", approved: 0.75, breaks: 1.25 },
      { ...row, month: "2026-08", approved: 1, breaks: 1 },
    ]);
  });

  // Spec 5 §6: Marks, never refusals
  test("too little rest and a missing break are marked", async () => {
    const noon = new Date(Date.now() - 72 * HOUR);
    noon.setUTCHours(11, 0, 0, 0);
    const at = (hour: number) => new Date(noon.getTime() + hour * HOUR).toISOString();
    await typeTurn("vakt01", at(0), at(5));
    await typeTurn("vakt01", at(6), at(8));
    expect((await hours("anna01")).marks).toEqual([]);
    await typeTurn("vakt01", at(16), at(22));
    expect((await hours("anna01")).marks).toEqual(["no-break", "short-rest"]);
  });

  test("who is deactivated leaves a running turn without an end, and hours outlive a removed person", async () => {
    const { turn } = await clockIn("ASE-001", { at: hoursAgo(3) });
    const [person] = await server.sql<{ id: string }[]>`select id from ase_employees where employee_id = 'ASE-001'`;
    const set = (active: boolean, expected: string) =>
      call("aseadmin", "set_person_active", {
        kind: "ase-employee",
        person_id: person?.id,
        event_id: randomUUID(),
        expected,
        active,
        reason: "Slutat",
      });
    expect(await set(false, "active")).toMatchObject({ outcome: "set" });
    const [row] = await server.sql`select status, ended_at, is_forgotten from work_turns where id = ${turn.id}`;
    expect(row).toEqual({ status: "waiting", ended_at: null, is_forgotten: true });
    expect(await codeOf(clockIn("ASE-001"))).toBe("42501");
    const ended = await correct("aseadmin", turn, turn.started_at, hoursAgo(1));
    await review("aseadmin", [ended.turn.id], "approve");
    const before = await hours("aseadmin", "ase-employee", ASE);
    expect(before).toMatchObject({ approved: 2 });
    await server.sql`delete from ase_employees where employee_id = 'ASE-001'`;
    expect(await hours("aseadmin", "ase-employee", ASE)).toEqual(before);
  });

  // Spec 5 §1: **A person's row bears
  test("the file of hours stays as it was, byte for byte, when its people are deactivated and removed", async () => {
    const file = async () => {
      const period = { from: day(Date.now() - 40 * 24 * HOUR), to: day(Date.now() + 24 * HOUR) };
      const { rows } = (await call("aseadmin", "work_hours", {
        project: ASE,
        kind: "ase-employee",
        ...period,
      })) as unknown as { rows: HoursRow[] };
      return hoursCsv(rows, reviewTexts.en.hours);
    };
    const begun = await clockIn("ASE-002", { at: hoursAgo(30) });
    await pause("ASE-002", begun.turn.id, randomUUID(), "start", hoursAgo(26));
    await clockOut("ASE-002", begun.turn.id, hoursAgo(25));
    const typed = await typeTurn("ASE-002", hoursAgo(20), hoursAgo(12));
    await review("aseadmin", [begun.turn.id], "approve");
    await review("aseadmin", [typed.turn.id], "reject", "Not worked");
    const before = await file();
    expect(before).toMatch(/ASE-002[;,]Maja[;,].*4,00.*8,00.*1,00/);
    const [person] = await server.sql<{ id: string }[]>`select id from ase_employees where employee_id = 'ASE-002'`;
    await call("aseadmin", "set_person_active", {
      kind: "ase-employee",
      person_id: person?.id,
      event_id: randomUUID(),
      expected: "active",
      active: false,
      reason: "Left",
    });
    expect(await file()).toBe(before);
    await server.sql`delete from ase_employees where id = ${person?.id ?? ""}`;
    expect(await file()).toBe(before);
    // Somebody else gets the ID: the hours stay the earlier person's.
    await insertRow(server.sql, "ase_employees", { employee_id: "ASE-002", name: "Olle" });
    expect(await file()).toBe(before);
  });

  // Spec 5 §10: **Kept**
  test("turns are kept the calendar year and the two after it", async () => {
    const year = new Date().getUTCFullYear();
    const add = (at: string) =>
      insertRow(server.sql, "work_turns", { started_at: `${at}T08:00:00Z`, ended_at: `${at}T16:00:00Z` });
    const [old, kept] = [await add(`${year - 3}-12-30`), await add(`${year - 2}-01-02`)];
    await server.sql`select private.erase_clock(100)`;
    expect(await server.sql`select id from work_turns`).toEqual([{ id: kept }]);
    expect(
      await server.sql`select after ? 'note' as has_note from audit_trail where row_id = ${old} and action = 'insert'`,
    ).toEqual([{ has_note: false }]);
  });
});
