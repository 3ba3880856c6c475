// Databases for comparison: one made by the migrations, one made by the sources, on the PostgreSQL that comes with npm.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { applyMigrations, applyThese } from "#server/database/migrations/migrations.ts";
import type { Migration } from "#server/database/migrations/project-files.ts";
import { type Catalog, readCatalog } from "#server/database/catalog.ts";
import { loadSources, type Statement } from "./sources.ts";

const log = pino({ level: "silent" });

/** Makes empty databases of a PostgreSQL, and gives their addresses. */
export type Cluster = { newDatabase: () => Promise<string> };

/** Runs `work` on a PostgreSQL that lives as long as the work. */
export async function withEmptyCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-schemas-"));
  const database = await startEmbedded({ dataDir, log, settings: { fsync: "off" } });
  let made = 0;
  const newDatabase = async () => {
    made += 1;
    await withClient(database.url, (client) => client.query(`create database compared${made} template template0`));
    return Object.assign(new URL(database.url), { pathname: `/compared${made}` }).href;
  };
  try {
    return await work({ newDatabase });
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The catalog of a database made by these migrations; by the project's own when left out. */
export const catalogOfMigrations = async (cluster: Cluster, migrations?: readonly Migration[]): Promise<Catalog> =>
  withClient(await cluster.newDatabase(), async (client) => {
    await ensureHostedLayout(client);
    await (migrations === undefined ? applyMigrations(client, log) : applyThese(client, log, migrations));
    return readCatalog(client);
  });

/** The catalog of a database made by the sources. Throws where they do not fit together. */
export const catalogOfSources = async (cluster: Cluster, sources: readonly Statement[]): Promise<Catalog> =>
  withClient(await cluster.newDatabase(), async (client) => {
    await ensureHostedLayout(client);
    await loadSources(client, sources);
    return readCatalog(client);
  });
