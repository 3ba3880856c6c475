// The functions of the database that calls of the table API lean on.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as } from "#tests/access/as.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/rows/rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const path of ["norr", "soder", "soder-2"]) await insertRow(database.sql, "main_page_sites", { path });
});
afterAll(() => database.drop());

const rename = (pattern: string) =>
  as(database.sql, { role: "anon" }, async (transaction) => {
    const rows = await transaction`
      with changed as (update public.main_page_sites set name = 'Ny' where path like ${pattern} returning id)
      select private.expect_one_row(count(*)) as is_one from changed`;
    return rows[0]?.["is_one"] as boolean;
  });

describe("expect_one_row", () => {
  it("is true for one", async () => {
    expect(await rename("norr")).toBe(true);
  });

  it.each([
    ["none", "vaster", "The result contains 0 rows"],
    ["two", "soder%", "The result contains 2 rows"],
  ])("ends the statement for %s", async (_count, pattern, detail) => {
    const message = "Cannot coerce the result to a single JSON object";
    await expect(rename(pattern)).rejects.toMatchObject({ code: "PT406", message, detail });
  });

  it("is asked also where the planner knows the number", async () => {
    const { sql } = database;
    await expect(sql`select from (select private.expect_one_row(0)) as asked`).rejects.toMatchObject({ code: "PT406" });
  });
});
