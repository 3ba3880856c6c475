// The secrets of the server: made once, kept in the database, the same for all processes that share it, and changed while they run.
//
// The secrets are in the database and not in DATA_DIR, because several servers may share one PostgreSQL, and a token that one server signed
// must be good at the others. The table is the owner's alone: no role of the table API may use the schema's tables.
//
// `jwtSecret`, `secretKey` and `factorKey`, which encrypts secrets of second factors, can be changed (`npm run rotate-keys`). A new secret
// stands beside the old one as `jwtSecret@<time>`. The new secret is good from then on at every process that has read it, and signs from
// that time on, when all processes have read it. The old secret is good until everything that it signed is over. Then the new secret takes
// the plain name, under which the version before this one reads it.
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Credentials } from "./callers/identity.ts";
import { encryptSecrets } from "./sign-in/factor-secrets.ts";
import { type Database, type DatabasePool, inTransaction } from "./database/driver/connect.ts";

/**
 * Secrets of the server. `countingKey` hashes the addresses and accounts that limits count, and never changes, so that no count begins
 * anew. The first of `factorKeys` encrypts second factors, all of them decrypt.
 */
export type Secrets = Credentials & { countingKey: string; factorKeys: readonly string[] };

/** Time between two looks of a process for new secrets, in milliseconds. */
const LOOK_EVERY_MS = 10_000;
/** Seconds until a new secret is used: every process has looked by then. */
const USED_AFTER_SECONDS = 30;
/** Seconds for which an old secret is still good: an access token lasts for an hour, and clocks differ. */
const OLD_IS_GOOD_FOR_SECONDS = { jwtSecret: 65 * 60, secretKey: 5 * 60, factorKey: 65 * 60 };

type Changing = keyof typeof OLD_IS_GOOD_FOR_SECONDS;
const CHANGING: readonly Changing[] = ["jwtSecret", "secretKey", "factorKey"];

const token = (bytes: number) => randomBytes(bytes).toString("base64url");
const MAKE = { jwtSecret: () => token(48), secretKey: () => `sb_secret_${token(32)}`, factorKey: () => token(32) };

/** Makes the table of the secrets where it is missing. */
export async function ensureSecretsTable(transaction: Database): Promise<void> {
  await transaction.query(sql`create schema if not exists private`);
  await transaction.query(sql`
    create table if not exists private.server_secrets (name text primary key, value text not null)`);
  await transaction.query(sql`
    revoke all on private.server_secrets from public, anon, authenticated, service_role`);
  await transaction.query(sql`alter table private.server_secrets enable row level security`);
}

/** Reads the secrets and makes the missing ones; `database` is of its owner. Deleting a row and starting again changes that secret. */
export async function readSecrets(database: DatabasePool): Promise<Secrets> {
  return locked(database, async (transaction) => {
    await ensureSecretsTable(transaction);
    const made = {
      jwtSecret: MAKE.jwtSecret(),
      publishableKey: `sb_publishable_${token(24)}`,
      secretKey: MAKE.secretKey(),
      countingKey: token(32),
      factorKey: MAKE.factorKey(),
    };
    await transaction.query(sql`
      insert into private.server_secrets (name, value)
      select * from unnest(${Object.keys(made)}::text[], ${Object.values(made)}::text[]) on conflict do nothing`);
    return pick(await readRows(transaction));
  });
}

/**
 * Makes new secrets for signing and for the secret key, beside those in force. Gives the moment when they are used, and when the old ones
 * end. Throws when the database cannot be written.
 */
export async function rotateSecrets(database: DatabasePool): Promise<{ usedFrom: Date; oldEnd: Date }> {
  return locked(database, async (transaction) => {
    await ensureSecretsTable(transaction);
    const { rows } = await transaction.query<{ at: number }>(sql`
      select ceil(extract(epoch from now()))::float8 + ${USED_AFTER_SECONDS} as at`);
    const at = rows[0]?.at ?? 0;
    for (const name of CHANGING)
      await transaction.query(sql`
        insert into private.server_secrets (name, value) values (${`${name}@${at}`}, ${MAKE[name]()})
        on conflict (name) do update set value = excluded.value`);
    return { usedFrom: new Date(at * 1000), oldEnd: new Date((at + OLD_IS_GOOD_FOR_SECONDS.jwtSecret) * 1000) };
  });
}

