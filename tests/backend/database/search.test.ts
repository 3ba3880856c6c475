// The search and the lists of parkings, with a city's worth of rows.
// `npm test` takes a fifth to a third of the rows: the planner that takes an index there takes it among more.
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** The planner goes by the indexes among fewer rows already. */
const ROWS = isWhole ? 100_000 : 32_000;
/** This number divides the thousand plates, so that each plate stands in one project, as in life. */
const PROJECTS = isWhole ? 50 : 10;
const PROJECT_OF_AAA777 = `project-${777 % PROJECTS}`;

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
  await sql.begin(async (transaction) => {
    // No rows of the trail and no live changes for a city that is only searched in.
    await transaction`set local session_replication_role = replica`;
    // Made at once it takes a tenth of what it takes row by row.
    const [index] = await transaction<{ made: string }[]>`
      select pg_get_indexdef('public.parkings_search_idx'::regclass) as made`;
    await transaction`drop index public.parkings_search_idx`;
    await transaction`
      insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
      select 'project-' || n % ${PROJECTS}::int, (array['Volvo V60', 'Saab 9-5', 'Kia Niro'])[1 + n % 3], (array['Röd', 'Blå'])[1 + n % 2],
        'Storgatan ' || n % 400, 'AAA' || n % 1000, now(), now() + interval '1 hour', now() - n * interval '1 second'
      from generate_series(1, ${ROWS}::int) as n`;
    await transaction.unsafe(index?.made ?? "");
  });
  await insertRow(sql, "parkings", { street: "ÅKERGRÄND 4", ref_number: "STREET1", project_id: "a" });
  await insertRow(sql, "parkings", {
    street: "Kajen 1",
    ref_number: "OMB 77",
    car_model: "100% El_bil",
    discord_username: "Çelik\\x",
    project_id: "b",
  });
  await sql`analyze public.parkings`;
});
afterAll(() => database.drop());

const search = async (query: string, project: string | null = null): Promise<string[]> => {
  const rows = await sql<{ plate: string }[]>`
    select ref_number as plate from public.search_parkings(${query}, ${project}) limit 3`;
  return rows.map((row) => row.plate);
};

const countOnPage = async (size: number): Promise<number> =>
  (await sql`select id from public.search_parkings('volvo', page_size => ${size})`).length;

