// Hours of a month (document 5 §6) of random people: plain ones, whose lengths are added up, and odd ones, whose spans lie over each other.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const SITE = "ostra-hamnen";
const MINUTE = 60_000;
const HOUR = 60;
/** The period: two months, whose border lies after the night in which clocks change. Minutes of a test count from its first moment. */
const [FROM, TO] = ["2026-10-10", "2026-11-20"];
const FIRST = Date.parse("2026-10-09T22:00:00Z");
const BORDER = (Date.parse("2026-10-31T23:00:00Z") - FIRST) / MINUTE;
const LAST = (Date.parse("2026-11-20T23:00:00Z") - FIRST) / MINUTE;
const REST = 11 * HOUR;
const LONG = 5 * HOUR;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  await insertRow(server.sql, "admin_accounts", { user_id: "anna01", project_id: SITE });
});
afterAll(() => server.stop());

type Span = [from: number, to: number];
type Status = "approved" | "waiting" | "rejected";
type Turn = { span: Span; status: Status; breaks: Span[]; registration: number | null };
type Registration = { span: Span; status: Status };
type Person = { turns: Turn[]; registrations: Registration[] };

const status = fc.constantFrom<Status>("approved", "approved", "waiting", "rejected");
/** Turns one after the other, with breaks within them: what the clock's rules leave behind. */
const plainTurn = fc.record({
  gap: fc.integer({ min: 1, max: 40 * HOUR }),
  length: fc.integer({ min: 0, max: 15 * HOUR }),
  status,
  pauses: fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 })), { maxLength: 3 }),
  isRegistered: fc.boolean(),
});
const plain = fc
  .tuple(
    fc.oneof(fc.integer({ min: -30 * HOUR, max: 0 }), fc.integer({ min: 0, max: BORDER })),
    fc.array(plainTurn, { maxLength: 25 }),
    fc.constantFrom("none", "all", "some"),
  )
  .map(([begin, parts, registered]): Person => {
    const person: Person = { turns: [], registrations: [] };
    let at = begin;
    for (const { gap, length, status: of, pauses, isRegistered } of parts) {
      const from = at + gap;
      at = from + length;
      let free = from;
      const breaks = pauses.flatMap(([after, long]): Span[] => {
        const pause: Span = [free + after, Math.min(free + after + long, at)];
        if (pause[0] > at) return [];
        free = pause[1];
        return [pause];
      });
      const isOwn = registered === "none" || (registered === "some" && !isRegistered);
      // Some are registered later than their turn began, also after a break.
      if (!isOwn)
        person.registrations.push({ span: [gap % 3 === 0 ? Math.min(from + 90, at) : from, at + 1], status: of });
      person.turns.push({
        span: [from, at],
        status: of,
        breaks,
        registration: isOwn ? null : person.registrations.length - 1,
      });
    }
    return person;
  });
/** Rows that no rule lets through: turns, breaks and registrations over each other and beside each other. */
const anySpan = (most: number) =>
  fc
    .tuple(fc.integer({ min: 40 * HOUR, max: LAST }), fc.integer({ min: 1, max: most }))
    .map(([from, length]): Span => [from, from + length]);
const odd = fc.record({
  turns: fc.array(
    fc
      .record({
        span: anySpan(60 * HOUR),
        status,
        breaks: fc.array(fc.tuple(fc.integer({ min: -90, max: 900 }), fc.integer({ min: 1, max: 300 })), {
          maxLength: 3,
        }),
        registration: fc.constant(null),
      })
      .map((turn): Turn => ({
        ...turn,
        breaks: turn.breaks.map(([at, long]) => [turn.span[0] + at, turn.span[0] + at + long]),
      })),
    { maxLength: 14 },
  ),
  registrations: fc.array(fc.record({ span: anySpan(20 * HOUR), status }), { maxLength: 4 }),
});

