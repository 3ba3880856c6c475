/** The state of the system, as the servers note it in the database: for the main admin. */
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../ask.ts";

/** A part that a server needs, and what it says is wrong with it. */
type Faults = Record<string, string>;

export type JobName = "erasure" | "sums" | "photos" | "expiry";

/** The last run of a job: how much of each kind, or why it failed. */
export type JobRun = { at: string; took_ms: number; result?: Record<string, number>; error?: string };

export type NotedServer = {
  name: string;
  at: string;
  started_at: string;
  /** Which build it is; empty where it was not built. */
  version: string;
  node: string;
  status: "ready" | "degraded" | "failed";
  failed?: Faults;
  degraded?: Faults;
};

/** Something that went wrong, from `at` until it was over (null: it is not). */
export type NotedAlarm = { part: string; server: string; at: string; until: string | null };

export type SystemState = {
  now: string;
  /** The version of PostgreSQL. */
  database: string;
  jobs: Partial<Record<JobName, JobRun>>;
  next_night: string;
  /** Until then what is over is counted and not erased. */
  erases_from: string | null;
  swept_at: string | null;
  messages: { sent_at: string | null; waiting: number; failed: number; oldest: string | null; next: string | null };
  backup: { at: string; bytes: number } | null;
  servers: NotedServer[];
  alarms: NotedAlarm[];
};

/** What is watched is looked at again this often, in milliseconds: servers note it every ten seconds. */
const LOOK_EVERY_MS = 15_000;

export const systemStateQuery = () =>
  queryOptions({
    queryKey: ["system_state"] as const,
    queryFn: async ({ signal }): Promise<SystemState> => {
      return (await ask((client) => client.rpc("get_system_state").abortSignal(signal))) as unknown as SystemState;
    },
    refetchInterval: LOOK_EVERY_MS,
  });