/** Keeps `secrets` as they are in the database, until `stop`. While the database does not answer they stay as they are. */
export function watchSecrets(
  database: DatabasePool,
  secrets: Secrets,
  { log, everyMs = LOOK_EVERY_MS }: { log: Logger; everyMs?: number | undefined },
): { stop: () => Promise<void> } {
  let looking = Promise.resolve();
  const look = async () => {
    const read = await readRows(database);
    const now = pick(read);
    if (now.signingKeys[0] !== secrets.signingKeys[0]) log.info("signs with a new secret");
    Object.assign(secrets, now);
    if (CHANGING.some((name) => versionsOf(read, name).isOver)) await locked(database, tidy);
  };
  const timer = setInterval(() => {
    looking = look().catch((error: Error) => log.debug({ message: error.message }, "the secrets could not be read"));
  }, everyMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}

type Rows = { secrets: { name: string; value: string }[]; now: number };

async function readRows(database: Database): Promise<Rows> {
  const { rows } = await database.query<{ name: string; value: string; now: number }>(sql`
    select name, value, extract(epoch from now())::float8 as now from private.server_secrets`);
  return { secrets: rows, now: rows[0]?.now ?? 0 };
}

function pick(rows: Rows): Secrets {
  const valueOf = (name: string) => rows.secrets.find((row) => row.name === name)?.value ?? "";
  return {
    signingKeys: versionsOf(rows, "jwtSecret").good,
    secretKeys: versionsOf(rows, "secretKey").good,
    publishableKey: valueOf("publishableKey"),
    countingKey: valueOf("countingKey"),
    factorKeys: versionsOf(rows, "factorKey").good,
  };
}

/** Versions of a secret: the good values, with the used one first; the used row itself; and whether its predecessors are over. */
function versionsOf({ secrets, now }: Rows, name: Changing): { good: string[]; used: string; isOver: boolean } {
  const versions = secrets
    .flatMap(({ name: called, value }) => {
      const [base, since = "0"] = called.split("@");
      return base === name ? [{ value, since: Number(since) }] : [];
    })
    .toSorted((a, b) => b.since - a.since);
  const usedAt = versions.findIndex(({ since }) => since <= now);
  const used = versions[usedAt];
  const isGood = (_: unknown, at: number) =>
    at <= usedAt || (versions[at - 1]?.since ?? 0) + OLD_IS_GOOD_FOR_SECONDS[name] > now;
  const good = versions.filter(isGood).map(({ value }) => value);
  const others = good.filter((value) => value !== used?.value);
  return {
    good: used === undefined ? others : [used.value, ...others],
    used: used?.value ?? "",
    isOver: usedAt === 0 && versions.length > 1 && good.length === 1,
  };
}

/** Every version of a secret that is stored. */
const allOf = ({ secrets }: Rows, name: Changing) =>
  secrets.filter(({ name: called }) => called.split("@")[0] === name).map(({ value }) => value);

/** Renames each secret to its plain name once its predecessors are over. */
async function tidy(transaction: Database): Promise<void> {
  const rows = await readRows(transaction);
  for (const name of CHANGING) {
    const { used, isOver } = versionsOf(rows, name);
    if (!isOver) continue;
    // Everything that the old key encrypted is encrypted with the new key before the old key is removed.
    if (name === "factorKey") await encryptSecrets(transaction, [used, ...allOf(rows, name)]);
    await transaction.query(sql`delete from private.server_secrets where name like ${`${name}@%`}`);
    await transaction.query(sql`update private.server_secrets set value = ${used} where name = ${name}`);
  }
}

/** Runs `work` in a transaction while no other process changes secrets: two servers may start on an empty database at once. */
function locked<T>(database: DatabasePool, work: (transaction: Database) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended('parkering server secrets', 0))`);
    return work(transaction);
  });
}
