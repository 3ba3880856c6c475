// The ambulance's plan as its screens read it, when more shifts are planned than a list has: a service of sixty people plans 200 in ten days.
import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Acting } from "#data/acting.ts";
import { plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { askedBy } from "#data/use-query.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const HOUR_MS = 3_600_000;
let server: TestServer;
const acting: Acting = { login: "account", client: () => Promise.resolve(server.client()) };
/** Ids of shifts by what waits on them, and of one that goes on. */
const shifts = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const { sql } = server;
  const own = await insertRow(sql, "ase_employees", { employee_id: "A" });
  const other = await insertRow(sql, "ase_employees", { employee_id: "B" });
  await sql`insert into planned_shifts (starts_at, ends_at, published_at)
    select now() + n * interval '1 hour', now() + n * interval '1 hour' + interval '8 hours', now() from generate_series(1, 210) n`;
  const later = async (name: string, hours = 400) => {
    const at = (length: number) => new Date(Date.now() + (hours + length) * HOUR_MS);
    const id = await insertRow(sql, "planned_shifts", { starts_at: at(0), ends_at: at(8), published_at: at(-900) });
    shifts.set(name, id);
    return id;
  };
  const place = (shift_id: string, person_id: string, employee_id: string, state: string, confirmed_at: Date | null) =>
    insertRow(sql, "shift_places", { shift_id, person_id, employee_id, state, confirmed_at });
  await later("empty");
  await place(await later("own"), own, "A", "assigned", new Date());
  await place(await later("asked"), other, "B", "asked", new Date());
  await place(await later("moved"), other, "B", "assigned", null);
  const given = await later("given");
  const given_place = await place(given, other, "B", "assigned", new Date());
  const offer = { shift_id: given, place_id: given_place, person_id: other, employee_id: "B" };
  await insertRow(sql, "shift_offers", { ...offer, state: "agreed", agreed_person_id: own, agreed_by: "A" });
  const proposed = await later("proposed");
  const held = await place(proposed, other, "B", "assigned", new Date());
  const to = { shift_id: proposed, place_id: held, state: "proposed", to_person_id: own, to_employee_id: "A" };
  await insertRow(sql, "shift_offers", { person_id: other, employee_id: "B", ...to });
  await place(await later("over", -20), own, "A", "assigned", new Date());
  await place(await later("running", -1), own, "A", "assigned", new Date());
});
afterAll(() => server.stop());

const named = (rows: readonly { id: string }[]) =>
  [...shifts].filter(([, id]) => rows.some((row) => row.id === id)).map(([name]) => name);

// Spec 5 §7: Tabs Today, Schedule (week
test("an employee reads own shifts and offers further ahead than the list", async () => {
  const rows = await new QueryClient().fetchQuery(askedBy(acting, plannedShiftQueries.ahead("A")));
  expect(named(rows)).toEqual(["own", "proposed", "running"]);
  expect(rows).toHaveLength(202);
});

// Spec 5 §7: /ASE/admin-dashboard: beside the employee table
test("the admin reads what waits further ahead than the list", async () => {
  expect(named(await new QueryClient().fetchQuery(askedBy(acting, plannedShiftQueries.ahead(null))))).toEqual([
    "asked",
    "moved",
    "given",
    "running",
  ]);
});

test("the list of who is missing has the shifts that go on", async () => {
  expect(named(await new QueryClient().fetchQuery(askedBy(acting, plannedShiftQueries.now())))).toEqual(["running"]);
});
