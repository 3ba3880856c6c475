// The overview of a site (document 4 §5): figures and sums are what the rows add up to, whatever happened to them, and for its admins alone.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { type Actor, actorOf, type Json, makeActor, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import type { SiteStatistics } from "#data/site_statistics/queries.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const today = () => toDateValue(new Date());

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
const add = (sums: Map<string, number>, ...key: string[]) =>
  sums.set(JSON.stringify(key), (sums.get(JSON.stringify(key)) ?? 0) + 1);
const rows = (sums: Map<string, number>) => [...sums].map(([key, count]) => [...(JSON.parse(key) as string[]), count]);
/** The times of a parking, in hours before now. */
const span = (from: number, to: number) => ({ project_id: SITE, start_time: ago(from), end_time: ago(to) });

type Overview = { days: unknown[]; totals: unknown[]; figures: Json; violations: Json };

/** An erased reply stays counted by its template, whose words its row has no more. */
function withoutTemplates(totals: readonly (readonly unknown[])[]): unknown[][] {
  const replies = new Map<string, number>();
  for (const [, key, count] of totals.filter(([name]) => name === "templates")) {
    const decision = String(key).split(":")[0] ?? "";
    replies.set(decision, (replies.get(decision) ?? 0) + Number(count));
  }
  return [...totals.filter(([part]) => part !== "templates").map((total) => [...total]), ...replies];
}

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  // An evening of UTC is the next day of the company in summer.
  const PERIOD = { first: addDays(today(), -60), last: addDays(today(), 2) };
  const ask = (who = admin, more: Json = {}) => who.call("site_overview", { project: SITE, ...PERIOD, ...more });
  const told = async () => (await ask()) as unknown as Overview;

  /** A fine of so many hours ago. */
  async function oldFine(hours: number, more: Json = {}): Promise<Json & { id: string }> {
    const issued_at = ago(hours);
    const plate = `T${randomUUID().slice(0, 7)}`;
    const id = await insertRow(server.sql, "fines", {
      last_event: randomUUID(),
      project_id: SITE,
      plate,
      issued_at,
      observed_from: issued_at,
      ...more,
    });
    return { id, plate };
  }

  /** The same sums from the rows as they are, by a way of their own. */
  async function counted(): Promise<Pick<Overview, "days" | "totals">> {
    const { sql } = server;
    const fines = await sql<{ id: string; issued_at: Date; status: string; violation_id: string | null }[]>`
      select id, issued_at, status, violation_id from fines where project_id = ${SITE}`;
    const payments = await sql<{ fine_id: string; value_date: string }[]>`
      select fine_id, value_date::text from payments where amount_ore > 0 and fine_id is not null`;
    const objections = await sql<{ received_at: Date; decision: string | null }[]>`
      select received_at, decision from objections where project_id = ${SITE}`;
    const parkings = await sql<{ created_at: Date }[]>`select created_at from parkings where project_id = ${SITE}`;
    const days = new Map<string, number>();
    const totals = new Map<string, number>();
    for (const fine of fines) {
      const day = toDateValue(fine.issued_at);
      add(days, day, "fines", fine.status);
      add(totals, "violations", fine.violation_id ?? "other");
      const latest = payments
        .filter(({ fine_id }) => fine_id === fine.id)
        .map(({ value_date }) => value_date)
        .toSorted()
        .at(-1);
      if (fine.status === "withdrawn" || fine.status === "written_off") continue;
      const paid = fine.status === "paid" && latest !== undefined;
      add(days, day, "payments", !paid ? "not" : latest <= addDays(day, 30) ? "within" : "later");
    }
    for (const { received_at, decision } of objections)
      add(days, toDateValue(received_at), "objections", decision ?? "open");
    for (const { created_at } of parkings) {
      const hour = new Intl.DateTimeFormat("sv-SE", { hour: "numeric", timeZone: "Europe/Stockholm" });
      add(totals, "parkings", String(Number(hour.format(created_at))));
    }
    return { days: rows(days), totals: rows(totals) };
  }

  async function expectSame(): Promise<void> {
    const [answer, now] = [await told(), await counted()];
    expect(sorted(answer.days)).toEqual(sorted(now.days));
    expect(sorted(answer.totals)).toEqual(sorted(now.totals));
  }

  /** The statistics of the same days by one query of their rows, without any kept sum. */
  async function countedStatistics(): Promise<Record<"weeks" | "totals", unknown[][]>> {
    const [answer] = await server.sql<{ weeks: unknown[][]; totals: unknown[][] }[]>`
      with days as (
        select date_trunc('week', c.day)::date as week, c.* from private.count_days(${SITE}, private.site_of(${SITE}),
          date_trunc('week', ${PERIOD.first}::date)::date, date_trunc('week', ${PERIOD.last}::date)::date + 6) c
      ), weeks as (
        select week, part, key, sum(count) as count, sum(ore) as ore from days where part in ('money', 'payments', 'objections') group by 1, 2, 3
        union all select week, 'issued', '', sum(count), sum(ore) from days where part = 'violations' group by 1
      ), totals as (
        select part, key, sum(count) as count, sum(ore) as ore from days where part in ('violations', 'places', 'hours', 'templates') group by 1, 2
      )
      select (select json_agg(json_build_array(week, part, key, count, ore)) from weeks) as weeks,
        (select json_agg(json_build_array(part, key, count, ore)) from totals) as totals`;
    return answer ?? { weeks: [], totals: [] };
  }

  async function expectSameStatistics(): Promise<void> {
    const kept = (await admin.call("site_statistics", { project: SITE, ...PERIOD })) as unknown as SiteStatistics;
    const now = await countedStatistics();
    expect(sorted(kept.weeks)).toEqual(sorted(now.weeks));
    expect(sorted(withoutTemplates(kept.totals))).toEqual(sorted(withoutTemplates(now.totals)));
  }

  const EVENTS: Record<string, (fine: Json, day: string) => Promise<unknown>> = {
    pay: (fine, day) => admin.record(fine, "payment", { data: { amount_ore: 70_000, value_date: day } }),
    undo: (fine) => admin.record(fine, "payment_undone", { data: { amount_ore: 70_000 } }),
    withdraw: (fine) => admin.record(fine, "withdrawn", { data: { ground: "skyltning" } }),
    reopen: (fine, day) => admin.record(fine, "reopened", { note: "Fel", data: { due_date: addDays(day, 999) } }),
    object: (fine, day) =>
      admin.record(fine, "objected", { note: "Nej.", data: { received_at: `${day}T22:30:00Z`, name: "Åsa" } }),
    accept: (fine) => admin.record(fine, "objection_accepted", { note: "Ja." }),
    reject: (fine, day) =>
      admin.record(fine, "objection_rejected", { note: "Nej.", data: { due_date: addDays(day, 999) } }),
    writeOff: (fine) => admin.record(fine, "written_off", { note: "Litet" }),
    removeParking: () => server.sql`delete from parkings where id in (select id from parkings order by id limit 1)`,
    addParking: (_fine, day) => insertRow(server.sql, "parkings", { project_id: SITE, created_at: `${day}T22:30:00Z` }),
    // None is issued tonight already.
    issue: (_fine, day) => oldFine(Math.max(0, (Date.now() - Date.parse(`${day}T23:30:00Z`)) / HOUR_MS)),
    move: (fine, day) =>
      server.sql`update fines set issued_at = ${`${day}T10:00:00Z`} where id = ${String(fine["id"])}`,
    refund: (fine, day) => admin.record(fine, "refunded", { data: { amount_ore: 10_000, value_date: day } }),
    erase: (fine) => {
      const asked = { asked_by: "Åsa Berg", verified: "Legitimation", dry_run: false };
      return admin.call("erase_plate", { project: SITE, plate: fine["plate"], ...asked });
    },
    leave: (fine) =>
      server.sql`update fines set project_id = ${OTHER_SITE} where id = ${String(fine["id"])} and project_id = ${SITE}`,
    come: (fine) =>
      server.sql`update fines set project_id = ${SITE} where id = ${String(fine["id"])} and project_id = ${OTHER_SITE}`,
    look: async () => {
      await expectSame();
      await expectSameStatistics();
    },
  };
  const event = fc.record({
    kind: fc.constantFrom(...Object.keys(EVENTS)),
    fine: fc.nat(7),
    daysAgo: fc.nat(50),
  });

  // Spec rules §6: A chart comes
  test("the sums of days are what their rows add up to, after whatever happened to them", async () => {
    const violation = await insertRow(server.sql, "violations", { project_id: SITE, text: "Parkerat på gångbana" });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 30 }), async (events) => {
        const fines = await Promise.all(
          [0, 1, 13, 30, 49, 200, 800, 1100].map((hours) =>
            oldFine(hours, hours % 2 === 0 ? { violation_id: violation } : {}),
          ),
        );
        for (const { kind, fine, daysAgo } of events)
          await EVENTS[kind]?.(fines[fine] ?? {}, addDays(today(), -daysAgo));
        await EVENTS["look"]?.({}, today());
      }),
      { numRuns: isWhole ? 30 : 4 },
    );
    // The figures are read from sums, and not counted at each call.
    const [kept] = await server.sql<{ count: number }[]>`select count(*)::int from private.day_sums`;
    expect(kept?.count).toBeGreaterThan(10);
    await server.sql`update private.day_sums set count = count + 1`;
    const [answer, now] = [await told(), await counted()];
    expect(sorted(answer.totals)).not.toEqual(sorted(now.totals));
    await server.sql`update private.day_sums set count = count - 1`;
  });

  // Spec 4 §5: Översikt: figures …
  // Spec 4 §5: Customer admin, beside
  test("the figures are of now: what runs, what is unpaid in öre, and how old the oldest objection is", async () => {
    const { sql } = server;
    await sql`update site_settings set small_balance = 0`;
    const before = (await told()).figures as Record<string, number>;
    const received = new Date(Date.now() - 90 * 24 * HOUR_MS);
    const [unpaid, disputed] = [await oldFine(1), await oldFine(2)];
    await admin.record(unpaid, "payment", { data: { amount_ore: 1, value_date: today() } });
    await admin.record(disputed, "objected", { note: "Nej.", data: { received_at: received.toISOString() } });
    for (const row of [span(1, -1), span(3, 2), span(-1, -2), { ...span(1, -1), active: false }])
      await insertRow(sql, "parkings", row);
    await insertRow(sql, "shift_registrations", { project_id: SITE });
    const now = (await told()).figures as Record<string, number>;
    const more = (name: string) => (now[name] ?? 0) - (before[name] ?? 0);
    expect([more("running"), more("unpaid"), more("unpaid_ore"), more("objections"), more("shifts")]).toEqual([
      1, 1, 69_999, 1, 1,
    ]);
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int from fines where project_id = ${SITE} and private.day_of(issued_at) = private.day_of(now())`;
    expect(now["fines_today"]).toBe(count);
    expect(Date.parse(String(now["oldest_objection"]))).toBe(received.getTime());
  });

  // Spec rules §6: A chart comes
  test("a period ends and begins with its days, and one that nobody can ask for is refused", async () => {
    const day = addDays(today(), -20);
    const one = (await ask(admin, { first: day, last: day })) as unknown as Overview;
    expect(one.days).toEqual((await told()).days.filter((row) => (row as unknown[])[0] === day));
    for (const period of [{ first: null }, { last: null }, { first: today(), last: day }, { first: "2001-01-01" }])
      expect(said(await ask(admin, period))).toBe("PK008 first");
  });

  // Spec rules §6: Sums and counts
  test("nobody but the site's admins is told anything, sums and counts alike", async () => {
    const stranger = await makeActor(server, profile, { kind: "admin", userId: "admin09", project: OTHER_SITE });
    const days = { today: today(), expires_before: "2025-01-01T00:00:00Z" };
    const counts = async (who: Actor) => (await who.client.rpc("count_cases", { project: SITE, ...days })).error?.code;
    expect(said(await ask(attendant))).toBe("42501 null");
    expect(said(await ask(stranger))).toBe("42501 null");
    expect(await counts(admin)).toBeUndefined();
    if (profile === "specified") return;
    const removed = await makePerson(server, { kind: "admin", project: SITE, userId: "admin08" });
    const gone = actorOf(server.client({ accessToken: removed.token }), "admin08");
    expect(said(await ask(gone))).toBe("told");
    await server.sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = 'admin08')`;
    for (const who of [gone, actorOf(server.client(), "admin01"), stranger, attendant]) {
      expect(said(await ask(who))).toBe("42501 null");
      expect(await counts(who)).toBe("42501");
    }
  });

  // Spec rules §6: A chart comes
  test("a site that gets another code keeps its sums, and one that gets its old code has none of them", async () => {
    const before = await told();
    await server.sql`update main_page_sites set path = 'ny-hamn' where path = ${SITE}`;
    try {
      if (profile === "specified")
        await insertRow(server.sql, "admin_accounts", { user_id: "admin01", project_id: "ny-hamn" }).catch(
          () => undefined,
        );
      const moved = (await ask(admin, { project: "ny-hamn" })) as unknown as Overview;
      expect(moved.days).toEqual(before.days);
      expect(moved.totals).toEqual(before.totals);
    } finally {
      await server.sql`update main_page_sites set path = ${SITE} where path = 'ny-hamn'`;
    }
  });
});
