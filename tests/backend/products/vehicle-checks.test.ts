// Checks of the ambulance's vehicles (document 5 §7), in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

type Fault = { id: string; text: string; severity: string };
type Answer = { outcome: string; result?: string; state?: string; faults?: Fault[]; [more: string]: unknown };
const now = () => new Date().toISOString();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe.each(SECURITY_PROFILES)("checks of vehicles in %s", (profile) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const items: Record<string, string> = { lights: "", brakes: "", oxygen: "", bag: "" };
  let vehicle: string;

  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const userId of ["ASE-001", "ASE-002", "aseadmin"]) {
      const kind = userId === "aseadmin" ? "ase-admin" : "ase-employee";
      const hired =
        profile === "hardened"
          ? await makePerson(server, { kind, project: "ASE", userId })
          : { accountId: null, token: "" };
      tokens.set(userId, hired.token);
      if (kind === "ase-employee")
        await insertRow(server.sql, "ase_employees", { employee_id: userId, account_id: hired.accountId });
    }
    // Somebody's login that says another ID.
    tokens.set("nobody", tokens.get("ASE-001") ?? "");
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    for (const table of ["vehicle_faults", "vehicle_checks", "work_turns", "checklist_items", "vehicle_events"])
      await server.sql`delete from ${server.sql(table)}`;
    await server.sql`delete from vehicles where project_id = 'ASE'`;
    vehicle = await insertRow(server.sql, "vehicles", { project_id: "ASE", name: "7411", plate: null });
    items["lights"] = await insertRow(server.sql, "checklist_items", { text: "Lights", is_critical: false });
    items["brakes"] = await insertRow(server.sql, "checklist_items", { text: "Brakes" });
    items["oxygen"] = await insertRow(server.sql, "checklist_items", {
      text: "Oxygen",
      kind: "number",
      minimum: 120,
      is_critical: false,
    });
    items["bag"] = await insertRow(server.sql, "checklist_items", {
      text: "Bag sealed until",
      kind: "date",
      is_critical: false,
    });
  });

  const clientOf = (who: string) => server.client(profile === "hardened" ? { accessToken: tokens.get(who) ?? "" } : {});
  async function call(who: string, of: string, input: object = {}): Promise<Answer> {
    const { data, error } = await clientOf(who).rpc(of, { acting_as: who, ...input });
    return error === null ? (data as Answer) : { outcome: error.code };
  }
  const clockIn = async (who: string, vehicle_id: string | null = vehicle, turn_id = randomUUID()) => {
    const clock = { project: "ASE", kind: "ase-employee", turn_id, at: null, position: null, vehicle_id };
    expect((await call(who, "clock_in", clock)).outcome).toBe("running");
    return turn_id;
  };
  const said = (of: string, result: string, note?: string) => ({ item_id: items[of], result, note });
  const ALL_RIGHT = () => [
    said("lights", "ok"),
    said("brakes", "ok"),
    said("oxygen", "120"),
    said("bag", inDays(1), "In the car"),
  ];
  const check = (who: string, answers: unknown = ALL_RIGHT(), more: object = {}) =>
    call(who, "check_vehicle", {
      check: {
        id: randomUUID(),
        vehicle_id: vehicle,
        turn_id: null,
        started_at: now(),
        done_at: now(),
        km: null,
        answers,
        ...more,
      },
    });
  const takeBack = (who: string, fault: Fault | undefined, event_id = randomUUID()) =>
    call(who, "take_back_fault", { fault_id: fault?.id ?? randomUUID(), event_id });
  const setList = (list: unknown, expected: unknown, who = "aseadmin") =>
    call(who, "set_ase_list", { what: "checklist", list, expected });
  const stateOf = async () => {
    const [row] = await server.sql`select state, state_reason from vehicles where id = ${vehicle}`;
    return [row?.["state"], row?.["state_reason"]] as unknown[];
  };
  const faultsOf = async () =>
    (
      await server.sql`select text, severity, reported_by, fixed_at is null as is_open from vehicle_faults order by text`
    ).map((row) => ({ ...row }));

  // Spec 5 §7: checklist_items: text, kind
  // Spec 5 §7: set_ase_list(what, list, expected
  test("ask the admin's checklist, which is changed whole and as the screen showed it", async () => {
    await server.sql`delete from checklist_items`;
    const [lights, tyres] = [
      { id: randomUUID(), text: "Lights", kind: "ok", minimum: null, is_critical: true, is_active: true },
      { id: randomUUID(), text: "Tyres", kind: "number", minimum: 2.5, is_critical: false, is_active: false },
    ];
    expect(await setList([tyres, lights], [])).toEqual({ outcome: "set" });
    expect(await setList([tyres, lights], [])).toEqual({ outcome: "unchanged" });
    expect(await setList([lights], [])).toMatchObject({ outcome: "changed", now: [tyres, lights] });
    expect(await setList([lights, { ...tyres, is_active: true }], [tyres, lights])).toEqual({ outcome: "set" });
    expect([...(await server.sql`select text, is_active from checklist_items order by sort_order`)]).toEqual([
      { text: "Lights", is_active: true },
      { text: "Tyres", is_active: true },
    ]);
    const is = [lights, { ...tyres, is_active: true }];
    for (const wrong of [
      { text: " " },
      { text: "x".repeat(201) },
      { kind: "colour" },
      { kind: "ok", minimum: 1 },
      { kind: "number", minimum: -1 },
      { kind: "number", minimum: "many" },
      { id: null },
    ])
      expect([wrong, await setList([lights, { ...tyres, ...wrong }], is)]).toEqual([wrong, { outcome: "PK008" }]);
    expect(await setList([lights, lights], is)).toEqual({ outcome: "PK008" });
    for (const who of ["ASE-001", "nobody"]) expect(await setList([], is, who)).toEqual({ outcome: "42501" });
    expect(await setList([], is)).toEqual({ outcome: "set" });
  });

  // Spec 5 §7: vehicle_checks: vehicle_id, turn_id
  // Spec 5 §7: check_vehicle(check, acting_as)
  test("are kept once a call with the items as they were, and a vehicle without a fault is ready", async () => {
    const turn = await clockIn("ASE-001");
    const id = randomUUID();
    const first = await check("ASE-001", ALL_RIGHT(), { id, turn_id: turn, km: 41_200 });
    expect(first).toEqual({ outcome: "stored", result: "ready", faults: [], state: "in_service" });
    expect(await check("ASE-001", [said("brakes", "fault")], { id, turn_id: turn })).toEqual(first);
    await server.sql`update checklist_items set text = 'Headlights' where text = 'Lights'`;
    const [row] = await server.sql`select turn_id, employee_id, km, answers, result from vehicle_checks`;
    expect(row).toMatchObject({ turn_id: turn, employee_id: "ASE-001", km: 41_200, result: "ready" });
    expect(row?.["answers"]).toEqual([
      expect.objectContaining({ text: "Lights", kind: "ok", result: "ok", note: null, is_fault: false }),
      expect.objectContaining({ text: "Brakes", is_critical: true, is_fault: false }),
      expect.objectContaining({ text: "Oxygen", kind: "number", minimum: 120, result: "120", is_fault: false }),
      expect.objectContaining({ text: "Bag sealed until", kind: "date", note: "In the car", is_fault: false }),
    ]);
    const [seen] =
      await server.sql`select odometer, checked_at is not null as checked from vehicles where id = ${vehicle}`;
    expect(seen).toEqual({ odometer: 41_200, checked: true });
    await expect(server.sql`update vehicle_checks set result = 'not_ready'`).rejects.toMatchObject({ code: "42501" });
  });

  // Spec 5 §7: Every item that is not right
  test("make an open fault of what is not right: a press, a number below its minimum, a date that has passed", async () => {
    const answers = [
      said("lights", "fault", " Left one "),
      said("brakes", "ok"),
      said("oxygen", "119.5"),
      said("bag", inDays(-1), "Torn"),
    ];
    const answer = await check("ASE-001", answers);
    expect(answer).toMatchObject({ outcome: "stored", result: "remarks", state: "in_service" });
    expect(answer.faults?.map(({ text }) => text)).toEqual([
      "Lights: Left one",
      "Oxygen: 119.5 (at least 120)",
      `Bag sealed until: ${inDays(-1)} · Torn`,
    ]);
    const open = { severity: "remark", reported_by: "ASE-001", is_open: true };
    expect(await faultsOf()).toEqual(
      [`Bag sealed until: ${inDays(-1)} · Torn`, "Lights: Left one", "Oxygen: 119.5 (at least 120)"].map((text) => ({
        text,
        ...open,
      })),
    );
    // Of an item alone the text has no colon, and the day itself has not passed.
    const more = await check("ASE-001", [said("lights", "fault", " "), said("bag", inDays(0))]);
    expect(more.faults?.map(({ text }) => text)).toEqual(["Lights"]);
  });

  // Spec 5 §7: Every item that is not right
  test("take the vehicle out of service for a critical fault, told once without the other faults", async () => {
    await insertRow(server.sql, "message_hooks", {
      project_id: "ASE",
      address: "https://discord.com/api/webhooks/12345678/abcdefghijkl",
      events: ["vehicle_out_of_service"],
      is_active: true,
      with_name: false,
    });
    await server.sql`delete from outbox`;
    const answer = await check("ASE-001", [said("lights", "fault"), said("brakes", "fault", "Soft pedal")]);
    expect(answer).toMatchObject({ result: "not_ready", state: "out_of_service" });
    expect(await stateOf()).toEqual(["out_of_service", "Brakes: Soft pedal"]);
    await check("ASE-002", [said("brakes", "fault")]);
    const told = await server.sql<{ event: string; facts: object }[]>`select event, facts from outbox`;
    expect([...told]).toEqual([
      {
        event: "vehicle_out_of_service",
        facts: expect.objectContaining({ vehicle: "7411", fault: "Brakes: Soft pedal" }),
      },
    ]);
    await server.sql`delete from message_hooks`;
  });

  // Spec 5 §7: Two checks at once are both kept
  test("of two at once are both kept, and each fault counts", async () => {
    const both = await Promise.all(["ASE-001", "ASE-002"].map((who) => check(who, [said("brakes", "fault")])));
    expect(both.map(({ outcome }) => outcome)).toEqual(["stored", "stored"]);
    expect(await server.sql`select from vehicle_checks`).toHaveLength(2);
    expect((await faultsOf()).map(({ text, is_open }) => [text, is_open])).toEqual([
      ["Brakes", true],
      ["Brakes", true],
    ]);
    // Whichever is taken back first, the vehicle stays out of service for the other.
    await clockIn("ASE-001");
    await clockIn("ASE-002");
    const again = await check("ASE-002", [said("brakes", "fault", "Again")]);
    expect((await takeBack("ASE-002", again.faults?.[0])).state).toBe("out_of_service");
  });

  // Spec 5 §7: Every item that is not right
  test("give a wrong fault back to its crew alone, while the turn runs, and the vehicle with it", async () => {
    const turn = await clockIn("ASE-001");
    const { faults = [] } = await check("ASE-001", [said("lights", "fault"), said("brakes", "fault")], {
      turn_id: turn,
    });
    const [lights, brakes] = faults;
    expect(await takeBack("ASE-002", brakes)).toEqual({ outcome: "42501" });
    const event = randomUUID();
    const back = await takeBack("ASE-001", brakes, event);
    expect(back).toEqual({ outcome: "taken_back", state: "in_service" });
    expect(await takeBack("ASE-001", brakes, event)).toEqual(back);
    expect(await takeBack("ASE-001", brakes)).toMatchObject({ outcome: "fixed_already", by: "ASE-001" });
    expect(await stateOf()).toEqual(["in_service", null]);
    expect((await faultsOf()).map(({ text, is_open }) => [text, is_open])).toEqual([
      ["Brakes", false],
      ["Lights", true],
    ]);
    // A colleague on the same vehicle is crew too.
    await clockIn("ASE-002", null);
    expect(await takeBack("ASE-002", lights)).toEqual({ outcome: "42501" });
    await server.sql`update work_turns set vehicle_id = ${vehicle}, started_at = started_at - interval '1 hour' where user_id = 'ASE-002'`;
    expect(await takeBack("ASE-002", lights)).toEqual({ outcome: "taken_back", state: "in_service" });
    const later = await check("ASE-001", [said("brakes", "fault")], { turn_id: turn });
    await call("ASE-001", "clock_out", { turn_id: turn, event_id: randomUUID(), at: null, note: null });
    expect(await takeBack("ASE-001", later.faults?.[0])).toEqual({ outcome: "too_late" });
    expect(await stateOf()).toEqual(["out_of_service", "Brakes"]);
    for (const who of ["aseadmin", "nobody"]) expect(await takeBack(who, brakes)).toEqual({ outcome: "42501" });
    expect(await takeBack("ASE-001", undefined)).toEqual({ outcome: "PK007" });
  });

  // Spec 5 §7: Every item that is not right
  test("are not taken back by a later crew whose phone tells an earlier start, and the vehicle stays out of service", async () => {
    const turn = await clockIn("ASE-001");
    const { faults } = await check("ASE-001", [said("brakes", "fault")], { turn_id: turn });
    await call("ASE-001", "clock_out", { turn_id: turn, event_id: randomUUID(), at: null, note: null });
    const clock = { project: "ASE", kind: "ase-employee", turn_id: randomUUID(), at: hoursAgo(20), position: null };
    expect((await call("ASE-002", "clock_in", { ...clock, vehicle_id: vehicle })).outcome).toBe("running");
    expect(await takeBack("ASE-002", faults?.[0])).toEqual({ outcome: "42501" });
    expect(await stateOf()).toEqual(["out_of_service", "Brakes"]);
  });

  // Spec 5 §7: Every item that is not right
  test("offer a crew the faults that it may take back, and no other", async () => {
    const earlier = await clockIn("ASE-001");
    await check("ASE-001", [said("brakes", "fault")], { turn_id: earlier });
    await call("ASE-001", "clock_out", { turn_id: earlier, event_id: randomUUID(), at: null, note: null });
    const clock = { project: "ASE", kind: "ase-employee", turn_id: randomUUID(), at: hoursAgo(20), position: null };
    await call("ASE-002", "clock_in", { ...clock, vehicle_id: vehicle });
    const turn = await clockIn("ASE-001");
    await check("ASE-001", [said("lights", "fault"), said("oxygen", "1")], { turn_id: turn });
    const colleague = await check("ASE-002", [said("bag", inDays(-1))], { turn_id: clock.turn_id });
    await insertRow(server.sql, "vehicle_faults", { project_id: "ASE", vehicle_id: vehicle, text: "Somebody's" });
    const another = await insertRow(server.sql, "vehicles", { project_id: "ASE", name: "7412", plate: null });
    const offered = async (who: string) => {
      const { outcome, faults } = await call(who, "own_faults");
      return outcome === "listed" ? (faults as unknown as string[]) : outcome;
    };
    const open = () => server.sql<Fault[]>`select id, text from vehicle_faults where fixed_at is null order by text`;
    const named = async (who: string) => {
      const ids = await offered(who);
      return (await open()).filter(({ id }) => ids.includes(id)).map(({ text }) => text.split(":")[0]);
    };
    expect(await named("ASE-001")).toEqual(["Bag sealed until", "Lights", "Oxygen"]);
    expect(await named("ASE-002")).toEqual(["Bag sealed until", "Lights", "Oxygen"]);
    const goOn = { turn_id: turn, event_id: randomUUID(), vehicle_id: another };
    expect((await call("ASE-001", "change_vehicle", goOn)).outcome).toBe("set");
    expect(await named("ASE-001")).toEqual(["Lights", "Oxygen"]);
    expect(await named("ASE-002")).toEqual(["Bag sealed until"]);
    // The press is judged alike: of all faults those are taken back that were offered.
    for (const who of ["ASE-002", "ASE-001"])
      for (const fault of await open()) {
        const isOffered = (await offered(who)).includes(fault.id);
        expect([fault.text, (await takeBack(who, fault)).outcome === "taken_back"]).toEqual([fault.text, isOffered]);
      }
    expect((await open()).map(({ text }) => text)).toEqual(["Brakes", "Somebody's"]);
    expect(await takeBack("ASE-002", colleague.faults?.[0])).toMatchObject({ outcome: "fixed_already" });
    for (const who of ["aseadmin", "nobody"]) expect(await offered(who)).toBe("42501");
  });

  // Spec 5 §7: Every item that is not right
  test("leave a vehicle out of service that the admin keeps so for another reason", async () => {
    const turn = await clockIn("ASE-001");
    const { faults } = await check("ASE-001", [said("brakes", "fault")], { turn_id: turn });
    await server.sql`update vehicles set state_reason = 'Workshop' where id = ${vehicle}`;
    expect(await takeBack("ASE-001", faults?.[0])).toEqual({ outcome: "taken_back", state: "out_of_service" });
    expect(await stateOf()).toEqual(["out_of_service", "Workshop"]);
  });

  // Spec 5 §7: clock_in of §6 joins
  test("are never refused for their time or their turn: the nearest time is taken and marked", async () => {
    const turn = await clockIn("ASE-001");
    const other = randomUUID();
    await clockIn("ASE-001", vehicle, other);
    const times = { started_at: "2099-01-01T00:00:00Z", done_at: "2020-01-01T00:00:00Z" };
    expect(await check("ASE-001", [], { turn_id: other, ...times })).toMatchObject({ outcome: "stored" });
    // A clock ten minutes fast, which the phone knows.
    const late = new Date(Date.now() + 600_000).toISOString();
    await check("ASE-002", [], { turn_id: turn, started_at: late, done_at: late, clock_error_ms: 600_000 });
    const rows = await server.sql`
      select employee_id, turn_id, is_odd, done_at <= received_at as is_past, done_at > now() - interval '8 days' as is_near
      from vehicle_checks order by employee_id`;
    // Somebody else's turn is not the check's.
    expect([...rows]).toEqual([
      { employee_id: "ASE-001", turn_id: turn, is_odd: true, is_past: true, is_near: true },
      { employee_id: "ASE-002", turn_id: null, is_odd: true, is_past: true, is_near: true },
    ]);
    // An older check that comes late says neither the last reading nor the last check.
    await check("ASE-001", [], { km: 500 });
    await check("ASE-001", [], { km: 400, started_at: hoursAgo(3), done_at: hoursAgo(3) });
    const [row] =
      await server.sql`select odometer, checked_at > now() - interval '1 hour' as recent from vehicles where id = ${vehicle}`;
    expect(row).toEqual({ odometer: 500, recent: true });
  });

  // Spec 5 §7: checklist_items: text, kind
  test("answer the list that the phone had: its text and its limit, also of an item that is gone", async () => {
    const gone = { item_id: randomUUID(), text: "Stretcher", kind: "ok", is_critical: true, result: "fault" };
    const changed = { ...said("oxygen", "110"), text: "Oxygen (bar)", minimum: 100 };
    // What the admin holds to be critical is critical.
    const brakes = { ...said("brakes", "fault"), is_critical: false };
    const answer = await check("ASE-001", [gone, changed, brakes]);
    expect(answer.faults?.map(({ text, severity }) => [text, severity])).toEqual([
      ["Stretcher", "not_to_be_driven"],
      ["Brakes", "not_to_be_driven"],
    ]);
    const [row] = await server.sql`select answers -> 1 ->> 'text' as text from vehicle_checks`;
    expect(row).toEqual({ text: "Oxygen (bar)" });
    for (const wrong of [
      [said("lights", "perhaps")],
      [said("oxygen", "NaN")],
      [said("oxygen", "")],
      [said("bag", "2026-02-30")],
      [said("bag", "i morgon")],
      [said("lights", "fault", "x".repeat(2001))],
      [{ item_id: randomUUID(), result: "ok" }],
      [{ item_id: "1", result: "ok" }],
      ["ok"],
      [null],
      "ok",
      Array.from({ length: 101 }, () => said("lights", "ok")),
    ])
      expect([wrong, (await check("ASE-001", wrong)).outcome]).toEqual([wrong, "PK008"]);
    for (const wrong of [{ km: -1 }, { km: 10_000_000 }, { started_at: "i dag" }, { id: null }])
      expect([wrong, (await check("ASE-001", [], wrong)).outcome]).toEqual([wrong, "PK008"]);
    expect(await check("ASE-001", [], { vehicle_id: randomUUID() })).toEqual({ outcome: "PK007" });
    expect(await server.sql`select from vehicle_checks`).toHaveLength(1);
  });

  // Spec 5 §9: ASE employee
  // Spec 5 §9: Deactivated and removed people
  test("come from the ambulance's active employees, about its own vehicles", async () => {
    const taxi = await insertRow(server.sql, "vehicles", { project_id: "157715", slot: 39 });
    for (const who of ["aseadmin", "nobody"]) expect(await check(who)).toEqual({ outcome: "42501" });
    expect(await check("ASE-001", [], { vehicle_id: taxi })).toEqual({ outcome: "PK007" });
    const id = randomUUID();
    await check("ASE-001", [], { id });
    expect(await check("ASE-002", [], { id })).toEqual({ outcome: "PK010" });
    const [row] = await server.sql`select id from ase_employees where employee_id = 'ASE-002'`;
    const set = (active: boolean) =>
      call("aseadmin", "set_person_active", {
        kind: "ase-employee",
        person_id: row?.["id"] as string,
        event_id: randomUUID(),
        expected: active ? "deactivated" : "active",
        active,
        reason: "Slutat",
      });
    expect(await set(false)).toMatchObject({ outcome: "set" });
    expect(await check("ASE-002")).toEqual({ outcome: "42501" });
    await set(true);
    await server.sql`delete from vehicles where id = ${taxi}`;
  });

  // Spec 5 §7: Vehicles and faults are those
  test("are about vehicles that the ambulance's admin keeps: added without a slot, out of service with a reason, faults mended", async () => {
    const id = randomUUID();
    const set = (more: object, expected: object = {}, who = "aseadmin") =>
      call(who, "set_vehicle", {
        vehicle: { id, project_id: "ASE", ...more },
        event_id: randomUUID(),
        expected,
        end_turn: false,
      });
    for (const who of ["ASE-001", "nobody"]) expect(await set({ name: "7412" }, {}, who)).toEqual({ outcome: "42501" });
    expect(await set({ name: "7412", slot: 1 })).toEqual({ outcome: "PK008" });
    expect(await set({ name: "7412", plate: "abc 123" })).toEqual({ outcome: "set", state: "in_service" });
    const [row] = await server.sql`select project_id, slot, name, plate, model from vehicles where id = ${id}`;
    expect(row).toEqual({ project_id: "ASE", slot: null, name: "7412", plate: "ABC 123", model: "Ambulance" });
    expect(await server.sql`select from vehicles where project_id = 'ASE'`).toHaveLength(2);
    expect(await set({ state: "out_of_service" }, { state: "in_service" })).toEqual({ outcome: "PK008" });
    const out = { state: "out_of_service", state_reason: "Workshop" };
    expect(await set(out, { state: "in_service", state_reason: null })).toEqual({
      outcome: "set",
      state: "out_of_service",
    });
    const { faults } = await check("ASE-001", [said("brakes", "fault")], { vehicle_id: id });
    const back = () => set({ state: "in_service" }, { state: "out_of_service" });
    expect(await back()).toMatchObject({ outcome: "open_faults", faults: [{ text: "Brakes" }] });
    const fix = (who: string) =>
      call(who, "fix_fault", { fault_id: faults?.[0]?.id, event_id: randomUUID(), note: "New pads" });
    expect(await fix("ASE-001")).toEqual({ outcome: "42501" });
    expect(await fix("aseadmin")).toEqual({ outcome: "fixed" });
    expect(await back()).toEqual({ outcome: "set", state: "in_service" });
    await server.sql`insert into vehicles (project_id, name) select 'ASE', n::text from generate_series(1, 38) n`;
    const more = { vehicle: { id: randomUUID(), project_id: "ASE", name: "41" }, event_id: randomUUID(), expected: {} };
    expect(await call("aseadmin", "set_vehicle", { ...more, end_turn: false })).toEqual({ outcome: "PK008" });
  });

  // Spec 5 §10: Kept (settings a
  test("go after 12 months without a word of their answers in the trail, and their faults stay", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const id of [old, young]) await check("ASE-001", [said("lights", "fault", "Secret")], { id });
    await server.sql`alter table vehicle_checks disable trigger vehicle_checks_only_grow`;
    await server.sql`update vehicle_checks set started_at = now() - interval '13 months', done_at = now() - interval '12 months 1 day' where id = ${old}`;
    await server.sql`alter table vehicle_checks enable trigger vehicle_checks_only_grow`;
    expect([...(await server.sql`select private.erase_vehicle_checks(10) as count`)]).toEqual([{ count: 1 }]);
    expect([...(await server.sql`select id from vehicle_checks`)]).toEqual([{ id: young }]);
    expect(await server.sql`select from vehicle_faults`).toHaveLength(2);
    const trail =
      await server.sql`select action, coalesce(before, after)::text ~ 'Secret' as tells, coalesce(before, after) ? 'answers' as has
      from audit_trail where row_id = ${old}`;
    expect(trail.length).toBeGreaterThan(0);
    expect(trail.filter(({ tells, has }) => tells === true || has === true)).toEqual([]);
  });
});
