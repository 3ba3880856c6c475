// The demo rows of cases: a company at work, whose every state is explained by its events and whose money adds up.
import { expect, test } from "vitest";
import { CASE_STATUSES } from "#contract/cases.ts";
import { createTestDatabase } from "#tests/support/database.ts";

test("there are 60 fines in all states, 8 permits and 300 checks, and they hold together", async () => {
  const database = await createTestDatabase({ from: "seeded" });
  try {
    const { sql } = database;
    const [counts] = await sql`
      select (select count(*)::int from fines) as fines, (select count(*)::int from permits) as permits,
        (select count(*)::int from plate_checks) as checks, (select array_agg(distinct status) from fines) as statuses`;
    expect(counts).toMatchObject({ fines: 60, permits: 8, checks: 300 });
    expect(new Set(counts?.["statuses"] as string[])).toEqual(new Set(CASE_STATUSES));
    const wrong = await sql`
      select f.case_number from fines f
      cross join lateral (select e.id, e.status_after from fine_events e where e.fine_id = f.id order by e.number desc limit 1) last
      where f.last_event <> last.id or f.status <> last.status_after or f.fee <> private.fee_of(f)
        or f.paid_ore <> (select coalesce(sum(p.amount_ore), 0) from payments p where p.fine_id = f.id)
        or (f.status = 'paid') <> (f.left_ore <= 0 and f.status not in ('withdrawn', 'written_off'))
        or exists (select from fine_events e where e.fine_id = f.id and e.at > now())
        or f.case_number <> left(f.case_number, 7) || private.luhn_digit(left(f.case_number, 7))
        or not exists (select from private.case_numbers n where n.case_number = f.case_number and n.used_at is not null)`;
    expect(wrong).toEqual([]);
    const [lists] = await sql`
      select count(*) filter (where needs_review)::int as review, count(*) filter (where left_ore < 0)::int as refund,
        count(*) filter (where status = 'disputed')::int as disputed from fines`;
    expect(lists).toMatchObject({ review: 2, refund: 1 });
    expect(Number(lists?.["disputed"])).toBeGreaterThan(2);
  } finally {
    await database.drop();
  }
});
