// The text that supabase/schema.gen.sql is compared with: what is in force in a database, Supabase's own tables included.
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { schemaText } from "#tools/schema-text.ts";

let database: TestDatabase;
let client: Client;
let before: string[];

beforeAll(async () => {
  database = await createTestDatabase({ from: "hardened" });
  client = new Client({ connectionString: database.url });
  await client.connect();
  before = (await schemaText(client)).split("\n");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() => client.query("begin"));
afterEach(() => client.query("rollback"));

/** The lines of the first text that are not in the other. */
function notIn(other: readonly string[], text: readonly string[]): string[] {
  const lines = new Set(other);
  return text.filter((line) => !lines.has(line));
}
const added = (now: readonly string[]) => notIn(before, now);
const missing = (now: readonly string[]) => notIn(now, before);

test("policies and buckets of photos stand in it", () => {
  const section = before.join("\n").split("\n-- storage.objects: ")[1]?.split("\n-- ───")[0];
  expect(section?.match(/^create policy "[^"]+" for \w+/gm)).toEqual([
    'create policy "Photos are read with their shift, fine or objection" for select',
    'create policy "Attendants store photos of shifts, staff those a fine lists" for insert',
  ]);
  expect(section).toContain("'case-photos'");
  const buckets = before.filter((line) => line.startsWith("insert into storage.buckets"));
  expect(buckets.map((line) => /values \('([^']+)'/.exec(line)?.[1])).toEqual(["case-photos", "shift-images"]);
});

test.each([
  [
    "a policy of photos that is one more",
    "create policy planted on storage.objects for delete to anon using (bucket_id = 'planted')",
    ["create policy planted for delete to anon", "  using ((bucket_id = 'planted'::text));"],
  ],
  [
    "a trigger of accounts",
    "create trigger planted after insert on auth.users for each row execute function private.write_trail()",
    ["CREATE TRIGGER planted AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.write_trail();"],
  ],
])("%s changes it", async (_what, change, lines) => {
  await client.query(change);
  const now = (await schemaText(client)).split("\n");
  expect(added(now)).toEqual(lines);
  expect(missing(now)).toEqual([]);
});

test.each([
  [
    "a policy of photos that is gone",
    'drop policy "Photos are read with their shift, fine or objection" on storage.objects',
    'create policy "Photos are read with their shift, fine or objection"',
  ],
  [
    "a policy of photos that lets everybody",
    'alter policy "Attendants store photos of shifts, staff those a fine lists" on storage.objects with check (true)',
    "  with check (",
  ],
  [
    "a bucket that takes everything",
    "update storage.buckets set allowed_mime_types = null where id = 'case-photos'",
    "insert into storage.buckets",
  ],
])("%s changes it", async (_what, change, line) => {
  await client.query(change);
  const gone = missing((await schemaText(client)).split("\n"));
  expect(gone.filter((one) => one.startsWith(line))).toHaveLength(1);
});
