// Vehicles of the ambulance between two crews and their admin (document 5 §7): whatever they do at the same time, no check is lost, each
// fault counts once, and no vehicle with an open critical fault is in service. `npm test` asks it in `hardened`.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, boolean, constantFrom, nat, record, tuple } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const CREW = ["ASE-001", "ASE-002"];
const ADMIN = "aseadmin";
const ITEMS = [
  { text: "Lights", is_critical: false },
  { text: "Brakes", is_critical: true },
];

const CREW_ACT = record({
  kind: constantFrom(
    "check",
    "check",
    "check",
    "take back",
    "take back",
    "take back a colleague's",
    "change",
    "end",
    "begin",
  ),
  vehicle: nat(1),
  // Which items are not right.
  faults: tuple(boolean(), boolean()),
  isSentTwice: boolean(),
});
const ADMIN_ACT = record({
  kind: constantFrom("out", "in", "fix", "nothing"),
  vehicle: nat(1),
  faults: tuple(boolean(), boolean()),
  isSentTwice: boolean(),
});
const ROUNDS = array(tuple(CREW_ACT, CREW_ACT, ADMIN_ACT), { minLength: 1, maxLength: 8 });
type Act = { kind: string; vehicle: number; faults: [boolean, boolean]; isSentTwice: boolean };
type Answer = { outcome: string; turn?: { id: string }; faults?: { id: string }[] };

/** A person's screen: who, the turn that runs, the faults that it read, and the checks that were stored. */
type Screen = { who: string; turn: string; faults: string[]; checks: string[] };