// Spec 1 §5: Parking search: case-insensitive
describe("search_parkings finds", () => {
  // Spec 4 §2: Two ways of
  // Spec 4 §2: plate_key: capitals, and
  // Spec 4 §2: The search of
  it.each([
    ["åkergränd 4", "STREET1"],
    ["ÅkerGränd 4", "STREET1"],
    ["  street1  ", "STREET1"],
    ["omb 77", "OMB 77"],
    ["100%", "OMB 77"],
    ["el_bil", "OMB 77"],
    ["çelik\\x", "OMB 77"],
    // A plate in other ways of writing, and parts of it.
    ["omb77", "OMB 77"],
    ["OMB-77", "OMB 77"],
    ["mb–7", "OMB 77"],
    ["\u00A0OMB\u00A077 ", "OMB 77"],
    ["street-1", "STREET1"],
    ["a\u030Akergränd 4", "STREET1"],
  ])("%s", async (query, plate) => {
    expect(await search(query)).toEqual([plate]);
  });

  it.each(["akergrand", "1%0", "elxbil", "100_", "street1 volvo", "el_bil röd", "omb%77", "kajen1"])(
    "nothing for %s",
    async (query) => {
      expect(await search(query)).toEqual([]);
    },
  );

  it("in the project that was asked for only", async () => {
    expect(await search("åkergränd", "a")).toEqual(["STREET1"]);
    expect(await search("åkergränd", "b")).toEqual([]);
  });

  it("every hit once, newest first, page after page", async () => {
    const [expected] = await sql<{ ids: string[] }[]>`
      select array_agg(id::text order by created_at desc, id desc) as ids
      from public.parkings where project_id = 'project-7' and car_model = 'Saab 9-5'`;
    const found: string[] = [];
    let last: { id: string; at: string } | undefined;
    do {
      const page: { id: string; at: string }[] = await sql`
        select id::text, created_at::text as at
        from public.search_parkings('saab', 'project-7', ${last?.at ?? null}, ${last?.id ?? null}, 150)`;
      found.push(...page.map((row) => row.id));
      last = page.at(-1);
    } while (last);
    expect(found.length).toBeGreaterThan(600);
    expect(found).toEqual(expected?.ids);
  });

  it("every parking of a whole plate, newest first, page after page, in its project, and no receipt", async () => {
    const [expected] = await sql<{ ids: string[] }[]>`
      select array_agg(id::text order by created_at desc, id desc) as ids from public.parkings where ref_number = 'AAA777'`;
    expect(expected?.ids.length).toBe(ROWS / 1000);
    const [newest = "", ...others] = expected?.ids ?? [];
    await sql`update public.parkings set receipt_hash = ${"a".repeat(64)} where id = ${newest}`;
    const page = (at: string | null, id: string | null, size: number) => sql<{ id: string; at: string; hash: null }[]>`
      select id::text, created_at::text as at, receipt_hash as hash
      from public.search_parkings(' aaa777', ${PROJECT_OF_AAA777}, ${at}, ${id}, ${size})`;
    const [first] = await page(null, null, 1);
    expect(first).toMatchObject({ id: newest, hash: null });
    expect((await page(first?.at ?? null, newest, 1000)).map(({ id }) => id)).toEqual(others);
    expect(await search("AAA777", "project-1")).toEqual([]);
    expect(await search("aaa 777")).toEqual(["AAA777", "AAA777", "AAA777"]);
  });

  it("the newest of a word that is written like a plate and stands in more parkings than are fetched for one", async () => {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
        select 'bmw-' || n % 2, 'BMW320', 'Röd', 'Gatan', 'B' || n, now(), now() + interval '1 hour', now() - n * interval '1 second'
        from generate_series(1, 2100) as n`;
    });
    expect(await search("bmw 320", "bmw-1")).toEqual([]);
    expect(await search("bmw320", "bmw-1")).toEqual(["B1", "B3", "B5"]);
    expect(await search("BMW320")).toEqual(["B1", "B2", "B3"]);
    const [page] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from public.search_parkings('bmw320', page_size => 1000)`;
    expect(page?.rows).toBe(1000);
    await sql`delete from public.parkings where project_id like 'bmw-%'`;
  });

  it("at most the page that was asked for, at least one row and at most a thousand", async () => {
    expect(await countOnPage(20)).toBe(20);
    expect(await countOnPage(0)).toBe(1);
    expect(await countOnPage(5000)).toBe(1000);
  });
});

/** The plans of all statements that `query` runs, those inside functions too. */
async function plans(query: string): Promise<string> {
  const notices: string[] = [];
  const watcher = postgres(database.url, { max: 1, onnotice: (notice) => notices.push(notice.message ?? "") });
  try {
    await watcher.unsafe(`
      load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set client_min_messages = log; ${query}`);
    return notices.filter((notice) => notice.includes("parkings")).join("\n");
  } finally {
    await watcher.end();
  }
}

describe("with a city's rows", () => {
  it.each(["åkergränd", "finns inte", "volvo", "storgatan 399"])("the search for %s walks an index", async (query) => {
    const plan = await plans(`select * from public.search_parkings('${query}')`);
    expect(plan).toMatch(/Index Scan/);
    expect(plan).not.toMatch(/Seq Scan on (public\.)?parkings/);
  });

  it("a rare word goes by the trigrams, a common one by the date", async () => {
    expect(await plans("select * from public.search_parkings('åkergränd')")).toContain("parkings_search_idx");
    expect(await plans("select * from public.search_parkings('volvo')")).toContain("parkings_newest_idx");
  });

  // Spec 1 §7: select all ordered
  it.each([
    [
      "select id, ref_number, end_time from public.parkings order by created_at desc, id desc limit 100",
      "parkings_newest_idx",
    ],
    ["select id, ref_number, end_time from public.parkings order by created_at desc limit 100", "parkings_newest_idx"],
    [
      "select id, ref_number, end_time from public.parkings order by start_time desc, id desc limit 100",
      "parkings_start_time_idx",
    ],
    [
      "select id, ref_number, end_time from public.parkings where project_id = 'project-7' order by created_at desc, id desc limit 100",
      "parkings_project_newest_idx",
    ],
    [
      "select id, ref_number, end_time from public.parkings where (created_at, id) < (now(), gen_random_uuid()) order by created_at desc, id desc limit 100",
      "parkings_newest_idx",
    ],
  ])("the list %s comes from the index in order, also for the public key", async (query, index) => {
    const plan = await plans(`set role anon; ${query}`);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (public\.)?parkings|Sort/);
  });
});