/** The minutes of spans laid over each other, less others, within bounds. */
function minutesOf(spans: Span[], without: Span[], [first, last]: Span): number {
  const edges = [...new Set([...spans, ...without, [first, last]].flat())].toSorted((a, b) => a - b);
  const isIn = (all: Span[], at: number) => all.some(([from, to]) => from <= at && at < to);
  return edges.reduce((sum, from, index) => {
    const to = edges[index + 1] ?? from;
    return from >= first && to <= last && isIn(spans, from) && !isIn(without, from) ? sum + to - from : sum;
  }, 0);
}

const dayOf = (minutes: number) =>
  new Date(FIRST + minutes * MINUTE).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
const inHours = (minutes: number) => Math.round((minutes / HOUR) * 100) / 100;

/** What the answer has to say about a month of a person; nothing where nothing touches the month. */
function expectedOf({ turns, registrations }: Person, month: Span) {
  const touches = ([from, to]: Span) => from < month[1] && to > month[0];
  const counted = turns.filter(({ registration }) => registration === null);
  const spansOf = (of: Status) =>
    [...counted, ...registrations].filter(({ status: has }) => has === of).map(({ span }) => span);
  const [approved, waiting, rejected] = [spansOf("approved"), spansOf("waiting"), spansOf("rejected")];
  const inMonth = turns.filter(({ span }) => touches(span));
  if (inMonth.length + registrations.filter(({ span }) => touches(span)).length === 0) return undefined;
  const breaks = inMonth
    .filter(({ status: has, registration }) => has !== "rejected" || registration !== null)
    .flatMap(({ breaks: own }) => own);
  const sorted = turns.toSorted((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
  const isShort = sorted.some(({ span: [from, to], status: has }, at) => {
    const before = sorted[at - 1]?.span;
    return (
      before !== undefined &&
      has !== "rejected" &&
      from >= month[0] &&
      from < month[1] &&
      to > month[0] &&
      before[1] > from - REST &&
      dayOf(before[0]) !== dayOf(from)
    );
  });
  const isUnbroken = inMonth.some(
    ({ span: [from, to], status: has, breaks: own }) =>
      has !== "rejected" && to > from + LONG && own.every(([begin, end]) => end <= begin),
  );
  const unpaid = (spans: Span[], less: Span[]) => inHours(minutesOf(spans, less, month));
  return {
    approved: unpaid(approved, breaks),
    waiting: unpaid(waiting, [...approved, ...breaks]),
    rejected: unpaid(rejected, [...approved, ...waiting, ...breaks]),
    breaks: inHours(
      minutesOf([...approved, ...waiting], [], month) - minutesOf([...approved, ...waiting], breaks, month),
    ),
    marks: [...(isShort ? ["short-rest"] : []), ...(isUnbroken ? ["no-break"] : [])],
  };
}

const at = (minutes: number) => new Date(FIRST + minutes * MINUTE).toISOString();

/** Puts the rows in as they are: triggers would refuse or change what no rule lets through. */
async function store(people: Person[]): Promise<string[]> {
  const ids = people.map(() => randomUUID());
  const registrations = people.flatMap((person, of) =>
    person.registrations.map(({ span, status: has }) => ({ id: randomUUID(), of, span, has })),
  );
  const turns = people.flatMap((person, of) => {
    const own = registrations.filter((one) => one.of === of);
    return person.turns.map((turn) => ({
      ...turn,
      id: randomUUID(),
      of,
      joined: own[turn.registration ?? -1]?.id ?? null,
    }));
  });
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into shift_registrations (id, project_id, site_id, person_id, attendant_user_id, start_time, end_time, rating, description, image_urls, status, approved)
      select r.id::uuid, ${SITE}, s.id, r.person::uuid, 'vakt-' || left(r.person, 8), r.begin::timestamptz, r.end::timestamptz, 5, 'Lugnt', array['a', 'b'], r.status, r.status = 'approved'
      from main_page_sites s, jsonb_to_recordset(${sql.json(
        registrations.map(({ id, of, span, has }) => ({
          id,
          person: ids[of] ?? "",
          begin: at(span[0]),
          end: at(span[1]),
          status: has === "waiting" ? "pending" : has,
        })),
      )}) as r (id text, person text, begin text, "end" text, status text) where s.path = ${SITE}`;
    await sql`insert into work_turns (id, project_id, site_id, kind, person_id, user_id, name, started_at, ended_at, status, shift_registration_id)
      select t.id::uuid, ${SITE}, s.id, 'attendant', t.person::uuid, 'vakt-' || left(t.person, 8), 'Namn', t.begin::timestamptz, t.end::timestamptz, t.status, t.joined::uuid
      from main_page_sites s, jsonb_to_recordset(${sql.json(
        turns.map(({ id, of, span, status: has, joined }) => ({
          id,
          person: ids[of] ?? "",
          begin: at(span[0]),
          end: at(span[1]),
          status: has,
          joined,
        })),
      )}) as t (id text, person text, begin text, "end" text, status text, joined text) where s.path = ${SITE}`;
    await sql`insert into work_breaks (turn_id, started_at, ended_at)
      select b.turn::uuid, b.begin::timestamptz, b.end::timestamptz from jsonb_to_recordset(${sql.json(
        turns.flatMap(({ id, breaks }) => breaks.map(([from, to]) => ({ turn: id, begin: at(from), end: at(to) }))),
      )}) as b (turn text, begin text, "end" text)`;
  });
  return ids;
}

test("hours of a month count no minute twice, of people whose lengths are added up and of those whose spans lie over each other", async () => {
  const people = [
    ...fc.sample(plain, { numRuns: 120, seed: 20_261_128 }),
    ...fc.sample(odd, { numRuns: 120, seed: 20_261_129 }),
  ];
  const ids = await store(people);
  const { data, error } = await server
    .client()
    .rpc("work_hours", { project: SITE, kind: "attendant", from: FROM, to: TO, acting_as: "anna01" });
  expect(error).toBeNull();
  type Row = Record<Status | "breaks", number> & { person_id: string; month: string; marks: string[] };
  const { rows } = data as { rows: Row[] };
  const said = new Map(rows.map((row) => [`${row.person_id} ${row.month}`, row]));
  people.forEach((person, of) => {
    for (const [month, bounds] of [
      ["2026-10", [0, BORDER]],
      ["2026-11", [BORDER, LAST]],
    ] as [string, Span][]) {
      const row = said.get(`${ids[of]} ${month}`);
      const is = row && {
        approved: row.approved,
        waiting: row.waiting,
        rejected: row.rejected,
        breaks: row.breaks,
        marks: row.marks,
      };
      expect([of, month, is]).toEqual([of, month, expectedOf(person, bounds)]);
    }
  });
});

test("planned hours of shifts over each other, which an admin may give one employee, count once", async () => {
  const person = await insertRow(server.sql, "ase_employees", { employee_id: "ASE-701" });
  for (const [from, to] of [
    [600, 1080],
    [900, 1380],
    [3000, 3060],
  ] as Span[]) {
    const times = { starts_at: at(from), ends_at: at(to), published_at: at(0) };
    // oxlint-disable-next-line no-await-in-loop -- a shift before its place
    const shift = await insertRow(server.sql, "planned_shifts", times);
    // oxlint-disable-next-line no-await-in-loop
    await server.sql`insert into shift_places (shift_id, person_id, employee_id, state) values (${shift}, ${person}, 'ASE-701', 'assigned')`;
  }
  const period = { from: FROM, to: TO };
  const { data } = await server
    .client()
    .rpc("work_hours", { project: "ASE", kind: "ase-employee", ...period, acting_as: "aseadmin" });
  expect(data).toMatchObject({ rows: [{ user_id: "ASE-701", month: "2026-10", planned: 14, approved: 0 }] });
});