const servers: TestServer[] = [];
const tokens = new Map<TestServer, Map<string, string>>();
beforeAll(async () => {
  for (const profile of isWhole ? SECURITY_PROFILES : (["hardened"] as const)) {
    const server = await startTestServer({ profile, rateLimits: "none" });
    servers.push(server);
    const own = new Map<string, string>();
    for (const userId of [...CREW, ADMIN]) {
      const kind = userId === ADMIN ? "ase-admin" : "ase-employee";
      const { token, accountId } =
        profile === "hardened"
          ? await makePerson(server, { kind, project: "ASE", userId })
          : { token: undefined, accountId: null };
      if (token !== undefined) own.set(userId, token);
      if (userId !== ADMIN)
        await insertRow(server.sql, "ase_employees", { employee_id: userId, account_id: accountId });
    }
    tokens.set(server, own);
  }
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** What a rule refuses: a vehicle out of service, another's fault. Every other error is a fault. */
const REFUSED = /^(?:PK00[57]|42501)$/;

/** Calls that answer a repetition as they answered first. */
const ANSWERED_ALIKE = new Set(["check_vehicle", "take_back_fault"]);
const expectSame = (is: unknown, wanted: unknown) => expect(is).toEqual(wanted);

async function call(server: TestServer, who: string, of: string, input: object): Promise<Answer> {
  const accessToken = tokens.get(server)?.get(who);
  const client = server.client(accessToken === undefined ? {} : { accessToken });
  const { data, error } = await client.rpc(of, { ...input, acting_as: who });
  if (error === null) return data as Answer;
  expect(error.code).toMatch(REFUSED);
  return { outcome: error.code };
}

async function act(server: TestServer, vehicles: string[], screens: Screen[], at: number, what: Act): Promise<void> {
  const screen = screens[at] as Screen;
  const vehicle = vehicles[what.vehicle] ?? "";
  const id = randomUUID();
  const send = async (of: string, input: object) => {
    const answers = await Promise.all(
      (what.isSentTwice ? [of, of] : [of]).map((name) => call(server, screen.who, name, input)),
    );
    if (ANSWERED_ALIKE.has(of)) expectSame(answers.at(-1), answers[0]);
    return answers[0] as Answer;
  };
  if (what.kind === "check") {
    const answers = ITEMS.map((item, index) => ({
      ...item,
      item_id: randomUUID(),
      result: what.faults[index] === true ? "fault" : "ok",
    }));
    const done = new Date().toISOString();
    const check = { id, vehicle_id: vehicle, turn_id: screen.turn, started_at: done, done_at: done, km: null, answers };
    const { outcome, faults = [] } = await send("check_vehicle", { check });
    expectSame([outcome, faults.length], ["stored", what.faults.filter(Boolean).length]);
    screen.checks.push(id);
    screen.faults.push(...faults.map((fault) => fault.id));
  } else if (what.kind.startsWith("take back")) {
    const from = what.kind === "take back" ? screen : (screens[1 - at] as Screen);
    await send("take_back_fault", { fault_id: from.faults.at(-1) ?? randomUUID(), event_id: id });
  } else if (what.kind === "change")
    await send("change_vehicle", { turn_id: screen.turn, event_id: id, vehicle_id: vehicle });
  else if (what.kind === "end") await send("clock_out", { turn_id: screen.turn, event_id: id, at: null, note: null });
  else if (what.kind === "begin") {
    const clock = { project: "ASE", kind: "ase-employee", turn_id: id, at: null, position: null, vehicle_id: vehicle };
    screen.turn = (await send("clock_in", clock)).turn?.id ?? screen.turn;
  } else if (what.kind === "fix") {
    const [fault] = await server.sql<{ id: string }[]>`
      select id from vehicle_faults where vehicle_id = ${vehicle} and fixed_at is null limit 1`;
    if (fault !== undefined) await send("fix_fault", { fault_id: fault.id, event_id: id, note: null });
  } else if (what.kind !== "nothing") {
    const [is] = await server.sql<{ state: string; state_reason: string }[]>`
      select state, state_reason from vehicles where id = ${vehicle}`;
    const state = what.kind === "out" ? { state: "out_of_service", state_reason: "Workshop" } : { state: "in_service" };
    await send("set_vehicle", { vehicle: { id: vehicle, ...state }, event_id: id, expected: is, end_turn: false });
  }
}

/** What no row may be, whoever acted when. */
const findFaults = ({ sql }: TestServer) => sql`
  select 'in service with an open critical fault' as fault, v.id from vehicles v join vehicle_faults f on f.vehicle_id = v.id
    where v.project_id = 'ASE' and v.state = 'in_service' and f.fixed_at is null and f.severity = 'not_to_be_driven'
  union all select 'out of service without a reason', v.id from vehicles v
    where v.project_id = 'ASE' and (v.state = 'out_of_service') <> (v.state_reason is not null)
  union all select 'faults that are not those of the check', c.id from vehicle_checks c
    where (select count(*) from jsonb_array_elements(c.answers) a where (a.value ->> 'is_fault')::boolean)
      <> (select count(*) from vehicle_faults f where f.check_id = c.id)
  union all select 'a fault that its history does not tell once', f.id from vehicle_faults f
    where (select count(*) from vehicle_events e where e.kind = 'fault_reported' and e.data ->> 'fault_id' = f.id::text) <> 1
      or (select count(*) from vehicle_events e where e.kind in ('fault_fixed', 'fault_taken_back') and e.data ->> 'fault_id' = f.id::text)
        <> (f.fixed_at is not null)::int`;

// Spec 5 §7: Two checks at once are both kept
test(
  "whatever two crews and their admin do at the same time, each check is kept and no vehicle with a critical fault is in service",
  async () => {
    for (const server of servers)
      await assert(
        asyncProperty(ROUNDS, async (rounds) => {
          for (const table of ["vehicle_faults", "vehicle_checks", "work_turns", "vehicle_events"])
            await server.sql`delete from ${server.sql(table)}`;
          await server.sql`delete from vehicles where project_id = 'ASE'`;
          const vehicles: string[] = [];
          for (const name of ["7411", "7412"])
            vehicles.push(await insertRow(server.sql, "vehicles", { project_id: "ASE", name, plate: null }));
          const screens = [...CREW, ADMIN].map((who): Screen => ({
            who,
            turn: randomUUID(),
            faults: [],
            checks: [],
          }));
          for (const acts of rounds) {
            const done = screens.map((_, at) => act(server, vehicles, screens, at, acts[at] as Act));
            await Promise.allSettled(done);
            await Promise.all(done);
            expect(await findFaults(server)).toEqual([]);
          }
          const stored = await server.sql`select id from vehicle_checks`;
          expect(stored.map(({ id }) => id as string).toSorted()).toEqual(
            screens.flatMap(({ checks }) => checks).toSorted(),
          );
        }),
        { numRuns: isWhole ? 60 : 20 },
      );
  },
  WHOLE_TEST_MS,
);
