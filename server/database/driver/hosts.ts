// Addresses that name several hosts, as libpq takes them: postgresql://user:password@first:5432,second:5432/parkering.
//
// The primary host takes writes; the others follow it until one of them is promoted. Nobody announces a promotion, so each new connection
// asks all hosts.
import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";

/** Host and port of a server; `port` is empty where the address names none. */
export type Host = { host: string; port: string };

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)/;
const HOST = /^(\[[\da-f:.]+\]|[^[\]:,]*)(?::(\d{1,5}))?$/i;
/** Longest wait for one host's answer, in milliseconds. */
const ASK_MS = 3000;
/** Time between two questions to a host while another one is silent (milliseconds). */
const ASK_AGAIN_MS = 200;
/** Wait for another host that may have been promoted since, after a first host said that it takes writes (milliseconds). */
const OTHERS_MS = 250;
/** Time for which a found host is given to other connections as well (milliseconds). */
const KNOWN_MS = 500;
/** SQLSTATE of a database that takes no connections yet; it may become the primary host in a moment. */
const NOT_YET = "57P03";
const TIMELINE =
  "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline";

/** The hosts that an address names, in its order; a single empty host where it names none. Throws when they cannot be read. */
export function hostsIn(url: string): Host[] {
  const [, , names = ""] = AUTHORITY.exec(url) ?? [];
  return names.split(",").map((each) => {
    const [found, host = "", port = ""] = HOST.exec(each) ?? [];
    if (found === undefined || (names.includes(",") && host === "")) throw new Error("A host is not readable.");
    return { host, port };
  });
}

/** The address with one of its hosts alone. */
export const atHost = (url: string, { host, port }: Host): string =>
  url.replace(AUTHORITY, (_all, before: string) => `${before}${host}${port === "" ? "" : `:${port}`}`);

/** The host that answers is a standby, or all of them are: another one may take writes in a moment. */
export class StandbyError extends Error {
  override name = "StandbyError";
  readonly code = NOT_YET;

  constructor() {
    super("The database is a copy that may only be read. Name the one that takes writes.");
  }
}

/** A host that takes writes, with the number of its timeline, which each promotion raises. */
type Primary = { host: Host; timeline: string };

const known = new Map<string, { until: number; found: Promise<Host> }>();

/**
 * Finds the host that takes writes; of several, the host that was promoted last. Rejects with a StandbyError, or with the first host's
 * error when none answers.
 */
export function findPrimary(url: string, config: ClientConfig): Promise<Host> {
  const last = known.get(url);
  if (last !== undefined && performance.now() < last.until) return last.found;
  const entry = { until: Number.POSITIVE_INFINITY, found: askAll(url, config) };
  known.set(url, entry);
  void entry.found.then(
    () => (entry.until = performance.now() + KNOWN_MS),
    () => known.delete(url),
  );
  return entry.found;
}

async function askAll(url: string, config: ClientConfig): Promise<Host> {
  const [found, failures]: [Primary[], Error[]] = [[], []];
  let [isSomeStandby, isOver, silent] = [false, false, hostsIn(url).length];
  const asked = hostsIn(url).map(async (host) => {
    const until = performance.now() + ASK_MS;
    for (let isFirst = true; ; isFirst = false) {
      const timeline = await ask(url, host, config).catch((error: Error) => void failures.push(error));
      if (isFirst) silent -= 1;
      if (typeof timeline === "string") return found.push({ host, timeline });
      isSomeStandby ||= timeline === null;
      if (silent === 0 || isOver || performance.now() > until) throw new Error("It takes no writes.");
      // A silent host takes its time: one of the others may be promoted meanwhile.
      await pause(ASK_AGAIN_MS);
    }
  });
  const all = Promise.allSettled(asked);
  // A silent host must not hold up the others.
  await Promise.any(asked).then(
    () => Promise.race([all, pause(OTHERS_MS)]),
    () => undefined,
  );
  isOver = true;
  const [newest] = found.toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1));
  if (newest !== undefined) return newest.host;
  throw isSomeStandby ? new StandbyError() : failures[0];
}

/** The timeline of a host, or null when it is a standby. Rejects when it cannot be asked. */
async function ask(url: string, host: Host, config: ClientConfig): Promise<string | null> {
  const client = new Client({
    ...config,
    connectionString: atHost(url, host),
    application_name: "parkering hosts",
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    return rows[0]?.timeline ?? null;
  } finally {
    client.end().catch(() => undefined);
  }
}
