// A fresh database for a test, copied from a prepared template in some ten milliseconds.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import postgres, { type Sql } from "postgres";
import { inject } from "vitest";
import type { SecurityProfile } from "#contract/states.ts";
import { openPool } from "#server/database/driver/connect.ts";

/** A database of one test: its address (superuser), connections to it, and its end. */
export type TestDatabase = {
  url: string;
  /** Connection for the test's own questions. */
  sql: Sql;
  /** Connection pool of the server's own kind, for calling functions of the server. */
  database: Pool;
  drop(): Promise<void>;
};

/**
 * Makes a database on the shared cluster. `empty` has all migrations and the profile `specified`; `seeded` has the seed's rows too;
 * `hardened` is `seeded` after the move to the profile `hardened` (hardened.ts); `bare` is empty, as PostgreSQL makes it; `served_…` also
 * has everything that the first start of a server makes. `copyOf` is the address of another test's database to copy, which must have no
 * connections. `drop` also cuts off everybody who is still connected.
 */
export async function createTestDatabase(
  options: {
    from?: "empty" | "seeded" | "hardened" | "bare" | `served_${"empty" | "seeded"}_${SecurityProfile}`;
    copyOf?: string;
  } = {},
): Promise<TestDatabase> {
  const { from = "empty", copyOf } = options;
  const prepared = from === "bare" ? "template0" : from.startsWith("served_") ? from : `template_${from}`;
  const template = copyOf === undefined ? prepared : new URL(copyOf).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onCluster((cluster) => cluster.unsafe(`create database ${name} template ${template} strategy file_copy`));
  const address = new URL(inject("clusterUrl"));
  address.pathname = `/${name}`;
  const url = address.href;
  const sql = postgres(url, { max: 4, onnotice: () => undefined });
  const database = openPool(url, { name: "tests", max: 4 });
  return {
    url,
    sql,
    database,
    drop: async () => {
      await database.end();
      await sql.end({ timeout: 1 });
      await onCluster((cluster) => cluster.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

async function onCluster(work: (cluster: Sql) => Promise<unknown>): Promise<void> {
  const cluster = postgres(inject("clusterUrl"), { max: 1 });
  try {
    await work(cluster);
  } finally {
    await cluster.end();
  }
}
