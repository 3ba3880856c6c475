// The statistics of a site: kronor and counts by week are what the ledger, the overview and the rows add up to, without a name, and for its
// admins alone.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { SiteStatistics } from "#data/site_statistics/queries.ts";
import { readMigrations } from "#server/database/migrations/project-files.ts";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { type Actor, actorOf, type Json, makeActor, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const today = () => toDateValue(new Date());
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The Monday of a day's week, by a way of its own. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

const period = () => ({ first: addDays(mondayOf(today()), -7 * 51), last: addDays(mondayOf(today()), 6) });

/** The öre of a part of all weeks. */
const oreOf = ({ weeks }: SiteStatistics, part: string, key: string) =>
  sum(weeks.filter((week) => week[1] === part && week[2] === key).map((week) => week[4]));
const week = ({ weeks }: SiteStatistics, monday: string, part: string, key = "") =>
  weeks.find((each) => each[0] === monday && each[1] === part && each[2] === key)?.slice(3);
const inHour = (of: SiteStatistics, key: string) =>
  of.totals.find(([part, name]) => part === "hours" && name === key)?.[2] ?? 0;

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    await server.sql`update site_settings set small_balance = 0`;
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  const ask = (who = admin, more: Json = {}) => who.call("site_statistics", { project: SITE, ...period(), ...more });
  const told = async (more: Json = {}) => (await ask(admin, more)) as unknown as SiteStatistics;

  /** A fine that was issued at a moment. */
  async function fineAt(issued_at: string, more: Json = {}): Promise<Json & { id: string; amount: number }> {
    const place = { project_id: SITE, issued_at, observed_from: issued_at, last_event: randomUUID() };
    const row = { issued_by: "vakt01", amount: 700, street: "Hamngatan 7", due_date: addDays(today(), 10), ...more };
    const id = await insertRow(server.sql, "fines", { ...place, ...row });
    const by = { by_kind: "attendant", by_id: row.issued_by, kind: "issued", status_after: "issued" };
    await insertRow(server.sql, "fine_events", { project_id: SITE, fine_id: id, number: 1, ...by });
    return { ...row, id };
  }
  const pay = (fine: Json, ore: number, value_date: string) =>
    admin.record(fine, "payment", { data: { amount_ore: ore, value_date } });

  /** Checks that the statistics equal the ledger, the overview and the rows. */
  async function expectEqualSums(): Promise<void> {
    const statistics = await told();
    const { data } = await admin.client.rpc("sum_payments", { project: SITE });
    const refunded = oreOf(statistics, "money", "refunded");
    expect(oreOf(statistics, "money", "paid") + refunded).toBe((data as Record<string, number>)["placed_ore"]);
    const overview = (await admin.call("site_overview", { project: SITE, ...period() })) as unknown as {
      figures: Record<string, number>;
      days: [string, string, string, number][];
      totals: [string, string, number][];
    };
    expect(sum(statistics.left.map(([, , ore]) => ore))).toBe(overview.figures["unpaid_ore"]);
    expect(sum(statistics.left.map(([, cases]) => cases))).toBe(overview.figures["unpaid"]);
    const [rows] = await server.sql<{ fines: number; ore: number; refunded: number }[]>`
      select count(*)::int as fines, (sum(amount) * 100)::int as ore,
        (select coalesce(sum((data ->> 'amount_ore')::int), 0)::int from fine_events where kind = 'refunded') as refunded
      from fines where project_id = ${SITE}`;
    expect(refunded).toBe(rows?.refunded);
    expect(oreOf(statistics, "issued", "")).toBe(rows?.ore);
    for (const part of ["violations", "places", "hours"]) {
      const totals = statistics.totals.filter((total) => total[0] === part);
      expect([part, sum(totals.map((total) => total[2])), sum(totals.map((total) => total[3]))]).toEqual([
        part,
        rows?.fines,
        rows?.ore,
      ]);
    }
    for (const part of ["payments", "objections"]) {
      const weeks = statistics.weeks.filter((each) => each[1] === part);
      const days = overview.days.filter((each) => each[1] === part);
      const sums = (of: readonly (readonly [unknown, unknown, string, number, ...unknown[]])[]) =>
        Object.fromEntries(
          [...new Set(of.map((each) => each[2]))].map((key) => [
            key,
            sum(of.filter((each) => each[2] === key).map((each) => each[3])),
          ]),
        );
      expect([part, sums(weeks)]).toEqual([part, sums(days)]);
    }
  }

  // Spec rules §6: Statistics equal
  test("money by week is what the ledger has, on the day of the bank, also after it is taken back, repaid or late", async () => {
    const [old, older] = [addDays(today(), -20), addDays(today(), -90)];
    const paid = await fineAt(`${older}T10:00:00Z`);
    const twice = await fineAt(`${older}T11:00:00Z`, { amount: 900, due_date: addDays(today(), -40) });
    const unpaid = await fineAt(`${old}T12:00:00Z`, { due_date: addDays(today(), -5) });
    await expectEqualSums();
    // The sums of both days are kept already: each change of them is found again.
    await pay(paid, 70_000, addDays(older, 3));
    await pay(twice, 100_000, old);
    await pay(unpaid, 5_000, old);
    await expectEqualSums();
    const statistics = await told();
    expect(week(statistics, mondayOf(addDays(older, 3)), "money", "paid")).toEqual([1, 70_000]);
    expect(week(statistics, mondayOf(old), "money", "paid")).toEqual([2, 105_000]);
    expect(statistics.left).toEqual([["month", 1, 65_000]]);
    await admin.record(twice, "refunded", { data: { amount_ore: 10_000, value_date: addDays(old, 1) } });
    await admin.record(unpaid, "payment_undone", { data: { amount_ore: 5_000, value_date: old } });
    await expectEqualSums();
    expect(oreOf(await told(), "money", "refunded")).toBe(-10_000);
    expect(oreOf(await told(), "money", "paid")).toBe(170_000);
    await admin.record(unpaid, "withdrawn", { data: { ground: "skyltning" } });
    await expectEqualSums();
    expect((await told()).left).toEqual([]);
  });

  // Spec rules §6: Statistics equal
  test("a week begins on Monday where the company is, and an hour is of the week there", async () => {
    const monday = addDays(mondayOf(today()), -7 * 20);
    const [site] = await server.sql<{ before: string; after: string }[]>`
      select (private.start_of(${monday}) - interval '30 minutes')::text as before, (private.start_of(${monday}) + interval '30 minutes')::text as after`;
    const earlier = await told();
    await fineAt(site?.before ?? "", { street: "Nya kajen 12 B", amount: 300 });
    await fineAt(site?.after ?? "", { street: "Nya kajen", amount: 400 });
    const statistics = await told();
    expect(week(statistics, addDays(monday, -7), "issued")).toEqual([1, 30_000]);
    expect(week(statistics, monday, "issued")).toEqual([1, 40_000]);
    // Sunday 23 and Monday 00.
    expect([
      inHour(statistics, "167") - inHour(earlier, "167"),
      inHour(statistics, "0") - inHour(earlier, "0"),
    ]).toEqual([1, 1]);
    expect(statistics.totals).toContainEqual(["places", "Nya kajen", 2, 70_000]);
    // A period holds whole weeks: half a week would be read as a week.
    const days = await told({ first: addDays(monday, 2), last: addDays(monday, 3) });
    expect(days).toEqual(await told({ first: monday, last: addDays(monday, 6) }));
    expect(days.totals).toContainEqual(["places", "Nya kajen", 1, 40_000]);
    await expectEqualSums();
  });

  // Spec rules §6: Statistics equal
  test("a reply is counted by its template as long as its text is the template's, and nothing says who wrote it", async () => {
    const [template] = await server.sql<{ id: string; text: string; kind: string }[]>`
      select id, text, kind from reply_templates where project_id = ${SITE} and kind = 'rejected' order by sort_order limit 1`;
    const filled = (template?.text ?? "").replaceAll(/\{[^}]*\}/g, "det 50 % av_allt");
    const replies = [filled, filled.replace("Hej!", "Hej du!"), "Nej."];
    for (const [at, note] of replies.entries()) {
      const fine = await fineAt(`${addDays(today(), -30)}T0${at + 1}:00:00Z`);
      const received_at = `${addDays(today(), -29)}T10:00:00Z`;
      await admin.record(fine, "objected", { note: "Nej.", data: { received_at, name: "Åsa" } });
      const due_date = addDays(today(), 30);
      expect(said(await admin.record(fine, "objection_rejected", { note, data: { due_date } }))).toBe("recorded");
    }
    const { totals, templates } = await told();
    const counted = totals.filter(([part]) => part === "templates").map(([, key, count]) => [key, count]);
    expect(counted).toEqual([
      ["rejected:own", 2],
      [`rejected:${template?.id}`, 1],
    ]);
    expect(Object.keys(templates)).toEqual([template?.id]);
    // A template that is edited later counts the replies of its earlier text still, also when their day is counted anew.
    await server.sql`update reply_templates set text = 'Hej! Nytt svar.' where id = ${template?.id ?? ""}`;
    await server.sql`truncate private.day_sums, private.week_sums, private.summed_places`;
    expect(
      (await told()).totals.filter(([part]) => part === "templates").map(([, key, count]) => [key, count]),
    ).toEqual(counted);
    await expectEqualSums();
    expect(JSON.stringify(await told())).not.toMatch(/vakt|admin0|Åsa/);
  });

  // Spec rules §6: Statistics equal
  test("an upgrade fills the weeks of what was kept by day alone", async () => {
    const before = await told();
    await server.sql`delete from private.week_sums where part not in ('places', 'hours')`;
    expect((await told()).weeks).not.toEqual(before.weeks);
    const { sql: upgrade } = readMigrations().find(({ name }) => name === "statistics_by_week") ?? { sql: "" };
    const fill = splitStatements(upgrade).find((statement) => /^insert into private.week_sums/m.test(statement));
    await server.sql.unsafe(fill ?? "");
    expect(await told()).toEqual(before);
  });

  // Spec rules §6: Statistics equal
  test("the statistics go to the site's admins alone, for at most three years", async () => {
    const stranger = await makeActor(server, profile, { kind: "admin", userId: "admin09", project: OTHER_SITE });
    expect(said(await ask())).toBe("told");
    expect(said(await ask(attendant))).toBe("42501 null");
    expect(said(await ask(stranger))).toBe("42501 null");
    for (const wrong of [{ first: null }, { first: today(), last: addDays(today(), -1) }, { first: "2001-01-01" }])
      expect(said(await ask(admin, wrong))).toBe("PK008 first");
    if (profile === "specified") return;
    const removed = await makePerson(server, { kind: "admin", project: SITE, userId: "admin08" });
    const gone = actorOf(server.client({ accessToken: removed.token }), "admin08");
    expect(said(await ask(gone))).toBe("told");
    await server.sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = 'admin08')`;
    for (const who of [gone, actorOf(server.client(), "admin01")]) expect(said(await ask(who))).toBe("42501 null");
  });
});
