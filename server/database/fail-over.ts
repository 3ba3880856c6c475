// Judges whether a PostgreSQL keeps acknowledged writes when its primary is lost (docs/cluster.md). A fact that cannot be asked counts as
// unsafe.
import sql from "sql-template-tag";
import type { Database } from "./driver/connect.ts";
import type { Finding } from "./requirements.ts";

/** Port of Patroni's own answers. */
const PATRONI_PORT = 8008;
const ASK_MS = 2000;
/** Patroni's first version that keeps acknowledged writes in all that was tried. */
const OLDEST_PATRONI = 4;

/** Facts that the database tells about itself. */
export type Kept = {
  /** The node's address, null where a socket leads to it. */
  address: string | null;
  fsync: boolean;
  full_page_writes: boolean;
  synchronous_commit: string;
  synchronous_standby_names: string;
  standbys: number;
  /** Whether an old primary can be wound back to follow the new one. */
  winds_back: boolean;
};

/** Facts that Patroni tells about a node and its cluster. */
export type Patroni = { version: string; settings: { synchronous_mode?: unknown; synchronous_mode_strict?: unknown } };

/** Looks at everything that decides whether an acknowledged write outlives the primary. Changes nothing. */
export async function inspectFailOver(database: Database): Promise<Finding[]> {
  const { rows } = await database.query<Kept>(sql`
    select host(inet_server_addr()) as address, current_setting('fsync')::boolean as fsync,
      current_setting('full_page_writes')::boolean as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('wal_log_hints')::boolean or current_setting('data_checksums')::boolean as winds_back`);
  if (!rows[0]) throw new Error("The database did not answer.");
  const { address } = rows[0];
  return judgeFailOver(rows[0], address === null ? null : await askPatroni(address));
}

/** Asks the Patroni of a node; null where none answers. */
async function askPatroni(address: string): Promise<Patroni | null> {
  const at = `http://${address.includes(":") ? `[${address}]` : address}:${PATRONI_PORT}`;
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${at}${path}`, { signal: AbortSignal.timeout(ASK_MS) })).json();
  try {
    const [node, settings] = await Promise.all([ask("/patroni"), ask("/config")]);
    const { version } = (node as { patroni: { version: string } }).patroni;
    return { version, settings: settings as Patroni["settings"] };
  } catch {
    return null;
  }
}

/** The findings about these facts. Only an old Patroni is an error; the rest is advice, since one machine may be enough. */
export function judgeFailOver(kept: Kept, patroni: Patroni | null): Finding[] {
  return [findDisk(kept), findStandby(kept), findPatroni(patroni), findWayBack(kept)];
}

const findDisk = ({ fsync, full_page_writes, synchronous_commit }: Kept): Finding => ({
  what: "An acknowledged write is on the disk",
  problem:
    fsync && full_page_writes && synchronous_commit !== "off"
      ? null
      : "A power cut loses acknowledged writes: set fsync, full_page_writes and synchronous_commit to on.",
  isAdvice: true,
});

function findStandby({ synchronous_commit, synchronous_standby_names, standbys }: Kept): Finding {
  const what = "An acknowledged write is on a standby's disk too";
  const advise = (problem: string | null): Finding => ({ what, problem, isAdvice: true });
  if (synchronous_standby_names === "")
    return advise(
      `This machine alone has what it acknowledged (${standbys} standbys follow, none is waited for): its loss is the loss of those writes. Set synchronous_standby_names, or let Patroni do it (docs/cluster.md).`,
    );
  if (!["on", "remote_apply"].includes(synchronous_commit))
    return advise(`synchronous_commit is ${synchronous_commit}: no commit waits for a standby's disk. Set it to on.`);
  return advise(standbys > 0 ? null : "No standby follows: writes wait until one does.");
}

function findPatroni(patroni: Patroni | null): Finding {
  if (patroni === null)
    return {
      what: "Patroni",
      problem: `No Patroni answers at port ${PATRONI_PORT} of the database's machine: nothing replaces a lost primary, or nobody can tell how.`,
      isAdvice: true,
    };
  const { version, settings } = patroni;
  const what = `Patroni ${version}`;
  if (!(Number.parseInt(version, 10) >= OLDEST_PATRONI))
    return {
      what,
      problem: `Patroni ${version} is refused: a leader that was paused and wakes takes acknowledged writes along. Use ${OLDEST_PATRONI}.0 or newer (docs/cluster.md).`,
    };
  const missing = (["synchronous_mode", "synchronous_mode_strict"] as const).filter((name) => !isOn(settings[name]));
  const problem = `A fail-over may lose acknowledged writes: patronictl edit-config ${missing.map((name) => `-s ${name}=true`).join(" ")}`;
  return { what, problem: missing.length > 0 ? problem : null, isAdvice: true };
}

/** Whether a setting of Patroni is on, in any of the spellings that Patroni takes. */
const isOn = (value: unknown) => ["true", "on", "yes", "1", "quorum"].includes(String(value).toLowerCase());

const findWayBack = ({ winds_back }: Kept): Finding => ({
  what: "A lost primary comes back as a standby",
  problem: winds_back ? null : "pg_rewind needs wal_log_hints or data checksums: set wal_log_hints to on.",
  isAdvice: true,
});
