// How the database answers the calls that `npm run bench -- peers` and `million` measure: by an index, for everybody who may make them.
// `npm test` takes a fifth to a third of the rows: the planner that takes an index there takes it among more.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type Caller, logInAttendant, onDatabase, plansOf } from "#tests/support/database/plans.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** The planner goes by the indexes among fewer rows already; filling takes most of the time. */
const ROWS = isWhole ? 100_000 : 20_000;
const PLATE = "ABC012";

const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };

/** A city's worth of parkings, half of them in the attendant's project; one car parked there twice. */
async function fill(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query("set session_replication_role = replica");
    // Made at once it takes a tenth of what it takes row by row.
    const { rows } = await client.query<{ made: string }>(
      "select pg_get_indexdef('public.parkings_search_idx'::regclass) as made",
    );
    await client.query("drop index public.parkings_search_idx");
    await client.query(
      `insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
       select case when n % 2 = 0 then 'ostra-hamnen' else 'site-' || n % 40 end, 'Volvo V60', 'Röd', 'Storgatan ' || n % 400,
         case when n in (2, 19000) then $2 else 'K' || n end, now(), now() + interval '1 hour', now() - n * interval '1 second'
       from generate_series(1, $1::int) as n`,
      [ROWS, PLATE],
    );
    await client.query(rows[0]?.made ?? "");
    await client.query("vacuum (analyze) public.parkings");
  });
}

const plans = (url: string, caller: Caller, query: string) => plansOf(url, caller, query, ["parkings"]);

describe.each(["specified", "hardened"] as const)("with a city's parkings in %s", (profile) => {
  let database: TestDatabase;
  let caller = VISITOR;
  beforeAll(async () => {
    database = await createTestDatabase({ from: profile === "hardened" ? "hardened" : "seeded" });
    await fill(database.url);
    if (profile === "hardened") caller = await logInAttendant(database.url);
  });
  afterAll(() => database.drop());

  it("the search for a plate in a project goes by the trigrams", async () => {
    const plan = await plans(
      database.url,
      caller,
      `select * from public.search_parkings('${PLATE.toLowerCase()}', 'ostra-hamnen')`,
    );
    expect(plan).toContain("parkings_search_idx");
    expect(plan).toContain("parkings_pkey");
    expect(plan).not.toMatch(/Seq Scan on (public\.)?parkings/);
  });

  it("one parking comes by its key, and the newest 100 come from an index in order", async () => {
    const key = await plans(
      database.url,
      caller,
      `select id, ref_number, end_time from public.parkings where id = '${randomUUID()}'`,
    );
    expect(key).toContain("parkings_pkey");
    const newest = await plans(
      database.url,
      caller,
      "select id, ref_number, end_time from public.parkings where project_id = 'ostra-hamnen' order by created_at desc, id desc limit 100",
    );
    expect(newest).toMatch(/Index Scan using parkings_(project_)?newest_idx/);
    expect(newest).not.toMatch(/Seq Scan on (public\.)?parkings|Sort/);
  });
});
