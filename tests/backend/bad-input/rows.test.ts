// Bad values in rows: every table of schema public and every column, as the database lists them, so that a new one is covered by itself.
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import { expectMannerly, hostileText, hostileValue, isBroken, nested, send } from "#tests/support/bad-input/hostile.ts";
import { VALID_ROWS, insertAccount, insertRow } from "#tests/support/rows/rows.ts";

type Row = Record<string, unknown>;
type Column = { table: string; name: string; type: string };

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** A row that fits; a table without an example begins with nothing. */
const validRow = (table: string): Row => ({ ...(VALID_ROWS as Record<string, Row>)[table], id: randomUUID() });

/** Whether a value cannot be one of its column, whatever else the database thinks of it. */
function isMisfit({ type }: Column, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (isBroken(value)) return true;
  const isStructure = typeof value === "object";
  if (type === "boolean") return isStructure || (typeof value === "string" && !/^\s*(t|f|y|n|on|of|0|1)/i.test(value));
  if (type.startsWith("timestamp")) return typeof value !== "string";
  return /^(uuid|numeric|integer)$/.test(type) && (isStructure || typeof value === "boolean");
}

/** A hostile row is refused with a reason, or its texts are stored letter for letter. */
async function expectRefusedOrKept(columns: readonly Column[], hostile: Row, answer: Response): Promise<void> {
  const { status, text } = await expectMannerly(answer);
  const misfits = columns.filter((column) => isMisfit(column, hostile[column.name])).map(({ name }) => name);
  expect(status < 400 ? misfits : [], `stored as ${text.slice(0, 500)}`).toEqual([]);
  const [stored] = status < 400 ? (JSON.parse(text) as Row[]) : [];
  const texts = columns.filter(({ name, type }) => type === "text" && typeof hostile[name] === "string");
  const sent = Object.fromEntries(texts.map(({ name }) => [name, hostile[name]]));
  expect(stored ?? sent).toMatchObject(sent);
}

/** A call's value for these columns counts for nothing: a trigger writes them (tests/backend/database/constraints.test.ts). */
const WRITTEN_BY_DATABASE = ["rejected_at", "rejected_by", "rejection_note"];

/** A trigger puts a new row's value of these columns elsewhere: an employee's name, a webhook's address (tests/backend/products/messages.test.ts). */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = { message_hooks: "address" };

