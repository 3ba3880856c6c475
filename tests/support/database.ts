// A fresh database for a test, copied from a prepared template in some ten milliseconds.
import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { inject } from "vitest";

/** A database of one test: its address (superuser), a connection to it, and its end. */
export type TestDatabase = { url: string; sql: Sql; drop(): Promise<void> };

/**
 * Makes a database on the shared cluster. `empty` has all migrations and the profile `specified`, `seeded` the seed's rows
 * too, `hardened` those after the move to the profile `hardened` (hardened.ts), `bare` is what PostgreSQL makes. `drop` also cuts off whoever is still connected.
 */
export async function createTestDatabase(
  options: { from?: "empty" | "seeded" | "hardened" | "bare" } = {},
): Promise<TestDatabase> {
  const { from = "empty" } = options;
  const template = from === "bare" ? "template0" : `template_${from}`;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onCluster((cluster) => cluster.unsafe(`create database ${name} template ${template}`));
  const address = new URL(inject("clusterUrl"));
  address.pathname = `/${name}`;
  const url = address.href;
  const sql = postgres(url, { max: 4, onnotice: () => undefined });
  return {
    url,
    sql,
    drop: async () => {
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
