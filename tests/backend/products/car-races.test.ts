// Cars between two chauffeurs and their admin (document 5 §4): whatever they do at the same time, cars and turns are in states that the
// table allows. `npm test` asks it in `hardened`, whose policies stand between the calls of document 2 and the rules.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, boolean, constantFrom, nat, record, tuple } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const TAXI = "157715";
/** Two of document 2's cars, and one beyond them, which has no registration. */
const SLOTS = [1, 2, 8];
const CHAUFFEURS = ["britta", "olle"];
const ADMIN = "TAXIADMIN";

const CHAUFFEUR_ACT = record({
  kind: constantFrom(
    "take",
    "take",
    "take",
    "return",
    "return",
    "undo",
    "undo older",
    "register",
    "unregister",
    "fault",
    "ask",
    "leave",
    "take over",
    "extend",
  ),
  car: nat(2),
  isSentTwice: boolean(),
});
const ADMIN_ACT = record({
  kind: constantFrom("end", "out", "in", "take for", "unregister", "time is up", "nothing"),
  car: nat(2),
  isSentTwice: boolean(),
});
const ROUNDS = array(tuple(CHAUFFEUR_ACT, CHAUFFEUR_ACT, ADMIN_ACT), { minLength: 1, maxLength: 10 });
type Act = { kind: string; car: number; isSentTwice: boolean };
type Answer = { outcome: string; turn?: { id: string }; request?: { id: string } };

/** A person's screen: who, the turns that it began, and what was stored under ids of its own. */
type Screen = { who: string; turns: string[]; request: string | undefined; stored: string[] };