/** Bodies of every shape but the right one. */
function hostileBody(): fc.Arbitrary<string> {
  const json = JSON.stringify([validRow("parkings"), validRow("parkings")]);
  const rows = fc.array(fc.dictionary(hostileText(), hostileValue(), { maxKeys: 3 }), { maxLength: 3 });
  return fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "null",
      "1",
      '"x"',
      "[]",
      "[1]",
      "[null]",
      "[[]]",
      "{}",
      "[{}]",
      "\uFEFF{}",
      "NaN",
      "{'a':1}",
    ),
    fc.constantFrom(
      "a,b\n1,2",
      '"',
      "a\n",
      "a,a\n1,2\n",
      "__proto__,id\n1,2",
      "--x--",
      "a=1&a=2&__proto__=3",
      "%zz=%00",
    ),
    fc.constantFrom('{"__proto__":1}', '{"":1}', '{"a\\u0000":1}', '{"\\ud800":1}', '{"constructor":{"prototype":1}}'),
    fc.constantFrom(
      "[".repeat(100_000),
      `${'{"car_model":'.repeat(20_000)}1${"}".repeat(20_000)}`,
      JSON.stringify({ ...validRow("parkings"), street: nested(3000) }),
    ),
    fc.nat({ max: json.length - 1 }).map((length) => json.slice(0, length)),
    fc
      .tuple(fc.nat({ max: json.length }), hostileText())
      .map(([at, text]) => json.slice(0, at) + text + json.slice(at)),
    rows.map((list) => JSON.stringify(list)),
  );
}

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/vnd.pgrst.object+json",
  "text/csv",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/octet-stream",
  "application/xml",
  "x",
];

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });
  const columnsOf = new Map<string, Column[]>();

  beforeAll(async () => {
    const { sql } = attacked.server;
    const columns = await sql<Column[]>`
      select c.table_name as table, c.column_name as name, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and not (c.table_name = 'shift_registrations' and c.column_name = any (${WRITTEN_BY_DATABASE}))
      order by c.table_name, c.ordinal_position`;
    for (const column of columns) columnsOf.set(column.table, [...(columnsOf.get(column.table) ?? []), column]);
    await insertAccount(sql, { id: VALID_ROWS.user_roles.user_id });
    await insertRow(sql, "properties");
    await insertRow(sql, "ase_employees");
  });

  /** The caller: the secret key, which no policy stops before the value is looked at, or the public one. */
  const write = (method: string, path: string, body: BodyInit, type = "application/json", isPublic = false) => {
    const apikey = isPublic ? attacked.server.publishableKey : attacked.server.secretKey;
    const headers = { apikey, "content-type": type, prefer: "return=representation" };
    return send(`${attacked.server.url}/rest/v1/${path}`, { method, headers, body });
  };

  const hostileColumns = (columns: readonly Column[]) => {
    const name = fc.constantFrom(...columns.map((column) => column.name));
    return fc.dictionary(name, hostileValue(), { minKeys: 1, maxKeys: 3 });
  };

  test("a new row with hostile values is refused with a reason, or kept letter for letter", async () => {
    expect([...columnsOf.keys()]).toEqual(expect.arrayContaining(Object.keys(VALID_ROWS)));
    for (const [table, columns] of columnsOf) {
      const property = fc.asyncProperty(
        fc.constant(table),
        hostileColumns(columns.filter(({ name }) => name !== KEPT_ELSEWHERE[table])),
        fc.boolean(),
        async (_, hostile, isPublic) => {
          const body = JSON.stringify({ ...validRow(table), ...hostile });
          await expectRefusedOrKept(columns, hostile, await write("POST", table, body, "application/json", isPublic));
        },
      );
      await attacked.holds(property, 16);
    }
  });

  test("so is a change of a row", async () => {
    for (const [table, columns] of columnsOf) {
      const made = await write("POST", table, JSON.stringify(validRow(table)));
      const [row] = made.ok ? ((await made.json()) as [Row]) : [{ id: NOBODY }];
      const path = `${table}?id=eq.${String(row.id)}`;
      const property = fc.asyncProperty(fc.constant(table), hostileColumns(columns), async (_, hostile) => {
        await expectRefusedOrKept(columns, hostile, await write("PATCH", path, JSON.stringify(hostile)));
      });
      await attacked.holds(property, 10);
    }
  });

  test("moments that no browser can show are refused, in every table", async () => {
    const { sql } = attacked.server;
    const unwatched = await sql`
      select c.table_name, c.column_name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%' and not exists (
        select from pg_constraint k
        where k.conrelid = format('public.%I', c.table_name)::regclass and k.conname = c.table_name || '_moments'
          and pg_get_constraintdef(k.oid) like format('%%is_moment(%I)%%', c.column_name))`;
    expect(unwatched).toHaveLength(0);
    for (const moment of ["infinity", "-infinity", "200000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"]) {
      const row = { ...validRow("contact_messages"), created_at: moment };
      const { status, text } = await expectMannerly(await write("POST", "contact_messages", JSON.stringify(row)));
      expect([status, text]).toEqual([400, expect.stringContaining("contact_messages_moments")]);
    }
  });

  test("lists in lists are refused where a list of texts is meant", async () => {
    const body = JSON.stringify({ ...validRow("shift_registrations"), image_urls: [["a"], ["b"]] });
    expect((await expectMannerly(await write("POST", "shift_registrations", body))).status).toBe(400);
  });

  test("bodies that are no rows are refused with a reason", async () => {
    const path = fc.constantFrom("parkings", "main_page_sites", "units", "nope", "rpc/search_parkings", "rpc/nope", "");
    const property = fc.asyncProperty(
      fc.constantFrom("POST", "PATCH", "PUT"),
      path,
      fc.constantFrom(...CONTENT_TYPES),
      hostileBody(),
      async (method, name, type, body) => {
        await expectMannerly(await write(method, `${name}${method === "PATCH" ? `?id=eq.${NOBODY}` : ""}`, body, type));
      },
    );
    await attacked.holds(property, 120);
  });

  test("bytes that are no text are refused, or not kept", async () => {
    const property = fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom(...CONTENT_TYPES),
      async (bytes, type) => {
        const begin = Buffer.from('{"name":"x","path":"bytes","description":"');
        await expectMannerly(
          await write("POST", "main_page_sites", Buffer.concat([begin, bytes, Buffer.from('"}')]), type),
        );
      },
    );
    await attacked.holds(property, 60);
  });

  test.each([201, 33_000])("%i rows in one request are refused", async (count) => {
    const body = JSON.stringify(Array.from({ length: count }, () => ({ name: "a", path: "b" })));
    const { status, text } = await expectMannerly(await write("POST", "main_page_sites", body));
    expect([400, 413]).toContain(status);
    expect(text).toContain("200 rows");
  });

  test.each(["gzip", "deflate", "br", "gzip, gzip", "x"])(
    "a body of content-encoding %s is not unpacked",
    async (name) => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, "["), { level: 1 });
      const headers = {
        apikey: attacked.server.secretKey,
        "content-type": "application/json",
        "content-encoding": name,
      };
      const answer = await send(`${attacked.server.url}/rest/v1/parkings`, { method: "POST", headers, body: bomb });
      expect([400, 415]).toContain((await expectMannerly(answer)).status);
    },
  );
});
