// Random stamps of two phones (document 5 §6), late, doubled, with wrong clocks, also over the nights when clocks change.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWhole } from "#tests/support/run/whole.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const SITE = "ostra-hamnen";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  await server.sql`insert into clock_settings (project_id, max_turn_hours, correction_days) values (${SITE}, 48, 400)`;
  await insertRow(server.sql, "admin_accounts", { user_id: "anna01", project_id: SITE });
});
afterAll(() => server.stop());

/** One o'clock of a month's last Sunday: the moment in which clocks change. */
function lastSunday(year: number, month: number): number {
  const day = new Date(Date.UTC(year, month + 1, 0, 1));
  return day.getTime() - day.getUTCDay() * 24 * HOUR;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The nights in which Swedish clocks change, of the year behind us: each lies within the days of the settings. */
function nightsOfChange(): number[] {
  const year = new Date().getUTCFullYear();
  return [year - 1, year]
    .flatMap((of) => [lastSunday(of, 2), lastSunday(of, 9)])
    .filter((at) => at < Date.now() - 72 * HOUR)
    .slice(-2);
}

/** Stamps of one phone, in minutes from the beginning: the turn's begin, its breaks, its end, and how wrong the clock is. */
const phone = fc.record({
  begin: fc.integer({ min: 0, max: 40 * 60 }),
  breaks: fc.array(fc.tuple(fc.integer({ min: -30, max: 600 }), fc.integer({ min: -5, max: 90 })), { maxLength: 2 }),
  length: fc.option(fc.integer({ min: -60, max: 14 * 60 })),
  error: fc.constantFrom(0, 0, 2, -20, 240),
  isDoubled: fc.boolean(),
});
type Phone = typeof phone extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.record({
  base: fc.constantFrom("now", "spring", "autumn"),
  phones: fc.array(phone, { minLength: 1, maxLength: 5 }),
  /** The order in which the queues send: at each step the phone with this number, as far as it has something left. */
  order: fc.array(fc.nat(), { maxLength: 40 }),
  shift: fc.option(fc.tuple(fc.integer({ min: 0, max: 30 * 60 }), fc.integer({ min: 30, max: 600 }))),
});

/** A turn of another phone that was over before one that has ended meanwhile, told after it. */
const TOLD_LATE: typeof history extends fc.Arbitrary<infer Value> ? Value : never = {
  base: "now",
  phones: [
    { begin: 1, breaks: [], length: 1, error: 0, isDoubled: false },
    { begin: 0, breaks: [], length: 0, error: 0, isDoubled: false },
  ],
  order: [0, 1],
  shift: null,
};

type Call = { of: string; input: Record<string, unknown> };
type Span = [number, number];

/** The calls that a phone's queue holds, in its order. */
function callsOf({ begin, breaks, length, error, isDoubled }: Phone, start: number, userId: string): Call[] {
  const turn = randomUUID();
  const who = { acting_as: userId, clock_error_ms: error * MINUTE };
  const at = (minutes: number) => new Date(start + (begin + minutes + error) * MINUTE).toISOString();
  const calls: Call[] = [
    {
      of: "clock_in",
      input: { project: SITE, kind: "attendant", turn_id: turn, at: at(0), position: null, vehicle_id: null, ...who },
    },
  ];
  for (const [from, long] of breaks) {
    const break_id = randomUUID();
    calls.push({ of: "clock_break", input: { turn_id: turn, break_id, step: "start", at: at(from), ...who } });
    calls.push({ of: "clock_break", input: { turn_id: turn, break_id, step: "end", at: at(from + long), ...who } });
  }
  if (length !== null)
    calls.push({
      of: "clock_out",
      input: { turn_id: turn, event_id: randomUUID(), at: at(length), note: null, ...who },
    });
  return isDoubled ? calls.flatMap((call) => [call, call]) : calls;
}

/** All queues' calls in the order in which they arrive. */
function arriving(queues: Call[][], order: number[]): Call[] {
  const left = queues.map((queue) => [...queue]);
  const arrived: Call[] = [];
  for (const which of [...order, ...left.flatMap((queue, at) => queue.map(() => at))]) {
    const next = left.at(which % left.length)?.shift();
    if (next !== undefined) arrived.push(next);
  }
  return arrived.concat(...left);
}

/** The length of spans laid over each other, less others, in hours. */
function hoursOf(spans: Span[], without: Span[]): number {
  const edges = [...new Set([...spans, ...without].flat())].toSorted((a, b) => a - b);
  const isIn = (all: Span[], at: number) => all.some(([from, to]) => from <= at && at < to);
  let sum = 0;
  edges.forEach((from, at) => {
    const to = edges[at + 1];
    if (to !== undefined && isIn(spans, from) && !isIn(without, from)) sum += to - from;
  });
  return sum / HOUR;
}

// Spec 5 §6: A stamp is never
test(
  "whatever two phones stamp, late, doubled or wrong: no turns overlap, no hour counts twice, every stamp is kept",
  { timeout: isWhole ? 900_000 : 120_000 },
  async () => {
    const [spring, autumn] = nightsOfChange();
    const starts = {
      now: Date.now() - 41 * HOUR,
      spring: (spring ?? 0) - 20 * HOUR,
      autumn: (autumn ?? 0) - 20 * HOUR,
    };
    await fc.assert(
      fc.asyncProperty(history, async ({ base, phones, order, shift }) => {
        const userId = `vakt-${randomUUID().slice(0, 8)}`;
        await insertRow(server.sql, "project_attendants", { user_id: userId, project_id: SITE });
        const start = starts[base];
        const client = server.client();
        const answers = new Map<string, string>();
        for (const { of, input } of arriving(
          phones.map((one) => callsOf(one, start, userId)),
          order,
        )) {
          // oxlint-disable-next-line no-await-in-loop -- a queue has an order
          const { data, error } = await client.rpc(of, input);
          expect([of, error]).toEqual([of, null]);
          const key = JSON.stringify(input);
          expect([of, answers.get(key) ?? JSON.stringify(data)]).toEqual([of, JSON.stringify(data)]);
          answers.set(key, JSON.stringify(data));
        }
        if (shift !== null)
          await insertRow(server.sql, "shift_registrations", {
            project_id: SITE,
            attendant_user_id: userId,
            start_time: new Date(start + shift[0] * MINUTE).toISOString(),
            end_time: new Date(start + (shift[0] + shift[1]) * MINUTE).toISOString(),
            status: "approved",
            approved: true,
          });

        type Row = { id: string; status: string; from: Date; to: Date | null; shift: string | null };
        const turns = await server.sql<Row[]>`
          select id, status, started_at as from, ended_at as to, shift_registration_id as shift from work_turns where user_id = ${userId}
          -- A turn without an end that does not run is but its start.
          order by started_at, status = 'running', ended_at nulls first`;
        const overlaps = turns.filter(({ to, status }, at) => {
          const next = turns[at + 1];
          return next !== undefined && (to === null ? status === "running" : to > next.from);
        });
        expect(overlaps).toEqual([]);
        const [kept] = await server.sql`
          select count(*)::int as stamps from work_turn_events where by = ${userId} and kind <> 'forgotten'
            -- A start that was told once more as a turn of its own is no stamp.
            and not (kind = 'started' and data = '{}' and exists (select from work_turn_events o where o.kind = 'started'
              and o.data ->> 'turn_id' = work_turn_events.turn_id::text))`;
        expect(kept?.["stamps"]).toBe(answers.size);

        const reviewed = turns.filter(({ to, status }) => to !== null && status === "waiting").map(({ id }) => id);
        if (reviewed.length > 0)
          await client.rpc("review_turns", {
            turn_ids: reviewed,
            event_id: randomUUID(),
            decision: "approve",
            note: null,
            acting_as: "anna01",
          });
        const period = { from: day(start - 48 * HOUR), to: day(Math.min(Date.now(), start + 96 * HOUR) + 24 * HOUR) };
        const { data } = await client.rpc("work_hours", {
          project: SITE,
          kind: "attendant",
          ...period,
          acting_as: userId,
        });
        const rows = (data as { rows: { approved: number; waiting: number }[] }).rows;
        const spans = turns
          .filter((turn) => turn.to !== null && turn.shift === null)
          .map(({ from, to }): Span => [+from, +(to ?? 0)]);
        if (shift !== null) spans.push([start + shift[0] * MINUTE, start + (shift[0] + shift[1]) * MINUTE]);
        const breaks = await server.sql<{ from: Date; to: Date }[]>`
          select b.started_at as from, coalesce(b.ended_at, t.ended_at) as to from work_breaks b join work_turns t on t.id = b.turn_id
          where t.user_id = ${userId} and t.ended_at is not null`;
        const expected = hoursOf(
          spans,
          breaks.map(({ from, to }): Span => [+from, +to]),
        );
        const said = rows.reduce((sum, { approved }) => sum + approved, 0);
        expect(Math.abs(said - expected)).toBeLessThan(0.02);
      }),
      { numRuns: isWhole ? 600 : 40, seed: 20_261_127, examples: [[TOLD_LATE]] },
    );
  },
);
