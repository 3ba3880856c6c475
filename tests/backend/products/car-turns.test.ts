// Turns with cars (document 5 §4): taking, returning, undo, faults, handover, ends by admin and clock, kilometres and hours, in both profiles.
import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const TAXI = "157715";
type Answer = { outcome: string; turn?: Turn; [more: string]: unknown };
type Turn = { id: string; chauffeur_id: string; taken_at: string; until: string | null; [more: string]: unknown };

const fault = (severity: string, text = "Sprucken ruta") => ({ id: randomUUID(), text, severity });
const idOf = (answer: Answer) => (answer["request"] as { id: string }).id;

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const userId of ["britta", "olle", "samira"]) {
      const { token } = await makePerson(server, { kind: "chauffeur", project: TAXI, userId });
      tokens[userId] = token;
      const account = profile === "hardened" ? { password: null } : {};
      await insertRow(server.sql, "project_attendants", { project_id: TAXI, user_id: userId, ...account });
    }
    ({ token: tokens["TAXIADMIN"] } = await makePerson(server, {
      kind: "chauffeur-admin",
      project: TAXI,
      userId: "TAXIADMIN",
    }));
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    await server.sql`delete from vehicle_registrations`;
    await server.sql`delete from vehicle_faults`;
    await server.sql`delete from vehicle_turns`;
    await server.sql`delete from vehicle_events`;
    await server.sql`delete from vehicles where slot is null or slot > 6`;
    await server.sql`update vehicles set state = 'in_service', state_reason = null, odometer = null, not_returned_by = null, plate = null`;
    await settings({ handover: "off", max_hours: null, takeover_hours: null });
  });

  const settings = async (row: Record<string, unknown>) => {
    await server.sql`update taxi_settings set ${server.sql(row)} where project_id = ${TAXI}`;
  };
  const clientOf = (who: string) => server.client(profile === "hardened" ? { accessToken: tokens[who] ?? "" } : {});

  async function call(who: string, of: string, input: object): Promise<Answer> {
    const { data, error } = await clientOf(who).rpc(of, { ...input, acting_as: who });
    if (error !== null) throw Object.assign(new Error(error.message), { code: error.code, field: error.details });
    return data as Answer;
  }
  const take = (who: string, slot: number, more: object = {}) =>
    call(who, "take_car", {
      project: TAXI,
      slot,
      turn_id: randomUUID(),
      start_km: null,
      end_km: null,
      faults: [],
      accepted: [],
      ...more,
    });
  /** A chauffeur's way with a car that nobody may drive: the answer, or the refusal's code. */
  const report = (photos: unknown) =>
    take("britta", 4, { faults: [{ ...fault("not_to_be_driven"), photos }] }).catch(
      (error: { code: string }) => error.code,
    );
  const giveBack = (who: string, turn: Turn | undefined, more: object = {}) =>
    call(who, "return_car", { turn_id: turn?.id, event_id: randomUUID(), at: null, end_km: null, faults: [], ...more });
  const vehicle = async (slot: number) => {
    const [row] =
      await server.sql`select * from vehicles where project_id = ${TAXI} and slot = ${slot} and state <> 'retired'`;
    return row as Record<string, never>;
  };
  const holders = async () => {
    const rows = await server.sql<{ slot: number; who: string }[]>`
      select slot, chauffeur_id as who from vehicle_turns where ended_at is null order by slot`;
    return rows.map(({ slot, who }) => `${slot}:${who}`);
  };
  const registered = async () => {
    const rows = await server.sql<{ who: string }[]>`
      select private.slot_of(r) || ':' || chauffeur_id as who from vehicle_registrations r order by 1`;
    return rows.map(({ who }) => who);
  };
  const endings = async () => {
    const rows = await server.sql<{ line: string }[]>`
      select concat_ws(' ', slot, chauffeur_id, ended_by, ended_by_id) as line from vehicle_turns where ended_at is not null order by taken_at`;
    return rows.map(({ line }) => line);
  };
  const ago = (turn: Turn | undefined, interval: string) => server.sql`
    update vehicle_turns set taken_at = taken_at - ${interval}::interval, until = until - ${interval}::interval where id = ${turn?.id ?? ""}`;

  /** The call of document 2 that takes a car. */
  const register = (who: string, slot: number) =>
    clientOf(who)
      .from("vehicle_registrations")
      .insert({ project_id: TAXI, chauffeur_id: who, [`item_${slot}`]: true })
      .setHeader("x-acting-as", JSON.stringify({ kind: "chauffeur", id: who }));
  const endTurn = (turn: Turn | undefined, reason = "Telefonen är död") =>
    call("TAXIADMIN", "end_turn", { turn_id: turn?.id, event_id: randomUUID(), reason, end_km: null });
  const setVehicle = (changes: Record<string, unknown>, expected: object, more: object = {}) =>
    call("TAXIADMIN", "set_vehicle", {
      vehicle: changes,
      event_id: randomUUID(),
      expected,
      end_turn: false,
      ...more,
    });
  const changeSettings = (who: string, expected: object, changes: object) =>
    call(who, "set_settings", { product: "taxi", project: TAXI, event_id: randomUUID(), expected, changes });
  const askFor = (who: string, slot = 3) => call(who, "ask_for_car", { project: TAXI, slot, request_id: randomUUID() });
  const takeOver = (who: string, request: unknown, more: object = {}) =>
    call(who, "take_over_car", {
      request_id: request,
      turn_id: randomUUID(),
      event_id: randomUUID(),
      start_km: null,
      ...more,
    });
  const answerTo = (request: string, leaves: boolean, who = "britta") =>
    call(who, "answer_request", { request_id: request, event_id: randomUUID(), leaves });
  const hoursOf = async (from: string, to: string) => {
    const answer = await call("TAXIADMIN", "taxi_hours", { project: TAXI, from, to });
    return answer["rows"];
  };
  const addPast = async (who: string, from: string, to: string, km: [number, number] | null = null) => {
    const { id } = await vehicle(1);
    await server.sql`insert into vehicle_turns (project_id, vehicle_id, slot, chauffeur_id, taken_at, ended_at, ended_by, start_km, end_km)
      values (${TAXI}, ${String(id)}, 1, ${who}, ${from}, ${to}, 'chauffeur', ${km?.[0] ?? null}, ${km?.[1] ?? null})`;
  };

  // Spec 5 §4: Start: six
  test("a register begins with six cars without a plate, once", async () => {
    for (const time of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop
      await server.sql`select private.start_vehicles('ny-taxi')`;
      // oxlint-disable-next-line no-await-in-loop
      const rows =
        await server.sql`select slot, name, plate, model from vehicles where project_id = 'ny-taxi' order by slot`;
      expect([time, rows]).toEqual([
        time,
        [1, 2, 3, 4, 5, 6].map((slot) => ({ slot, name: `Bil ${slot}`, plate: null, model: "Volvo V90" })),
      ]);
    }
  });

  describe("taking a car", () => {
    // Spec 5 §4: **take_car(project
    // Spec 5 §4: At most one
    // Spec 5 §4: ledig | taken
    test("of several at once gives it to one, and tells the others", async () => {
      const answers = await Promise.allSettled(["britta", "olle", "samira"].map((who) => take(who, 3)));
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const told = { code: "PK005", message: "Denna plats är redan upptagen av en annan chaufför" };
      expect(answers.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: told }, { reason: told }]);
      expect(await holders()).toHaveLength(1);
      expect(await registered()).toEqual(await holders());
    });

    test("again with the same id gives the first answer; the car that one has is unchanged", async () => {
      const turn_id = randomUUID();
      const first = await take("britta", 3, { turn_id });
      expect(await take("britta", 3, { turn_id })).toEqual(first);
      expect(await take("britta", 3)).toMatchObject({ outcome: "unchanged", turn: { id: turn_id } });
      expect(await endings()).toEqual([]);
    });

    // Spec 5 §4: Who has another
    test("moves who has another, and keeps the first whatever is refused or warned about", async () => {
      await take("olle", 5);
      await take("britta", 2, { start_km: 100 });
      await expect(take("britta", 5)).rejects.toMatchObject({ code: "PK005" });
      expect(await take("britta", 6, { end_km: 5000 })).toMatchObject({
        outcome: "warnings",
        warnings: [{ code: "odometer-jump" }],
      });
      expect(await holders()).toEqual(["2:britta", "5:olle"]);
      expect(await take("britta", 6, { end_km: 130 })).toMatchObject({ outcome: "taken" });
      expect(await holders()).toEqual(["5:olle", "6:britta"]);
      expect(await registered()).toEqual(["5:olle", "6:britta"]);
      expect(await endings()).toEqual(["2 britta moved britta"]);
      expect(await vehicle(2)).toMatchObject({ odometer: 130 });
    });

    // Spec 5 §4: Warnings: `odometer-lower`
    test("warns of a lower reading and of a gap, which `accepted` lets through and the turn keeps", async () => {
      await giveBack("britta", (await take("britta", 1, { start_km: 1000 })).turn, { end_km: 1010 });
      expect(await take("olle", 1, { start_km: 900 })).toMatchObject({
        warnings: [{ code: "odometer-lower", last: 1010 }],
      });
      expect(await take("olle", 1, { start_km: 1040 })).toMatchObject({
        warnings: [{ code: "odometer-gap", last: 1010 }],
      });
      expect(await holders()).toEqual([]);
      const { turn } = await take("olle", 1, { start_km: 1040, accepted: [{ code: "odometer-gap" }] });
      expect(turn).toMatchObject({ start_km: 1040, before_km: 1010, gap_km: 30 });
    });

    // Spec 5 §4: A fault `not_to_be_driven`
    // Spec 5 §4: **take_car(project
    // Spec 5 §4: ledig | out
    test("with a fault that forbids driving takes the car out of service, and begins no turn", async () => {
      const answer = await take("britta", 4, { faults: [fault("not_to_be_driven")] });
      expect(answer).toEqual({ outcome: "out_of_service" });
      expect(await holders()).toEqual([]);
      expect(await vehicle(4)).toMatchObject({ state: "out_of_service", state_reason: "Sprucken ruta" });
      await expect(take("olle", 4)).rejects.toMatchObject({
        code: "PK005",
        message: "Bilen är ur trafik: Sprucken ruta",
      });
      const { error } = await clientOf("olle")
        .from("vehicle_registrations")
        .insert({ project_id: TAXI, chauffeur_id: "olle", item_4: true });
      expect(error?.code).toBe("PK005");
    });

    // Spec 5 §4: With `require` a
    test("with `require` wants a reading, of the car that is left too, and no call of document 2 goes round it", async () => {
      await settings({ handover: "require" });
      await expect(take("britta", 5)).rejects.toMatchObject({ code: "PK008", field: "start_km" });
      await take("britta", 5, { start_km: 10 });
      await expect(take("britta", 6, { start_km: 20 })).rejects.toMatchObject({ code: "PK008", field: "end_km" });
      expect(await holders()).toEqual(["5:britta"]);
      expect((await register("olle", 1)).error?.code).toBe("PK005");
      await settings({ handover: "ask" });
      expect((await register("olle", 1)).error).toBeNull();
      expect(await holders()).toEqual(["1:olle", "5:britta"]);
    });

    // Spec 5 §4: **end_turn(turn_id
    // Spec 5 §4: **vehicle_events**
    test("by the admin for a chauffeur is noted as the admin's; nobody else takes for another", async () => {
      const { turn } = await take("TAXIADMIN", 2, { chauffeur: "britta" });
      expect(turn).toMatchObject({ chauffeur_id: "britta" });
      expect(await server.sql`select by from vehicle_events where kind = 'taken'`).toEqual([{ by: "TAXIADMIN" }]);
      await expect(take("olle", 3, { chauffeur: "samira" })).rejects.toMatchObject({ code: "42501" });
      await expect(take("TAXIADMIN", 3)).rejects.toMatchObject({ code: "42501" });
      await giveBack("TAXIADMIN", turn);
      expect(await endings()).toEqual(["2 britta admin TAXIADMIN"]);
    });
  });

  describe("calls of document 2", () => {
    // Spec 5 §4: A trigger keeps
    test("begin, move and end turns; a direct one of a car beyond six is none", async () => {
      expect((await register("britta", 1)).error).toBeNull();
      expect((await register("britta", 2)).error).toBeNull();
      expect(await holders()).toEqual(["2:britta"]);
      await clientOf("britta")
        .from("vehicle_registrations")
        .delete()
        .eq("chauffeur_id", "britta")
        .setHeader("x-acting-as", JSON.stringify({ kind: "chauffeur", id: "britta" }));
      expect(await endings()).toEqual(["1 britta moved britta", "2 britta chauffeur britta"]);
      const [turn] = await server.sql`select person_id, km from vehicle_turns limit 1`;
      const [person] = await server.sql`select id from project_attendants where user_id = 'britta'`;
      expect(turn).toEqual({ person_id: person?.["id"], km: null });
    });

    // Spec 5 §4: **vehicles** (also
    // Spec 5 §4: `vehicle_registrations` stays
    test("a car beyond six has a turn and no registration; a registration moves who has it", async () => {
      const id = randomUUID();
      const car = { id, project_id: TAXI, slot: 8, name: "Bil 8", plate: "abc 12d" };
      expect(
        await call("TAXIADMIN", "set_vehicle", { vehicle: car, event_id: randomUUID(), expected: {}, end_turn: false }),
      ).toMatchObject({ outcome: "set" });
      await take("britta", 8);
      expect([await holders(), await registered()]).toEqual([["8:britta"], []]);
      expect(await vehicle(8)).toMatchObject({ plate_key: "ABC12D", state: "in_service" });
      const beyond = setVehicle({ ...car, id: randomUUID(), slot: 41 }, {});
      await expect(beyond).rejects.toMatchObject({ code: "PK008" });
      await clientOf("britta")
        .from("vehicle_registrations")
        .insert({ project_id: TAXI, chauffeur_id: "britta", item_2: true });
      expect([await holders(), await registered()]).toEqual([["2:britta"], ["2:britta"]]);
    });

    // Spec 5 §4: upptagen | returned
    test("a chauffeur who is removed leaves the car free, and the turn says so", async () => {
      await insertRow(server.sql, "project_attendants", {
        project_id: TAXI,
        user_id: "lisa",
        ...(profile === "hardened" && { password: null }),
      });
      await insertRow(server.sql, "vehicle_registrations", { chauffeur_id: "lisa", item_3: true });
      await server.sql`delete from project_attendants where user_id = 'lisa'`;
      expect([await registered(), await endings()]).toEqual([[], ["3 lisa removed"]]);
    });
  });

  describe("giving a car back", () => {
    // Spec 5 §4: **return_car(turn_id
    // Spec 5 §4: **vehicle_events**
    test("tells hours and kilometres; sent twice it is stored once, with the time of the press", async () => {
      const { turn } = await take("britta", 3, { start_km: 100 });
      await ago(turn, "2 hours");
      const event_id = randomUUID();
      const at = new Date(Date.now() - 30 * 60_000).toISOString();
      const first = await giveBack("britta", turn, { event_id, at, end_km: 142 });
      expect(first).toMatchObject({ outcome: "returned", hours: 1.5, km: 42 });
      expect(await giveBack("britta", turn, { event_id, at, end_km: 142 })).toEqual(first);
      const events = await server.sql`select at, received_at > at as later from vehicle_events where kind = 'ended'`;
      expect(events).toEqual([{ at: new Date(at), later: true }]);
    });

    test("at a time outside of the turn takes the nearest, marks it, and corrects a wrong clock", async () => {
      const { turn } = await take("britta", 3);
      await ago(turn, "1 hour");
      const ahead = new Date(Date.now() + 3 * 3_600_000).toISOString();
      const answer = await giveBack("britta", turn, { at: ahead, clock_error_ms: 3.5 * 3_600_000 });
      expect(answer).toMatchObject({ outcome: "returned", hours: 0.5 });
      const other = (await take("olle", 3)).turn;
      await giveBack("olle", other, { at: "2001-01-01T00:00:00Z" });
      const [row] =
        await server.sql`select returned_at = taken_at as nearest from vehicle_turns where id = ${other?.id ?? ""}`;
      expect(row).toEqual({ nearest: true });
      const marks =
        await server.sql`select data -> 'said_at' is not null as said, data ->> 'clock_error_ms' as error from vehicle_events where kind = 'ended' order by received_at`;
      expect(marks).toEqual([
        { said: false, error: "12600000" },
        { said: true, error: null },
      ]);
    });

    // Spec 5 §4: **undo_return(turn_id
    test("is undone within a minute: the same turn, the same reading; not once somebody else has the car", async () => {
      const { turn } = await take("britta", 3, { start_km: 100 });
      await giveBack("britta", turn, { end_km: 120 });
      const undo = () => call("britta", "undo_return", { turn_id: turn?.id, event_id: randomUUID() });
      expect(await undo()).toMatchObject({
        outcome: "undone",
        turn: { id: turn?.id, taken_at: turn?.taken_at, end_km: null, km: null },
      });
      expect([await holders(), await registered()]).toEqual([["3:britta"], ["3:britta"]]);
      expect(await vehicle(3)).toMatchObject({ odometer: 100 });
      await giveBack("britta", turn);
      await take("olle", 3, { start_km: 100 });
      expect(await undo()).toEqual({ outcome: "changed", now: "in_service" });
      await expect(call("olle", "undo_return", { turn_id: turn?.id, event_id: randomUUID() })).rejects.toMatchObject({
        code: "42501",
      });
    });

    // Spec 5 §4: **undo_return(turn_id
    test("is not undone over a later turn with another car, whose hours would count twice", async () => {
      const { turn } = await take("britta", 3);
      await giveBack("britta", turn);
      await giveBack("britta", (await take("britta", 4)).turn);
      expect(await call("britta", "undo_return", { turn_id: turn?.id, event_id: randomUUID() })).toMatchObject({
        outcome: "changed",
      });
      expect(await holders()).toEqual([]);
    });

    // Spec 5 §4: **undo_return(turn_id
    test("is not undone after a minute", async () => {
      const { turn } = await take("britta", 3);
      await giveBack("britta", turn);
      await server.sql`alter table vehicle_events disable trigger vehicle_events_only_grow`;
      await server.sql`update vehicle_events set received_at = received_at - interval '61 seconds'`;
      await server.sql`alter table vehicle_events enable trigger vehicle_events_only_grow`;
      expect(await call("britta", "undo_return", { turn_id: turn?.id, event_id: randomUUID() })).toMatchObject({
        outcome: "too_late",
      });
      expect(await holders()).toEqual([]);
    });

    // Spec 5 §4: A turn without
    test("without a reading takes the next start for it, marked; a reading that comes later stands in its place", async () => {
      const { turn } = await take("britta", 3, { start_km: 100 });
      await giveBack("britta", turn);
      expect((await take("olle", 3, { start_km: 160, accepted: [{ code: "odometer-gap" }] })).turn).toMatchObject({
        gap_km: null,
      });
      const read = () => server.sql`select end_km, km, km_is_estimated from vehicle_turns where id = ${turn?.id ?? ""}`;
      expect(await read()).toEqual([{ end_km: 160, km: 60, km_is_estimated: true }]);
      expect(await giveBack("britta", turn, { end_km: 155 })).toMatchObject({ outcome: "ended_already", by: "britta" });
      expect(await read()).toEqual([{ end_km: 155, km: 55, km_is_estimated: false }]);
      expect(await vehicle(3)).toMatchObject({ odometer: 160 });
    });
  });

  describe("a turn with an end", () => {
    beforeEach(() => settings({ max_hours: 13 }));

    // Spec 5 §4: **return_car(turn_id
    // Spec 5 §4: Such a car
    // Spec 5 §4: upptagen | returned
    test("ends at it, whoever looks first; the car is free and not returned, and the late return has its own time", async () => {
      const { turn } = await take("britta", 3, { start_km: 100 });
      expect(Date.parse(turn?.until ?? "") - Date.parse(turn?.taken_at ?? "")).toBe(13 * 3_600_000);
      await ago(turn, "14 hours");
      await take("olle", 5);
      expect([await holders(), await registered()]).toEqual([["5:olle"], ["5:olle"]]);
      expect(await vehicle(3)).toMatchObject({ state: "in_service", not_returned_by: "britta" });
      expect(await giveBack("britta", turn, { end_km: 210 })).toMatchObject({
        outcome: "ended_already",
        by: null,
        reason: "time",
      });
      const [row] =
        await server.sql`select ended_at = until as at_its_end, returned_at > ended_at as later, km from vehicle_turns where id = ${turn?.id ?? ""}`;
      expect(row).toEqual({ at_its_end: true, later: true, km: 110 });
      expect(await vehicle(3)).toMatchObject({ not_returned_by: null, odometer: 210 });
    });

    // Spec 5 §4: A job of
    test("is ended by the database within a minute, also when nobody looks", async () => {
      await ago((await take("britta", 3)).turn, "14 hours");
      expect(await server.sql`select private.run_due() as did`).toEqual([{ did: true }]);
      expect([await registered(), await endings()]).toEqual([[], ["3 britta time"]]);
    });

    // Spec 5 §4: **extend_turn(turn_id
    test("lasts longer by four hours at most", async () => {
      const { turn } = await take("britta", 3);
      const extend = (hours: number) =>
        call("britta", "extend_turn", { turn_id: turn?.id, event_id: randomUUID(), hours });
      expect(await extend(2)).toMatchObject({ outcome: "extended" });
      expect(await extend(2)).toMatchObject({ outcome: "extended", turn: { extended_hours: 4 } });
      await expect(extend(1)).rejects.toMatchObject({ code: "PK008" });
    });

    // Spec 5 §4: It ends an
    test("does not keep its car from who takes it by a call of document 2", async () => {
      await ago((await take("britta", 3)).turn, "14 hours");
      await clientOf("olle")
        .from("vehicle_registrations")
        .insert({ project_id: TAXI, chauffeur_id: "olle", item_3: true });
      expect(await holders()).toEqual(["3:olle"]);
      expect(await endings()).toEqual(["3 britta time"]);
      await server.sql`update vehicle_turns set taken_at = taken_at - interval '14 hours', until = now() where ended_at is null`;
      expect(await take("samira", 3)).toMatchObject({ outcome: "taken" });
      expect(await endings()).toEqual(["3 britta time", "3 olle time"]);
    });
  });

  describe("the admin", () => {
    // Spec 5 §4: **end_turn(turn_id
    // Spec 5 §4: A job of
    test("ends a turn with a reason; of two at once one counts, and the other is told", async () => {
      const { turn } = await take("britta", 3);
      await expect(endTurn(turn, "död")).rejects.toMatchObject({ code: "PK008", field: "reason" });
      const [ended, returned] = await Promise.all([endTurn(turn), giveBack("britta", turn, { end_km: 50 })]);
      expect([ended.outcome, returned.outcome].toSorted()).toSatisfy(
        (both: string[]) => both.join() === "ended,ended_already" || both.join() === "ended_already,returned",
      );
      expect(await endings()).toHaveLength(1);
      expect(await vehicle(3)).toMatchObject({ odometer: 50 });
      await expect(
        call("olle", "end_turn", { turn_id: turn?.id, event_id: randomUUID(), reason: "Vill ha den", end_km: null }),
      ).rejects.toMatchObject({ code: "42501" });
    });

    // Spec 5 §4: **set_vehicle(vehicle
    // Spec 5 §4: upptagen | any
    test("takes no car out of service that somebody has, unless the turn may end", async () => {
      const { turn } = await take("britta", 3);
      const { id } = await vehicle(3);
      const out = { id, state: "out_of_service", state_reason: "Service" };
      const expected = { state: "in_service", state_reason: null };
      expect(await setVehicle(out, expected)).toMatchObject({ outcome: "taken", by: "britta", since: turn?.taken_at });
      expect(await setVehicle(out, expected, { end_turn: true })).toMatchObject({ outcome: "set" });
      expect([await registered(), await endings()]).toEqual([[], ["3 britta admin TAXIADMIN"]]);
      expect(await setVehicle(out, expected)).toMatchObject({ outcome: "unchanged" });
      expect(await setVehicle({ id, name: "Trean" }, { name: "Bil 33" })).toMatchObject({
        outcome: "changed",
        now: { name: "Bil 3" },
        by: "TAXIADMIN",
      });
    });

    // Spec 5 §4: **vehicles** (also
    // Spec 5 §4: **fix_fault(fault_id
    // Spec 5 §4: In service while
    // Spec 5 §4: ur trafik |
    // Spec 5 §4: ledig, ur trafik
    test("puts no car into service while a fault forbids driving; retired and back it waits, at a free slot", async () => {
      await take("britta", 4, { faults: [fault("not_to_be_driven")] });
      const { id } = await vehicle(4);
      const into = () => setVehicle({ id, state: "in_service" }, { state: "out_of_service" });
      const [open] = await server.sql`select id from vehicle_faults`;
      expect(await into()).toEqual({ outcome: "open_faults", faults: [{ id: open?.["id"], text: "Sprucken ruta" }] });
      const fix = () =>
        call("TAXIADMIN", "fix_fault", { fault_id: open?.["id"], event_id: randomUUID(), note: "Ny ruta" });
      expect(await fix()).toEqual({ outcome: "fixed" });
      expect(await fix()).toMatchObject({ outcome: "fixed_already", by: "TAXIADMIN" });
      expect(await vehicle(4)).toMatchObject({ state: "out_of_service" });
      expect(await into()).toMatchObject({ outcome: "set", state: "in_service" });
      expect(await setVehicle({ id, state: "retired" }, { state: "in_service" })).toMatchObject({ outcome: "set" });
      await expect(take("britta", 4)).rejects.toMatchObject({ code: "PK007" });
      const { error } = await clientOf("olle")
        .from("vehicle_registrations")
        .insert({ project_id: TAXI, chauffeur_id: "olle", item_4: true });
      expect(error?.code).toBe("PK007");
      expect(await setVehicle({ id, state: "in_service", slot: 3 }, { state: "retired", slot: 4 })).toEqual({
        outcome: "slot_taken",
        slot: 3,
      });
      expect(await setVehicle({ id, state: "in_service" }, { state: "retired" })).toMatchObject({
        outcome: "set",
        state: "out_of_service",
      });
      expect(await into()).toMatchObject({ outcome: "set" });
    });

    // Spec 5 §4: **correct_odometer(vehicle_id
    test("corrects readings with a reason, over nobody else's change", async () => {
      const { turn } = await take("britta", 3, { start_km: 1000 });
      await giveBack("britta", turn, { end_km: 1100 });
      const { id } = await vehicle(3);
      const input = { vehicle_id: id, event_id: randomUUID(), odometer: 1200, reason: "Fel avläst" };
      expect(await call("TAXIADMIN", "correct_odometer", { ...input, expected: { odometer: 5 } })).toMatchObject({
        outcome: "changed",
        now: { odometer: 1100 },
      });
      expect(
        await call("TAXIADMIN", "correct_odometer", { ...input, event_id: randomUUID(), expected: { odometer: 1100 } }),
      ).toEqual({ outcome: "set" });
      const km = { turn_id: turn?.id, start_km: 1000, end_km: 1090, reason: "Fel avläst" };
      expect(await call("TAXIADMIN", "correct_turn_km", { ...km, event_id: randomUUID(), expected: {} })).toMatchObject(
        { outcome: "changed" },
      );
      expect(
        await call("TAXIADMIN", "correct_turn_km", {
          ...km,
          event_id: randomUUID(),
          expected: { start_km: 1000, end_km: 1100 },
        }),
      ).toMatchObject({ outcome: "set", turn: { km: 90 } });
    });

    // Spec 5 §4: **taxi_settings**
    test("sets the settings; chauffeurs do not, and a change of somebody else is told", async () => {
      await server.sql`insert into taxi_settings (project_id) values ('ny-taxi') on conflict do nothing`;
      expect(
        await server.sql`
          select handover, max_hours, takeover_hours, warn_minutes from taxi_settings where project_id = 'ny-taxi'`,
      ).toEqual([{ handover: "off", max_hours: null, takeover_hours: null, warn_minutes: 30 }]);
      expect(await changeSettings("TAXIADMIN", { handover: "off" }, { handover: "require" })).toMatchObject({
        outcome: "set",
      });
      expect(await changeSettings("TAXIADMIN", { handover: "off" }, { handover: "ask" })).toMatchObject({
        outcome: "changed",
        now: { handover: "require" },
      });
      await expect(changeSettings("britta", { handover: "require" }, { handover: "off" })).rejects.toMatchObject({
        code: "42501",
      });
    });
  });

  describe("who stands at a car that another has", () => {
    // Spec 5 §4: **ask_for_car(project
    test("asks once, and the holder leaves it or drives on", async () => {
      const { turn } = await take("britta", 3);
      const first = await askFor("olle");
      expect(idOf(await askFor("olle"))).toBe(idOf(first));
      await expect(answerTo(idOf(first), true, "samira")).rejects.toMatchObject({ code: "42501" });
      expect(await answerTo(idOf(first), false)).toEqual({ outcome: "answered", answer: "drives" });
      expect(await holders()).toEqual(["3:britta"]);
      expect(await takeOver("olle", idOf(first))).toMatchObject({ outcome: "answered", answer: "drives" });
      expect(await answerTo(idOf(await askFor("olle")), true)).toMatchObject({ answer: "leaves" });
      expect(await endings()).toEqual(["3 britta chauffeur britta"]);
      expect(await askFor("olle")).toEqual({ outcome: "free" });
      expect(turn).toBeDefined();
    });

    // Spec 5 §4: Without an answer
    test("takes it over after ten minutes of silence in an old turn, and never earlier", async () => {
      const { turn } = await take("britta", 3);
      const request = idOf(await askFor("olle"));
      expect(await takeOver("olle", request)).toEqual({ outcome: "too_early", from: null });
      await settings({ takeover_hours: 8 });
      await server.sql`update vehicle_requests set asked_at = asked_at - interval '11 minutes'`;
      expect(await takeOver("olle", request)).toMatchObject({ outcome: "too_early" });
      await ago(turn, "9 hours");
      await expect(takeOver("samira", request)).rejects.toMatchObject({ code: "42501" });
      expect(await takeOver("olle", request, { start_km: 70 })).toMatchObject({
        outcome: "taken",
        turn: { chauffeur_id: "olle" },
      });
      expect([await holders(), await registered()]).toEqual([["3:olle"], ["3:olle"]]);
      expect(await endings()).toEqual(["3 britta taken_over olle"]);
    });
  });

  // Spec 5 §4: **vehicle_faults**
  // Spec 5 §10: **Kept**
  test("a report names at most six photos, of the reporter's own folder", async () => {
    const folder = profile === "hardened" ? String(decodeJwt(tokens["britta"] ?? "").sub) : "britta";
    const path = () => `${folder}/${randomUUID()}.jpg`;
    expect(await report(Array.from({ length: 7 }, path))).toBe("PK008");
    expect(await report(["../secret.jpg"])).toBe("PK008");
    expect(await report("all")).toBe("PK008");
    const elsewhere = await report([`${randomUUID()}/${randomUUID()}.jpg`]);
    expect(elsewhere).toEqual(profile === "hardened" ? "PK008" : { outcome: "out_of_service" });
    await server.sql`update vehicles set state = 'in_service'`;
    const photos = [path(), path()];
    expect(await report(photos)).toEqual({ outcome: "out_of_service" });
    const [row] = await server.sql`select photos from vehicle_faults order by reported_at desc limit 1`;
    expect(row?.["photos"]).toEqual(photos);
    await server.sql`update vehicle_faults set fixed_by = 'TAXIADMIN', fixed_at = now() - interval '7 months'`;
    await server.sql`select private.erase_taxi(100)`;
    expect(await server.sql`select photos from vehicle_faults where photos <> '{}'`).toEqual([]);
  });

  describe("faults", () => {
    // Spec 5 §4: **report_fault(vehicle_id
    // Spec 5 §4: upptagen | any
    test("are reported with or without a turn; a taken car goes out of service when its turn ends", async () => {
      const { turn } = await take("britta", 3);
      const { id } = await vehicle(3);
      const report = (who: string, one: object) =>
        call(who, "report_fault", { vehicle_id: id, fault: one, turn_id: turn?.id });
      const one = fault("remark", "Repa");
      expect(await report("olle", one)).toEqual({ outcome: "reported", state: "in_service" });
      expect(await report("olle", one)).toEqual({ outcome: "reported", state: "in_service" });
      expect(await report("britta", fault("not_to_be_driven", "Bromsar"))).toEqual({
        outcome: "reported",
        state: "in_service",
      });
      expect(await server.sql`select text from vehicle_faults order by reported_at`).toEqual([
        { text: "Repa" },
        { text: "Bromsar" },
      ]);
      await giveBack("britta", turn);
      expect(await vehicle(3)).toMatchObject({ state: "out_of_service", state_reason: "Bromsar" });
      await expect(report("olle", { id: randomUUID(), text: " " })).rejects.toMatchObject({ code: "PK008" });
    });
  });

  describe("hours", () => {
    // Spec 5 §4: **taxi_hours(project
    test("are real hours, also over the nights when clocks change", async () => {
      // 22:00 to 06:00: seven real hours in spring, nine in autumn.
      await addPast("britta", "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00");
      await addPast("britta", "2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00");
      expect(await hoursOf("2026-03-28", "2026-03-28")).toMatchObject([{ hours: 2 }]);
      expect(await hoursOf("2026-03-29", "2026-03-29")).toMatchObject([{ hours: 5 }]);
      expect(await hoursOf("2026-10-25", "2026-10-25")).toMatchObject([{ hours: 7 }]);
      expect(await hoursOf("2026-03-01", "2026-10-31")).toMatchObject([{ chauffeur: "britta", turns: 2, hours: 16 }]);
    });

    // Spec 5 §4: **taxi_hours(project
    // Spec 5 §4: Warnings: `odometer-lower`
    test("are divided by day at midnight; a turn and its kilometres are the day's on which it began", async () => {
      await addPast("britta", "2026-11-20T22:00:00+01:00", "2026-11-21T01:30:00+01:00", [100, 160]);
      await addPast("olle", "2026-11-21T08:00:00+01:00", "2026-11-21T16:00:00+01:00");
      await server.sql`update vehicle_turns set start_km = 200, before_km = 160 where chauffeur_id = 'olle'`;
      expect(await hoursOf("2026-11-20", "2026-11-20")).toEqual([
        { chauffeur: "britta", turns: 1, hours: 2, km: 60, without_km: 0 },
      ]);
      expect(await hoursOf("2026-11-21", "2026-11-21")).toEqual([
        { chauffeur: "britta", turns: 0, hours: 1.5, km: 0, without_km: 0 },
        { chauffeur: "olle", turns: 1, hours: 8, km: 0, without_km: 1 },
        { chauffeur: null, turns: 1, hours: 0, km: 40, without_km: 0 },
      ]);
      await expect(
        call("britta", "taxi_hours", { project: TAXI, from: "2026-11-20", to: "2026-11-21" }),
      ).rejects.toMatchObject({ code: "42501" });
      for (const [from, to] of [
        ["2023-01-01", "2026-01-01"],
        ["infinity", "infinity"],
      ] as const)
        // oxlint-disable-next-line no-await-in-loop
        await expect(hoursOf(from, to)).rejects.toMatchObject({ code: "PK008" });
    });
  });

  test("nobody acts in another's name where the database knows people", async () => {
    const { turn } = await take("britta", 3);
    const { error } = await clientOf("olle").rpc("return_car", {
      turn_id: turn?.id,
      event_id: randomUUID(),
      at: null,
      end_km: null,
      faults: [],
      acting_as: "britta",
    });
    expect(error?.code).toBe(profile === "hardened" ? "42501" : undefined);
  });

  test.runIf(profile === "hardened")(
    "a stranger is not told what is wrong with a car, nor how cars are handed over",
    async () => {
      const { token } = await makeAccount(server.sql, null);
      const stranger = server.client({ accessToken: token });
      const takeCar = () =>
        stranger.from("vehicle_registrations").insert({ project_id: TAXI, chauffeur_id: "stranger", item_4: true });
      await server.sql`update vehicles set state = 'out_of_service', state_reason = 'Krock' where project_id = ${TAXI} and slot = 4`;
      expect((await takeCar()).error).toMatchObject({ code: "42501", details: null });
      await settings({ handover: "require" });
      expect((await takeCar()).error).toMatchObject({ code: "42501", details: null });
    },
  );

  test("what is older than 24 months goes, with what was done and mended then", async () => {
    const { turn } = await take("britta", 3, { faults: [fault("remark")] });
    await giveBack("britta", turn);
    await server.sql`update vehicle_turns set taken_at = taken_at - interval '25 months', ended_at = ended_at - interval '25 months', returned_at = null`;
    await server.sql`update vehicle_faults set fixed_by = 'TAXIADMIN', fixed_at = now() - interval '25 months'`;
    await server.sql`select private.erase_taxi(100)`;
    expect([await endings(), await server.sql`select 1 from vehicle_faults`]).toEqual([[], []]);
    expect((await server.sql`select 1 from vehicle_events`).length).toBeGreaterThan(0);
  });
});
