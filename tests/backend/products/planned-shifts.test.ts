// The ambulance's plan (document 5 §7), in both profiles: planning, sign-up, decisions, absence, and places given away.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

type Answer = { outcome: string; [more: string]: unknown };
const HOUR_MS = 3_600_000;
/** Tomorrow at a whole hour of the day's first moment, by UTC. */
const tomorrow = (hours: number) =>
  new Date(Math.ceil(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 24 * HOUR_MS + hours * HOUR_MS).toISOString();
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe.each(SECURITY_PROFILES)("the ambulance's plan in %s", (profile) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const rows = new Map<string, string>();

  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const userId of ["A", "B", "C", "D", "aseadmin"]) {
      const kind = userId === "aseadmin" ? "ase-admin" : "ase-employee";
      const hired =
        profile === "hardened"
          ? await makePerson(server, { kind, project: "ASE", userId })
          : { accountId: null, token: "" };
      tokens.set(userId, hired.token);
      const row = { employee_id: userId, name: `Namn ${userId}`, account_id: hired.accountId };
      if (kind === "ase-employee") rows.set(userId, await insertRow(server.sql, "ase_employees", row));
    }
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql`delete from planned_shifts`;
    await server.sql`delete from work_turns`;
    await server.sql`delete from ase_positions`;
    await server.sql`update ase_settings set sign_up = 'approved', offers_need_admin = true, leave_hours = 24, positions = '{}'`;
  });

  async function call(who: string, of: string, input: object): Promise<Answer> {
    const client = server.client(profile === "hardened" ? { accessToken: tokens.get(who) ?? "" } : {});
    const { data, error } = await client.rpc(of, { acting_as: who, ...input });
    return error === null ? (data as Answer) : { outcome: error.code };
  }
  const save = (shifts: object[], expected: object = {}, who = "aseadmin") =>
    call(who, "save_planned_shifts", { shifts, expected });
  async function plan(more: object = {}) {
    const shift = {
      id: randomUUID(),
      starts_at: tomorrow(7),
      ends_at: tomorrow(15),
      published_at: fromNow(0),
      ...more,
    };
    expect(await save([shift])).toEqual({ outcome: "saved", shifts: 1 });
    return shift.id;
  }
  const ask = (who: string, shift_id: string, place_id = randomUUID(), accepted: object[] = []) =>
    call(who, "ask_for_shift", { shift_id, place_id, accepted });
  const assign = (employee_id: string, shift_id: string, more: object = {}) =>
    call("aseadmin", "assign_place", {
      shift_id,
      place_id: randomUUID(),
      employee_id,
      expected: null,
      reason: null,
      ...more,
    });
  async function hold(who: string, shift: string) {
    expect(await assign(who, shift)).toEqual({ outcome: "assigned" });
    return placeOf(who, shift);
  }
  async function placeOf(who: string, shift: string) {
    const found = await server.sql<{ id: string }[]>`
      select id from shift_places where shift_id = ${shift} and employee_id = ${who} order by at desc limit 1`;
    return found[0]?.id ?? "";
  }
  const places = async (shift: string) =>
    (
      await server.sql`select employee_id, state from shift_places where shift_id = ${shift} order by employee_id, at`
    ).map(({ employee_id: who, state }) => `${who} ${state}`);
  const onPlace = (who: string, of: string, place_id: string, more: object = {}) =>
    call(who, of, { place_id, event_id: randomUUID(), ...more });
  const decide = (place: string, approve: boolean, reason: string | null = null) =>
    onPlace("aseadmin", "decide_place", place, { expected: "asked", approve, reason });
  const answerOffer = (who: string, offer_id: string, kind: string, expected: string, reason: string | null = null) =>
    call(who, "answer_offer", { offer_id, event_id: randomUUID(), kind, expected, reason });
  async function offer(who: string, place_id: string, to: string | null = null) {
    const id = randomUUID();
    return { id, answer: await call(who, "offer_place", { offer: { id, place_id, to_employee_id: to } }) };
  }

  const setActive = (expected: string) =>
    call("aseadmin", "set_person_active", {
      kind: "ase-employee",
      person_id: rows.get("C"),
      event_id: randomUUID(),
      expected,
      active: expected !== "active",
      reason: "Slutat",
    });
  const held = async () => {
    const filter = { project: null, kinds: ["ase-employee"], state: null, search: "C", after: null };
    const { people } = (await call("aseadmin", "list_people", filter)) as unknown as { people: { user_id: string }[] };
    return people.find(({ user_id: id }) => id === "C");
  };
  const settings = (expected: object, changes: object, who = "aseadmin") =>
    call(who, "set_settings", { product: "ase", project: "ASE", event_id: randomUUID(), expected, changes });
  const lists = (list: string[], expected: string[], who = "aseadmin") =>
    call(who, "set_ase_list", { what: "positions", list, expected });

  // Spec 5 §7: save_planned_shifts(shifts, expected, acting_as),
  test("shifts that move or are cancelled together are told at once, one notice a table, and each keeps its history", async () => {
    const shifts = [await plan(), await plan(), await plan()];
    const all = (fields: object) => shifts.map((id) => ({ id, ...fields }));
    const before = (fields: object) => Object.fromEntries(shifts.map((id) => [id, fields]));
    const [first = "", second = "", third = ""] = shifts;
    const own = await hold("A", first);
    await hold("B", second);
    await ask("C", third);
    await offer("A", own);
    const told: string[] = [];
    const listening = await server.sql.listen("parkering_realtime", (notice) => void told.push(notice));
    const noticesOf = (table: string) => told.join("\n").split(`"t": "${table}"`).length - 1;
    const expectOneOf = async (...tables: string[]) => {
      await expect.poll(() => tables.map((table) => noticesOf(table) > 0)).toEqual(tables.map(() => true));
      expect(tables.map((table) => [table, noticesOf(table)])).toEqual(tables.map((table) => [table, 1]));
      told.length = 0;
    };
    expect(await save(all({ starts_at: tomorrow(8) }), before({ starts_at: tomorrow(7) }))).toEqual({
      outcome: "saved",
      shifts: 3,
    });
    await expectOneOf("planned_shifts", "shift_places", "shift_offers");
    const unconfirmed = await server.sql`select employee_id from shift_places where confirmed_at is null order by 1`;
    expect(unconfirmed.map(({ employee_id: who }) => String(who))).toEqual(["A", "B", "C"]);
    await offer("A", own);
    await expect.poll(() => noticesOf("shift_offers")).toBe(1);
    told.length = 0;
    await save(all({ cancelled_at: fromNow(0) }), before({ cancelled_at: null }));
    await expectOneOf("planned_shifts", "shift_places", "shift_offers");
    await listening.unlisten();
    expect((await Promise.all(shifts.map(places))).flat()).toEqual(["A cancelled", "B cancelled", "C cancelled"]);
    const events = await server.sql<{ kinds: string[] }[]>`
      select array_agg(kind order by received_at, kind) as kinds from shift_events
      where kind <> 'assigned' and kind <> 'asked' group by shift_id order by shift_id = ${first} desc`;
    expect(events.map(({ kinds }) => kinds)).toEqual([
      ["planned", "offered", "changed", "offer_lapsed", "offered", "shift_cancelled", "cancelled", "offer_lapsed"],
      ["planned", "changed", "shift_cancelled", "cancelled"],
      ["planned", "changed", "shift_cancelled", "cancelled"],
    ]);
    // An id in capitals is the same shift.
    const twice = [first, first.toUpperCase()].map((id) => ({ id, starts_at: tomorrow(1), ends_at: tomorrow(2) }));
    expect(await save(twice)).toEqual({ outcome: "PK008" });
  });

  // Spec 5 §7: save_planned_shifts(shifts, expected, acting_as),
  // Spec 5 §7: planned_shifts: starts_at, ends_at
  test("shifts are planned together or not at all, and never over a change of somebody else", async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const shifts = [one, two].map((id) => ({
      id,
      starts_at: tomorrow(20),
      ends_at: tomorrow(30),
      places: 2,
      station: " Ystad ",
    }));
    expect(await save(shifts)).toEqual({ outcome: "saved", shifts: 2 });
    expect(await save(shifts)).toEqual({ outcome: "unchanged", shifts: 0 });
    const change = { id: one, places: 3 };
    expect(await save([change], { [one]: { places: 1 } })).toMatchObject({
      outcome: "changed",
      now: { [one]: { places: 2 } },
    });
    expect(
      await save([change, { id: two, ends_at: tomorrow(90) }], {
        [one]: { places: 2 },
        [two]: { ends_at: tomorrow(30) },
      }),
    ).toEqual({ outcome: "PK008" });
    expect(await save([change], { [one]: { places: 2 } })).toEqual({ outcome: "saved", shifts: 1 });
    for (const wrong of [
      { places: 21 },
      { starts_at: "i morgon" },
      { ends_at: tomorrow(7) },
      { vehicle_id: randomUUID() },
      { id: "x" },
    ])
      expect(
        (await save([{ id: randomUUID(), starts_at: tomorrow(8), ends_at: tomorrow(16), ...wrong }])).outcome,
      ).toBe("PK008");
    expect(
      await save(
        Array.from({ length: 201 }, () => ({ id: randomUUID(), starts_at: tomorrow(8), ends_at: tomorrow(9) })),
      ),
    ).toEqual({ outcome: "PK008" });
    expect(await save([{ id: randomUUID(), starts_at: tomorrow(8), ends_at: tomorrow(16) }], {}, "A")).toEqual({
      outcome: "42501",
    });
    expect([...(await server.sql`select station, places from planned_shifts order by places`)]).toEqual([
      { station: "Ystad", places: 2 },
      { station: "Ystad", places: 3 },
    ]);
  });

  // Spec 5 §7: ask_for_shift(shift_id, place_id, accepted,
  // Spec 5 §7: ase_positions: employee_id, position
  // Spec 5 §7: A position of null is for anybody
  test("an employee asks for a shift and reads why not; the admin decides", async () => {
    const shift = await plan({ position: "Paramedic", places: 1 });
    expect(await ask("A", shift)).toEqual({
      outcome: "not_eligible",
      reasons: [{ code: "position", position: "Paramedic" }],
    });
    const list = [
      { employee_id: "A", positions: ["Paramedic"] },
      { employee_id: "b", positions: ["Paramedic"] },
    ];
    const before = [
      { employee_id: "A", positions: [] },
      { employee_id: "B", positions: [] },
    ];
    expect(await call("aseadmin", "set_ase_list", { what: "employee_positions", list, expected: before })).toEqual({
      outcome: "set",
    });
    const id = randomUUID();
    expect(await ask("A", shift, id)).toEqual({ outcome: "asked" });
    expect(await ask("A", shift, id)).toEqual({ outcome: "asked" });
    expect(await ask("A", shift)).toEqual({ outcome: "unchanged", state: "asked" });
    expect(await ask("B", shift)).toEqual({ outcome: "asked" });
    expect(await decide(id, false)).toEqual({ outcome: "PK008" });
    expect(await decide(id, true)).toEqual({ outcome: "assigned" });
    expect(await decide(id, true)).toEqual({ outcome: "unchanged" });
    // The shift is full: B asked in vain.
    expect(await places(shift)).toEqual(["A assigned", "B lapsed"]);
    expect(await ask("B", shift)).toEqual({ outcome: "full" });
    expect(await decide(await placeOf("B", shift), true)).toMatchObject({ outcome: "changed", now: "lapsed" });
    const night = await plan({ starts_at: tomorrow(14), ends_at: tomorrow(22) });
    expect(await ask("A", night)).toMatchObject({ outcome: "not_eligible", reasons: [{ code: "overlap" }] });
    const evening = await plan({ starts_at: tomorrow(16), ends_at: tomorrow(22) });
    expect(await ask("A", evening)).toEqual({ outcome: "warnings", warnings: [{ code: "short-rest" }] });
    expect(await ask("A", evening, randomUUID(), [{ code: "short-rest", reason: "" }])).toEqual({ outcome: "asked" });
    const hidden = await plan({ published_at: null });
    expect(await ask("A", hidden)).toEqual({ outcome: "PK007" });
    expect((await call("A", "own_objections", {}))["shifts"]).toMatchObject({
      [night]: { reasons: [{ code: "overlap" }] },
      [evening]: { reasons: [] },
    });
  });

  // Spec 5 §7: The last place goes once, under
  test("of two who take the last place at once one has it, and nobody gets two shifts at the same time", async () => {
    await server.sql`update ase_settings set sign_up = 'at_once'`;
    const shift = await plan();
    const outcomes = await Promise.all(["A", "B", "C"].map((who) => ask(who, shift)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["assigned", "full", "full"]);
    await server.sql`delete from shift_places`;
    const [late, later] = [
      await plan({ starts_at: tomorrow(9), ends_at: tomorrow(17) }),
      await plan({ starts_at: tomorrow(12), ends_at: tomorrow(20) }),
    ];
    const both = await Promise.all([shift, late, later].map((each) => ask("D", each)));
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["assigned", "not_eligible", "not_eligible"]);
  });

  // Spec 5 §7: assign_place(shift_id, place_id, employee_id, expected
  test("the admin places somebody who may not with a reason, which colleagues do not read, and takes people off", async () => {
    const shift = await plan({ position: "Paramedic" });
    expect(await assign("A", shift)).toMatchObject({ outcome: "not_eligible", reasons: [{ code: "position" }] });
    expect(await assign("A", shift, { expected: "asked" })).toMatchObject({ outcome: "changed", now: null });
    expect(await assign("A", shift, { reason: "Ingen annan" })).toEqual({ outcome: "assigned" });
    expect(await assign("A", shift)).toEqual({ outcome: "unchanged" });
    expect(await assign("B", shift, { reason: "Också" })).toEqual({ outcome: "full" });
    expect(await assign("okänd", shift)).toEqual({ outcome: "PK007" });
    const client = server.client(profile === "hardened" ? { accessToken: tokens.get("B") ?? "" } : {});
    const { data } = await client.from("shift_places").select("employee_id, reason").eq("shift_id", shift);
    expect(data).toEqual([{ employee_id: "A", reason: null }]);
    const place = await placeOf("A", shift);
    expect(await onPlace("aseadmin", "remove_place", place, { reason: "" })).toEqual({ outcome: "PK008" });
    for (const who of ["A", "B"])
      expect(await onPlace(who, "remove_place", place, { reason: "Nej" })).toEqual({ outcome: "42501" });
    expect(await onPlace("aseadmin", "remove_place", place, { reason: "Fel person" })).toEqual({ outcome: "removed" });
    expect(await onPlace("aseadmin", "remove_place", place, { reason: "Fel person" })).toEqual({
      outcome: "unchanged",
    });
  });

  // Spec 5 §7: A published shift that changes or
  test("a published shift that moves is confirmed by its people, one that is cancelled frees them", async () => {
    const hook = await insertRow(server.sql, "message_hooks", {
      project_id: "ASE",
      address: "https://discord.com/api/webhooks/12345678/abcdefghijkl",
      events: ["shift_changed", "shift_absence", "shift_asked", "shift_offered"],
      is_active: true,
    });
    const [shift, other] = [await plan(), await plan({ starts_at: tomorrow(40), ends_at: tomorrow(48) })];
    const place = await hold("B", shift);
    expect(await onPlace("B", "confirm_place", place)).toEqual({ outcome: "unchanged" });
    const times = { starts_at: tomorrow(8), ends_at: tomorrow(16) };
    await save(
      [
        { id: shift, ...times },
        { id: other, station: "Ystad" },
      ],
      { [shift]: { starts_at: tomorrow(7), ends_at: tomorrow(15) }, [other]: { station: null } },
    );
    expect([...(await server.sql`select confirmed_at from shift_places where id = ${place}`)]).toEqual([
      { confirmed_at: null },
    ]);
    for (const who of ["A", "aseadmin"])
      expect(await onPlace(who, "confirm_place", place)).toEqual({ outcome: "42501" });
    expect(await onPlace("B", "confirm_place", place)).toEqual({ outcome: "confirmed" });
    expect(await save([{ id: shift, cancelled_at: fromNow(0) }], { [shift]: { cancelled_at: null } })).toMatchObject({
      outcome: "saved",
    });
    expect(await places(shift)).toEqual(["B cancelled"]);
    expect(await save([{ id: shift, cancelled_at: null }], { [shift]: { cancelled_at: fromNow(0) } })).toEqual({
      outcome: "PK005",
    });
    // A batch is one message.
    const told =
      await server.sql`select event, facts ->> 'count' as count from outbox where hook_id = ${hook} order by number`;
    expect([...told]).toEqual([
      { event: "shift_changed", count: "2" },
      { event: "shift_changed", count: "1" },
    ]);
    await server.sql`delete from message_hooks`;
  });

  // Spec 5 §7: leave_shift(place_id, event_id, reason, acting_as)
  // Spec 5 §7: report_absence(place_id, event_id, acting_as) ✉,
  // Spec 5 §7: On the gap the admin reads
  test("whoever cannot come says so at any time, and somebody else is asked and takes the place", async () => {
    const shift = await plan({ starts_at: fromNow(1.5), ends_at: fromNow(9.5) });
    const place = await hold("A", shift);
    expect(await onPlace("A", "leave_shift", place, { reason: null })).toMatchObject({ outcome: "too_late" });
    expect(await onPlace("B", "report_absence", place)).toEqual({ outcome: "42501" });
    expect(await onPlace("A", "report_absence", place)).toEqual({ outcome: "absent" });
    expect(await onPlace("A", "report_absence", place)).toEqual({ outcome: "unchanged" });
    await hold("B", await plan({ starts_at: fromNow(11), ends_at: fromNow(19) }));
    await hold("C", await plan({ starts_at: fromNow(2), ends_at: fromNow(3) }));
    const listed = (await call("aseadmin", "list_takers", { shift_id: shift }))["people"] as {
      employee_id: string;
      reasons: unknown[];
      warnings: unknown[];
      asked_at: string | null;
    }[];
    expect(listed.map(({ employee_id: who, reasons, warnings }) => [who, reasons.length, warnings.length])).toEqual([
      ["A", 0, 0],
      ["D", 0, 0],
      ["B", 0, 1],
      ["C", 1, 1],
    ]);
    expect(await call("A", "list_takers", { shift_id: shift })).toEqual({ outcome: "42501" });
    const event_id = randomUUID();
    expect(await call("aseadmin", "ask_person", { shift_id: shift, employee_id: "D", event_id })).toEqual({
      outcome: "asked",
    });
    for (const [who, was_asked] of [
      ["D", true],
      ["B", false],
    ] as const)
      expect((await call(who, "own_objections", {}))["shifts"]).toMatchObject({ [shift]: { was_asked } });
    expect(await ask("D", shift)).toEqual({ outcome: "assigned" });
    expect(await places(shift)).toEqual(["A absent", "D assigned"]);
    // What is further away is left without the admin.
    const next = await plan({ starts_at: fromNow(60), ends_at: fromNow(68) });
    expect(await onPlace("A", "leave_shift", await hold("A", next), { reason: "Resa" })).toEqual({ outcome: "left" });
  });

  // Spec 5 §7: Until done who holds the place
  // Spec 5 §7: open, proposed | agreed (who
  test("a place is given away: first of two, withdrawn, approved, and its holder is responsible until then", async () => {
    const shift = await plan();
    const place = await hold("B", shift);
    expect((await offer("A", place)).answer).toEqual({ outcome: "42501" });
    const open = await offer("B", place);
    expect(open.answer).toEqual({ outcome: "open" });
    expect((await offer("B", place)).answer).toMatchObject({ outcome: "changed", now: "open" });
    const both = await Promise.all(["C", "D"].map((who) => answerOffer(who, open.id, "agreed", "open")));
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["agreed", "changed"]);
    const [first, second] = both[0]?.outcome === "agreed" ? ["C", "D"] : ["D", "C"];
    expect(await places(shift)).toEqual(["B assigned"]);
    expect(await answerOffer(second, open.id, "withdrawn", "agreed")).toEqual({ outcome: "42501" });
    expect(await answerOffer(first, open.id, "withdrawn", "agreed")).toEqual({ outcome: "open" });
    expect(await places(shift)).toEqual(["B assigned"]);
    expect(await answerOffer(second, open.id, "agreed", "open")).toEqual({ outcome: "agreed" });
    // Meanwhile the admin gave them another shift: eligibility is asked again.
    const other = await plan({ starts_at: tomorrow(10), ends_at: tomorrow(12) });
    await hold(second, other);
    expect(await answerOffer("aseadmin", open.id, "approved", "agreed")).toMatchObject({ outcome: "not_eligible" });
    await onPlace("aseadmin", "remove_place", await placeOf(second, other), { reason: "Byter" });
    expect(await answerOffer("B", open.id, "approved", "agreed")).toEqual({ outcome: "42501" });
    expect(await answerOffer("aseadmin", open.id, "approved", "agreed")).toEqual({ outcome: "done" });
    expect(await places(shift)).toEqual(["B left", `${second} assigned`]);
    const one = await offer(second, await placeOf(second, shift), "A");
    expect(one.answer).toEqual({ outcome: "proposed" });
    expect(await answerOffer("B", one.id, "agreed", "proposed")).toEqual({ outcome: "42501" });
    expect(await answerOffer("A", one.id, "declined", "proposed")).toEqual({ outcome: "declined" });
    const last = await offer(second, await placeOf(second, shift), "A");
    await answerOffer("A", last.id, "agreed", "proposed");
    expect(await answerOffer("aseadmin", last.id, "refused", "agreed", "Behövs där")).toEqual({ outcome: "refused" });
    expect(await places(shift)).toEqual(["B left", `${second} assigned`]);
  });

  // Spec 5 §7: clock_in of §6 joins the own shift
  // Spec 5 §7: open, proposed, agreed | the shift begins
  test("the clock joins the own planned shift, whose hours are counted; what was asked lapses when it begins", async () => {
    const shift = await plan({ starts_at: fromNow(0.5), ends_at: fromNow(8.5), position: null, places: 2 });
    const place = await hold("A", shift);
    const given = await offer("A", place);
    await ask("B", shift);
    const turn_id = randomUUID();
    await call("A", "clock_in", {
      project: "ASE",
      kind: "ase-employee",
      turn_id,
      at: fromNow(0),
      position: null,
      vehicle_id: null,
    });
    expect([
      ...(await server.sql`select planned_shift_id, came_at is not null as came from work_turns t join shift_places p on p.id = ${place} where t.id = ${turn_id}`),
    ]).toEqual([{ planned_shift_id: shift, came: true }]);
    // Nobody is told hours of a shift that is not published.
    const draft = await plan({ starts_at: fromNow(20), ends_at: fromNow(24), published_at: null });
    await assign("A", draft, { reason: "Wants it" });
    expect(await places(draft)).toEqual(["A assigned"]);
    const days = { from: fromNow(-24).slice(0, 10), to: fromNow(48).slice(0, 10) };
    const hours = (await call("A", "work_hours", { project: "ASE", kind: "ase-employee", ...days }))["rows"] as {
      planned: number;
    }[];
    expect(hours.reduce((sum, { planned }) => sum + planned, 0)).toBe(8);
    await server.sql`update planned_shifts set starts_at = now() - interval '1 minute' where id = ${shift}`;
    await server.sql`select private.run_due()`;
    expect(await places(shift)).toEqual(["A assigned", "B lapsed"]);
    expect([...(await server.sql`select state from shift_offers where id = ${given.id}`)]).toEqual([
      { state: "lapsed" },
    ]);
  });

  // Spec 5 §8: set_person_active(kind, person_id
  test("places of somebody who is deactivated or removed are gaps", async () => {
    const shift = await plan({ places: 2 });
    await hold("C", shift);
    const gone = await insertRow(server.sql, "ase_employees", { employee_id: "X" });
    await hold("X", shift);
    await server.sql`delete from ase_employees where id = ${gone}`;
    await ask("C", await plan({ starts_at: tomorrow(50), ends_at: tomorrow(58) }));
    await call("C", "clock_in", {
      project: "ASE",
      kind: "ase-employee",
      turn_id: randomUUID(),
      at: fromNow(0),
      position: null,
      vehicle_id: null,
    });
    // The dialog names all that ends.
    expect(await held()).toMatchObject({ is_on_clock: true, car: null, planned_places: 1, asked_places: 1 });
    expect(await setActive("active")).toMatchObject({ outcome: "set", gaps: 1 });
    expect(await held()).toMatchObject({ is_on_clock: false, car: null, planned_places: 0, asked_places: 0 });
    expect(await places(shift)).toEqual(["C removed", "X removed"]);
    expect(await ask("C", shift)).toEqual({ outcome: "42501" });
    await setActive("deactivated");
    expect(await places(shift)).toEqual(["C removed", "X removed"]);
  });

  // Spec 5 §7: ase_settings: sign_up (approved
  // Spec 5 §7: set_ase_list(what, list, expected, acting_as)
  test("settings and lists are the admin's, and nobody's change is overwritten", async () => {
    expect(await settings({ leave_hours: 24 }, { leave_hours: 48 })).toEqual({ outcome: "set" });
    expect(await settings({ leave_hours: 24 }, { leave_hours: 12 })).toMatchObject({
      outcome: "changed",
      now: { leave_hours: 48 },
    });
    expect(await settings({ leave_hours: 48 }, { leave_hours: 12 }, "A")).toEqual({ outcome: "42501" });
    expect(await lists(["Paramedic", "Driver"], [])).toEqual({ outcome: "set" });
    expect(await lists(["Driver"], [])).toMatchObject({ outcome: "changed", now: ["Paramedic", "Driver"] });
    expect(await lists(["Driver", "Driver"], ["Paramedic", "Driver"])).toEqual({ outcome: "PK008" });
    expect(await lists([], ["Paramedic", "Driver"], "A")).toEqual({ outcome: "42501" });
  });

  test("shifts go with the year and the two before it, with places, offers and history", async () => {
    const shift = await plan();
    await offer("A", await hold("A", shift));
    await server.sql`update planned_shifts set starts_at = '2020-01-01T08:00Z', ends_at = '2020-01-01T16:00Z' where id = ${shift}`;
    await server.sql`alter table shift_events disable trigger shift_events_only_grow`;
    await server.sql`update shift_events set at = '2020-01-01T08:00Z' where shift_id = ${shift}`;
    await server.sql`alter table shift_events enable trigger shift_events_only_grow`;
    await server.sql`select private.erase_plan(100)`;
    const left = await server.sql`
      select (select count(*)::int from shift_places where shift_id = ${shift}) + (select count(*)::int from shift_events where shift_id = ${shift}) as count`;
    expect([...left]).toEqual([{ count: 0 }]);
  });
});
