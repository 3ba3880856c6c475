// Measures how long one client waits for the table API while another client asks for as much as it can: for tests and measurements.
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type PlainRequest, sendPlain } from "#tests/support/bad-input/plain-request.ts";

/** The measured client's read: small, and open to everybody. */
const READ = "/rest/v1/main_page_sites?select=id,name,path&order=name&limit=10";
/** Milliseconds between two reads of the measured client. */
const EVERY_MS = 30;

type Target = { url: string; publishableKey: string };

/** Reads every 30 ms, without waiting for the answer before, and gives the milliseconds of each answer, the shortest first. */
export async function measureReads({ url, publishableKey }: Target, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const read = async () => {
    const begin = performance.now();
    const { status } = await sendPlain(url, { method: "GET", path: READ, headers: { apikey: publishableKey } }, agent);
    if (status !== 200) throw new Error(`A read was answered with ${status}.`);
    return performance.now() - begin;
  };
  const reads: Promise<number>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    reads.push(read());
    await pause(EVERY_MS);
  }
  const times = await Promise.all(reads);
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

/** The time that this share of the answers did not exceed: a share of 0.5 gives the median. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export type Attack = {
  /** Number of answers by status; the status is 0 where the connection ended without an answer. */
  statuses: ReadonlyMap<number, number>;
  /** Ends the attack, with its requests under way. */
  stop(): Promise<void>;
};

/** Sends a request again and again without a pause, over so many connections, with the public key. */
export function attack({ url, publishableKey }: Target, request: PlainRequest, connections = 2): Attack {
  const over = new AbortController();
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { apikey: publishableKey, ...request.headers };
  const again = async () => {
    while (!over.signal.aborted) {
      const answer = await sendPlain(url, { ...request, headers }, agent).catch(() => ({ status: 0 }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  const running = Array.from({ length: connections }, again);
  return {
    statuses,
    async stop() {
      over.abort();
      agent.destroy();
      await Promise.all(running);
    },
  };
}
