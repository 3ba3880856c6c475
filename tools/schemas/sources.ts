// The source of the database: supabase/schemas/<domain>/*.sql, one file a table or a family of functions.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";

export type Statement = { file: string; sql: string };

/** First file: the default rights of functions hold for functions that are made after the default was set. */
const FIRST = join("platform", "layout.sql");

/** The statements of all files below a folder, in the order of the files' paths after that of the layout. */
export function readSources(folder: string): Statement[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .toSorted((one, other) => Number(other === FIRST) - Number(one === FIRST) || (one < other ? -1 : 1))
    .flatMap((file) => splitStatements(readFileSync(join(folder, file), "utf8")).map((sql) => ({ file, sql })));
}

/**
 * Makes an empty database from the sources. Their statements have no order: a statement that fails is tried again once others have passed.
 * Throws with the file and the first words of each statement that never passes.
 */
export async function loadSources(client: Client, sources: readonly Statement[]): Promise<void> {
  // Functions may name tables and functions that come later.
  await client.query("set check_function_bodies = off");
  await client.query("begin");
  let left = sources;
  while (left.length > 0) {
    const failed: (Statement & { why: string })[] = [];
    for (const statement of left) {
      const why = await attempt(client, statement.sql);
      if (why !== null) failed.push({ ...statement, why });
    }
    if (failed.length === left.length) {
      const lines = failed.map(({ file, sql, why }) => `supabase/schemas/${file}: ${why}\n  ${firstLine(sql)}`);
      throw new Error(`The sources of the database do not fit together.\n${lines.join("\n")}`);
    }
    left = failed;
  }
  await client.query("commit");
  await client.query("reset check_function_bodies");
}

/** Runs a statement, or undoes it and says why it failed. */
async function attempt(client: Client, sql: string): Promise<string | null> {
  await client.query("savepoint statement");
  try {
    await client.query(sql);
    await client.query("release savepoint statement");
    return null;
  } catch (error) {
    await client.query("rollback to savepoint statement");
    return error instanceof Error ? error.message : String(error);
  }
}

const firstLine = (sql: string) => sql.split("\n").find((line) => !line.startsWith("--")) ?? "";

/** The file that makes an object, by its name as statements write it; null when no file names it. */
export function fileOf(sources: readonly Statement[], name: string): string | null {
  const bare = name.replace(/\(.*$/s, "");
  const makes = new RegExp(`^create [a-z ]*\\b${bare.replaceAll(".", "\\.")}\\b`, "m");
  return (sources.find(({ sql }) => makes.test(sql)) ?? sources.find(({ sql }) => sql.includes(bare)))?.file ?? null;
}
