// Troubles for real, one after the other, and the alarm that each of them raises within a minute (deploy/alerts.yaml, docs/runbook.md).
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { makeDataDir, startBuilt, type BuiltProduct } from "#tests/support/server/built-product.ts";
import { type Cable, layCable } from "#tests/support/outside/cable.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { ALARM_RAISED } from "#tests/support/run/patience.ts";
import { holds, readMetrics, readRules, type Reading } from "#tests/support/outside/prometheus.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const TOKEN = "a-token-of-the-test";
/** Rules that no trouble of this test is about: backups that nobody made yet, and the room of the machine that the tests run on. */
const OTHERS = ["NoBackup", "DiskNearlyFull"];

let product: BuiltProduct;
let database: EmbeddedDatabase;
let cable: Cable;
let photos: string;
let sql: postgres.Sql;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  const [place, own] = [makeDataDir("migrated"), makeDataDir()];
  undo.push(place.remove, own.remove);
  database = await startEmbedded({ dataDir: place.dataDir, log: pino({ level: "silent" }) });
  undo.push(() => database.stop());
  cable = await layCable(database.url.replace(/^postgresql/, "http"));
  undo.push(() => cable.close());
  const direct = new URL(database.url);
  direct.port = new URL(cable.url).port;
  photos = join(own.dataDir, "photos");
  product = await startBuilt(own.dataDir, {
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: direct.href,
    STORAGE_URL: photos,
    METRICS_TOKEN: TOKEN,
    MOST_SOCKETS: "2",
    MAIL_FROM: "parkering@example.se",
    // Nobody listens there.
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  });
  undo.push(() => product.stop());
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  undo.push(() => sql.end());
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

const read = async (): Promise<Reading> => {
  const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return readMetrics(await answer.text());
};

/** The alarms that would be raised now, beside a reading of before. */
async function alarms(earlier: Reading): Promise<string[]> {
  const now = await read();
  return readRules().flatMap(({ alert, expr }) =>
    !OTHERS.includes(alert) && holds(expr, earlier, now) ? [alert] : [],
  );
}

const raised = (alert: string, earlier: Reading) => expect.poll(() => alarms(earlier), ALARM_RAISED).toContain(alert);
const silent = (earlier: Reading) => expect.poll(async () => alarms(await readOr(earlier)), ALARM_RAISED).toEqual([]);
const readOr = (earlier: Reading) => read().catch(() => earlier);

test.runIf(isWhole)("no alarm while all is well; each trouble raises its own, and all are silent again", async () => {
  const well = await read();
  expect(await alarms(well)).toEqual([]);

  renameSync(photos, `${photos}-away`);
  await raised("PhotosNotStored", well);
  renameSync(`${photos}-away`, photos);
  await silent(well);

  cable.pull();
  await raised("NotLive", well);
  cable.plug();
  await silent(well);

  const address = `${product.url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${product.publishableKey}`;
  const sockets = Array.from({ length: 3 }, () => new WebSocket(address));
  for (const socket of sockets) socket.on("error", () => undefined);
  await raised("TooMuchUnderWay", well);
  for (const socket of sockets) socket.terminate();
  await silent(well);

  await sql`update public.site_settings set contact_email = 'kontakt@example.se' where project_id = 'ostra-hamnen'`;
  const [hook] = await sql<{ id: string }[]>`
    insert into public.message_hooks (project_id, channel, events, is_active) values ('ostra-hamnen', 'mail', '{objection}', true) returning id`;
  await sql`
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
    values ('ostra-hamnen', ${hook?.id ?? ""}, ${hook?.id ?? ""}, 'mail', 'test', '{"project":"ostra-hamnen"}')`;
  await raised("MessagesFail", well);
  await sql`delete from public.outbox`;
  await silent(well);

  const name = sql(new URL(database.url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parkering%'`;
  await raised("DatabaseTakesNoWrites", well);
  await sql`set transaction_read_only = off`;
  await sql.begin(
    "read write",
    (transaction) => transaction`alter database ${name} reset default_transaction_read_only`,
  );
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parkering%'`;
  await silent(well);

  await database.stop();
  await raised("DatabaseGone", well);
});

test("each rule has its section in the runbook, and names metrics that the server has", async () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(readRules().map(({ alert }) => alert));
});
