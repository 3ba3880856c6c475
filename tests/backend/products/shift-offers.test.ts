// The table of an offered place (document 5 §7), asked at random: whoever does what in which order, only its transitions happen, and the
// shift has one holder. `npm test` asks it in `specified`, whose people need no accounts; planned-shifts.test.ts has both profiles.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, boolean, constantFrom, record } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRow } from "#tests/support/rows/rows.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const EMPLOYEES = ["A", "B", "C"] as const;
const ADMIN = "aseadmin";
const STEP = record({
  who: constantFrom(...EMPLOYEES, ADMIN),
  kind: constantFrom("agreed", "agreed", "declined", "withdrawn", "approved", "refused", "begins"),
});
type Step = { who: string; kind: string };
type Offer = { state: string; to: string | null; agreed: string | null };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
  for (const id of EMPLOYEES) await insertRow(server.sql, "ase_employees", { employee_id: id });
});
afterAll(() => server.stop());

async function call(who: string, of: string, input: object): Promise<string> {
  const { data, error } = await server.client().rpc(of, { acting_as: who, ...input });
  return error === null ? (data as { outcome: string }).outcome : error.code;
}

/** The row of the table that a step is, as {outcome, offer after it}; the offer is A's. */
function step(offer: Offer, { who, kind }: Step): { outcome: string; after: Offer } {
  const stays = (outcome: string) => ({ outcome, after: offer });
  const goes = (after: Offer) => ({ outcome: after.state, after });
  if (kind === "approved" || kind === "refused") {
    if (who !== ADMIN) return stays("42501");
    if (offer.state === "agreed") return goes({ ...offer, state: kind === "approved" ? "done" : "refused" });
    return stays(offer.state === (kind === "approved" ? "done" : "refused") ? "unchanged" : "changed");
  }
  if (who === ADMIN) return stays("42501");
  if (kind === "agreed") {
    if (who === "A" || (offer.to !== null && offer.to !== who)) return stays("42501");
    if (offer.state === "open" || offer.state === "proposed") return goes({ ...offer, state: "agreed", agreed: who });
    return stays(["agreed", "done"].includes(offer.state) && offer.agreed === who ? "unchanged" : "changed");
  }
  if (kind === "declined") {
    if (offer.to !== who) return stays("42501");
    if (offer.state === "proposed") return goes({ ...offer, state: "declined" });
    return stays(offer.state === "declined" ? "unchanged" : "changed");
  }
  if (who !== "A" && who !== offer.agreed) return stays("42501");
  if (offer.state === "agreed") return goes({ state: "open", to: null, agreed: null });
  if (offer.state === "open" || offer.state === "proposed") return goes({ ...offer, state: "withdrawn" });
  return stays(offer.state === "withdrawn" ? "unchanged" : "changed");
}

/** Lets the shift begin; the job of every minute does what is due. */
async function begin(shift: string): Promise<[string, string]> {
  await server.sql`update planned_shifts set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour' where id = ${shift}`;
  await server.sql`select private.run_due()`;
  return ["begun", "begun"];
}
const lapsed = (offer: Offer): Offer =>
  ["open", "proposed", "agreed"].includes(offer.state) ? { ...offer, state: "lapsed" } : offer;

/** One press on the offer: what came of it, and what the table says. */
async function press(id: string, offer: Offer, each: Step): Promise<[string, string]> {
  const input = { offer_id: id, event_id: randomUUID(), kind: each.kind, expected: offer.state, reason: "Skäl" };
  return [await call(each.who, "answer_offer", input), step(offer, each).outcome];
}

/** One offer of A, to B alone or to whoever may, through these steps. */
async function play(isToOne: boolean, steps: readonly Step[]): Promise<void> {
  await server.sql`delete from planned_shifts`;
  const [shift, place, id] = [randomUUID(), randomUUID(), randomUUID()];
  await insertRow(server.sql, "planned_shifts", {
    id: shift,
    starts_at: "2099-01-01T07:00Z",
    ends_at: "2099-01-01T15:00Z",
    position: null,
  });
  await call(ADMIN, "assign_place", {
    shift_id: shift,
    place_id: place,
    employee_id: "A",
    expected: null,
    reason: null,
  });
  let offer: Offer = { state: isToOne ? "proposed" : "open", to: isToOne ? "B" : null, agreed: null };
  expect(await call("A", "offer_place", { offer: { id, place_id: place, to_employee_id: offer.to } })).toBe(
    offer.state,
  );
  for (const each of steps) {
    const [outcome, expected] = await (each.kind === "begins" ? begin(shift) : press(id, offer, each));
    expect([each, outcome]).toEqual([each, expected]);
    offer = each.kind === "begins" ? lapsed(offer) : step(offer, each).after;
    const rows = await server.sql`
      select o.state, o.to_employee_id as to, case when o.state in ('agreed', 'done') then o.agreed_by end as agreed,
        (select array_agg(p.employee_id) from shift_places p where p.shift_id = o.shift_id and p.state = 'assigned') as holders
      from shift_offers o where o.id = ${id}`;
    const holder = offer.state === "done" ? offer.agreed : "A";
    const agreed = ["agreed", "done"].includes(offer.state) ? offer.agreed : null;
    expect([...rows]).toEqual([{ state: offer.state, to: offer.to, agreed, holders: [holder] }]);
  }
}

// Spec 5 §7: – | offered (holder of a
// Spec 5 §7: proposed | declined | declined
// Spec 5 §7: agreed | withdrawn (either)
// Spec 5 §7: agreed | approved (admin; at
// Spec 5 §7: agreed | refused, reason (admin)
// Spec 5 §7: open, proposed | withdrawn (who
test(
  "an offered place goes through its table alone, and always has one holder",
  async () => {
    const steps = array(STEP, { minLength: 1, maxLength: 8 });
    await assert(asyncProperty(boolean(), steps, play), { numRuns: isWhole ? 200 : 25 });
  },
  WHOLE_TEST_MS,
);

test("without the admin's word the colleague who agrees has the place at once", async () => {
  await server.sql`update ase_settings set offers_need_admin = false`;
  await server.sql`delete from planned_shifts`;
  const [place, id] = [randomUUID(), randomUUID()];
  const shift = await insertRow(server.sql, "planned_shifts", {
    starts_at: "2099-01-01T07:00Z",
    ends_at: "2099-01-01T15:00Z",
    position: null,
  });
  await call(ADMIN, "assign_place", {
    shift_id: shift,
    place_id: place,
    employee_id: "A",
    expected: null,
    reason: null,
  });
  await call("A", "offer_place", { offer: { id, place_id: place } });
  expect(
    await call("C", "answer_offer", {
      offer_id: id,
      event_id: randomUUID(),
      kind: "agreed",
      expected: "open",
      reason: null,
    }),
  ).toBe("done");
  await server.sql`update ase_settings set offers_need_admin = true`;
});