const servers: TestServer[] = [];
const tokens = new Map<TestServer, Map<string, string>>();
beforeAll(async () => {
  for (const profile of isWhole ? SECURITY_PROFILES : (["hardened"] as const)) {
    const server = await startTestServer({ profile, rateLimits: "none" });
    servers.push(server);
    const own = new Map<string, string>();
    for (const userId of [...CHAUFFEURS, ADMIN]) {
      const kind = userId === ADMIN ? "chauffeur-admin" : "chauffeur";
      if (profile === "hardened") own.set(userId, (await makePerson(server, { kind, project: TAXI, userId })).token);
      const password = profile === "hardened" ? { password: null } : {};
      if (userId !== ADMIN)
        await insertRow(server.sql, "project_attendants", { project_id: TAXI, user_id: userId, ...password });
    }
    tokens.set(server, own);
    await server.sql`update taxi_settings set max_hours = 13, takeover_hours = 8 where project_id = ${TAXI}`;
  }
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const clientOf = (server: TestServer, who: string) => {
  const accessToken = tokens.get(server)?.get(who);
  return server.client(accessToken === undefined ? {} : { accessToken });
};

/** What a rule refuses: who has the car, that it is out of service, a wrong input, another's turn. Every other error is a fault. */
const REFUSED = /^(?:PK00[578]|42501)$/;

async function call(server: TestServer, who: string, of: string, input: object): Promise<Answer> {
  const { data, error } = await clientOf(server, who).rpc(of, { ...input, acting_as: who });
  if (error === null) return data as Answer;
  expect([of, error.code, error.message]).toEqual([of, expect.stringMatching(REFUSED), error.message]);
  return { outcome: "refused" };
}

async function startOver({ sql }: TestServer): Promise<void> {
  for (const table of [
    "vehicle_registrations",
    "vehicle_requests",
    "vehicle_faults",
    "vehicle_turns",
    "vehicle_events",
  ])
    await sql`delete from ${sql(table)}`;
  await sql`delete from vehicles where slot is null or slot > 6`;
  await sql`insert into vehicles (project_id, site_id, slot, name) select project_id, site_id, 8, 'Bil 8' from vehicles where slot = 1`;
  await sql`update vehicles set state = 'in_service', state_reason = null, not_returned_by = null`;
}

/** Does one act; a call of a rule may be sent twice at once, and both get the same answer. */
async function act(server: TestServer, screen: Screen, { kind, car, isSentTwice }: Act): Promise<void> {
  const { who, turns } = screen;
  const slot = SLOTS[car] ?? 1;
  const eventId = randomUUID();
  const send = async (of: string, input: object) => {
    const [answer, again] = await Promise.all(
      (isSentTwice ? [of, of] : [of]).map((name) => call(server, who, name, input)),
    );
    // What stores nothing is answered anew: the car may be free, or gone, between the two.
    if (isStored(answer) && isStored(again)) expectSame(again, answer);
    const counted = isStored(answer) ? answer : (again ?? answer);
    if (counted !== undefined && NOTED.has(counted.outcome)) screen.stored.push(eventId);
    return counted;
  };
  const acting = (role: string) => JSON.stringify({ kind: role, id: who });
  const take = (more: object = {}) =>
    send("take_car", {
      project: TAXI,
      slot,
      turn_id: eventId,
      start_km: null,
      end_km: null,
      faults: [],
      accepted: [],
      ...more,
    });
  const [vehicle] = await server.sql<{ id: string; state: string; turn: string | null }[]>`
    select v.id, v.state, t.id as turn from vehicles v left join vehicle_turns t on t.vehicle_id = v.id and t.ended_at is null
    where v.project_id = ${TAXI} and v.slot = ${slot}`;
  const latest = turns.at(-1) ?? randomUUID();
  const register = { project_id: TAXI, chauffeur_id: who, item_1: slot === 1, item_2: slot !== 1 };
  if (kind === "take" || kind === "take for") {
    const answer = await take(kind === "take" ? {} : { chauffeur: CHAUFFEURS[car % 2] });
    if (answer?.turn !== undefined && kind === "take") turns.push(answer.turn.id);
  } else if (kind === "return")
    await send("return_car", { turn_id: latest, event_id: eventId, at: null, end_km: null, faults: [] });
  else if (kind.startsWith("undo"))
    await send("undo_return", { turn_id: kind === "undo" ? latest : (turns.at(-2) ?? latest), event_id: eventId });
  else if (kind === "register") {
    const { error } = await clientOf(server, who)
      .from("vehicle_registrations")
      .insert(register)
      .setHeader("x-acting-as", acting("chauffeur"));
    expectAnswer(error, /^(?:PK00[57]|23505)$/);
  } else if (kind === "unregister") {
    const { error } = await clientOf(server, who)
      .from("vehicle_registrations")
      .delete()
      .eq("chauffeur_id", who === ADMIN ? (CHAUFFEURS[car % 2] ?? "") : who)
      .setHeader("x-acting-as", acting(who === ADMIN ? "chauffeur-admin" : "chauffeur"));
    expectAnswer(error, /^$/);
  } else if (kind === "fault") {
    const fault = { id: eventId, text: "Bromsar", severity: "not_to_be_driven" };
    await send("report_fault", { vehicle_id: vehicle?.id, fault, turn_id: null });
  } else if (kind === "ask") {
    const answer = await send("ask_for_car", { project: TAXI, slot, request_id: eventId });
    screen.request = answer?.request?.id ?? screen.request;
    await server.sql`update vehicle_requests set asked_at = asked_at - interval '1 day' where id = ${screen.request ?? null}`;
  } else if (kind === "leave") {
    const [asked] = await server.sql<{ id: string }[]>`
      select r.id from vehicle_requests r where r.turn_id = ${latest} and r.answer is null`;
    if (asked !== undefined) await send("answer_request", { request_id: asked.id, event_id: eventId, leaves: true });
  } else if (kind === "take over" && screen.request !== undefined) {
    const turnId = randomUUID();
    const answer = await send("take_over_car", {
      request_id: screen.request,
      turn_id: turnId,
      event_id: eventId,
      start_km: null,
    });
    if (answer?.turn !== undefined) turns.push(answer.turn.id);
  } else if (kind === "extend") await send("extend_turn", { turn_id: latest, event_id: eventId, hours: 1 });
  else if (kind === "end" && typeof vehicle?.turn === "string")
    await send("end_turn", { turn_id: vehicle.turn, event_id: eventId, reason: "Telefonen är död", end_km: null });
  else if (kind === "out" || kind === "in") {
    if (kind === "in")
      for (const { id } of await server.sql<
        { id: string }[]
      >`select id from vehicle_faults where vehicle_id = ${vehicle?.id ?? null} and fixed_at is null`)
        await call(server, who, "fix_fault", { fault_id: id, event_id: randomUUID(), note: "Lagad" });
    const state = kind === "out" ? { state: "out_of_service", state_reason: "Service" } : { state: "in_service" };
    await send("set_vehicle", {
      vehicle: { id: vehicle?.id, ...state },
      event_id: eventId,
      expected: { state: vehicle?.state, state_reason: null },
      end_turn: isSentTwice,
    });
  } else if (kind === "time is up") {
    await server.sql`update vehicle_turns set until = clock_timestamp() where id = ${vehicle?.turn ?? null} and ended_at is null`;
    await server.sql`select private.run_due()`;
  }
}

const isStored = (one: Answer | undefined) => one !== undefined && STORED.has(one.outcome);
const expectSame = (again: unknown, answer: unknown) => expect(again).toEqual(answer);
/** Expects a call of the table API to be taken, or refused with such a code. */
const expectAnswer = (error: { code: string } | null, refused: RegExp) =>
  expect(error?.code ?? "taken").toMatch(new RegExp(`^taken$|${refused.source}`));

/** Answers that are kept, and the same for a call that comes again. */
const STORED = new Set(["taken", "returned", "undone", "ended", "set", "extended", "asked", "answered", "reported"]);
/** Those of them whose event bears the call's own id. */
const NOTED = new Set(["returned", "undone", "ended", "set", "extended"]);

/** Waits for all, also when one fails: nobody acts in the next try who belongs to this one. */
async function allOf(acts: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(acts);
  await Promise.all(acts);
}

/** What no row may be, whoever acted when. */
const findFaults = ({ sql }: TestServer) => sql`
  with running as (select * from vehicle_turns where ended_at is null),
  told as (select turn_id, count(*) filter (where kind = 'taken') as taken, count(*) filter (where kind = 'ended') - count(*) filter (where kind = 'undone') as ended
    from vehicle_events where turn_id is not null group by 1)
  select 'a registration without its turn' as fault, r.id from vehicle_registrations r
    where not exists (select from running t where t.chauffeur_id = r.chauffeur_id and t.slot = private.slot_of(r))
  union all select 'a turn without its registration', t.id from running t
    where t.slot <= 6 and not exists (select from vehicle_registrations r where r.chauffeur_id = t.chauffeur_id and t.slot = private.slot_of(r))
  union all select 'driven and not in service', t.id from running t join vehicles v on v.id = t.vehicle_id where v.state <> 'in_service'
  union all select 'free with a fault that forbids driving', v.id from vehicles v join vehicle_faults f on f.vehicle_id = v.id
    where v.state = 'in_service' and f.fixed_at is null and f.severity = 'not_to_be_driven' and not exists (select from running t where t.vehicle_id = v.id)
  union all select 'two turns at one time', a.id from vehicle_turns a join vehicle_turns b on a.id < b.id and (a.vehicle_id = b.vehicle_id or a.chauffeur_id = b.chauffeur_id)
    where a.taken_at < coalesce(b.ended_at, 'infinity') and b.taken_at < coalesce(a.ended_at, 'infinity')
  union all select 'a turn that its history does not tell', t.id from vehicle_turns t left join told on told.turn_id = t.id
    where told.taken is distinct from 1 or told.ended is distinct from (t.ended_at is not null)::int`;

// Spec 5 §4: **vehicle_turns**
test(
  "whatever two chauffeurs and their admin do at the same time, cars and turns are in states that the table allows",
  async () => {
    for (const server of servers)
      await assert(
        asyncProperty(ROUNDS, async (rounds) => {
          await startOver(server);
          const screens = [...CHAUFFEURS, ADMIN].map((who): Screen => ({
            who,
            turns: [],
            request: undefined,
            stored: [],
          }));
          for (const acts of rounds) {
            await allOf(screens.map((screen, at) => act(server, screen, acts[at] as Act)));
            expect(await findFaults(server)).toEqual([]);
          }
          // Each event is there once, however often it was sent.
          const stored = screens.flatMap((screen) => screen.stored);
          const events = await server.sql`select id from vehicle_events where id = any (${stored})`;
          expect(events.map(({ id }) => id as string).toSorted()).toEqual(stored.toSorted());
        }),
        { numRuns: isWhole ? 60 : 20 },
      );
  },
  WHOLE_TEST_MS,
);
