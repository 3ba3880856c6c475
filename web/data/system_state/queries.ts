/** Reads the state of the system, as the servers note it in the database, for the main admin. */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/** A failed part of a server, with the reason. */
type Faults = Record<string, string>;

export type JobName = "erasure" | "sums" | "photos" | "expiry";

/** The last run of a job: the amount of each kind, or the error. */
export type JobRun = { at: string; took_ms: number; result?: Record<string, number>; error?: string };

export type NotedServer = {
  name: string;
  at: string;
  started_at: string;
  /** The build's version; empty when it was not built. */
  version: string;
  node: string;
  status: "ready" | "degraded" | "failed";
  failed?: Faults;
  degraded?: Faults;
};

/** An alarm, from `at` until it was over (null: it goes on). */
export type NotedAlarm = { part: string; server: string; at: string; until: string | null };

export type SystemState = {
  now: string;
  /** The version of PostgreSQL. */
  database: string;
  jobs: Partial<Record<JobName, JobRun>>;
  next_night: string;
  /** Before this date, expired rows are counted but not erased. */
  erases_from: string | null;
  swept_at: string | null;
  messages: { sent_at: string | null; waiting: number; failed: number; oldest: string | null; next: string | null };
  backup: { at: string; bytes: number } | null;
  servers: NotedServer[];
  alarms: NotedAlarm[];
};

/** The interval of the fetches, in milliseconds; servers note their state every ten seconds. */
const LOOK_EVERY_MS = 15_000;

export const systemStateQuery = () =>
  queryOptions({
    queryKey: ["system_state"] as const,
    queryFn: async (acting, { signal }): Promise<SystemState> => {
      return (await ask(acting, (client) =>
        client.rpc("get_system_state").abortSignal(signal),
      )) as unknown as SystemState;
    },
    refetchInterval: LOOK_EVERY_MS,
  });
