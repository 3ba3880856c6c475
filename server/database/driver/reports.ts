// Reports of the driver for metrics and log: each answered statement with its time, and the open connections of each pool.
import { channel } from "node:diagnostics_channel";
import type { Client } from "pg";

/**
 * An answered statement, or several statements that were sent together. `text` has placeholders where values stand; `id` belongs to the
 * request that asked, and is null for the server's own statements.
 */
export type Answered = { text: () => string; ms: number; id: string | null };

const statements = channel("parkering:statement");

/** Publishes that a statement is answered now. `since` is the time when it was sent (milliseconds of `performance.now()`). */
export function tellAnswered(text: () => string, since: number, id: string | null = null): void {
  if (statements.hasSubscribers) statements.publish({ text, ms: performance.now() - since, id } satisfies Answered);
}

/** Calls `listener` for every statement from now on, until the returned function is called. */
export function followStatements(listener: (answered: Answered) => void): () => void {
  const hear = (message: unknown) => listener(message as Answered);
  statements.subscribe(hear);
  return () => {
    statements.unsubscribe(hear);
  };
}

/** IDs of requests, by the connection that is lent to the request or by the statement itself. */
const requestIds = new WeakMap<object, string>();

/** Notes the ID of the request for a statement, or for all statements of a connection; null removes the ID. */
export function noteRequest(asked: object, id: string | null): void {
  if (id === null) requestIds.delete(asked);
  else requestIds.set(asked, id);
}

/**
 * Makes a client publish an event for each of its statements, failed ones too, in the promise form and in the callback form. Streams (COPY)
 * are left out.
 */
export function tellStatementsOf(client: Pick<Client, "query">, onFailure: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const since = performance.now();
    const id = requestIds.get(client) ?? requestIds.get(given[0] as object) ?? null;
    const tell = () => tellAnswered(() => textOf(given[0]), since, id);
    const callback = given.at(-1);
    if (typeof callback === "function") {
      given[given.length - 1] = (...answered: unknown[]) => {
        tell();
        if (answered[0]) onFailure(answered[0]);
        (callback as (...answer: unknown[]) => void)(...answered);
      };
    }
    const answer = query(...given);
    if (answer instanceof Promise)
      answer.then(tell, (error: unknown) => {
        tell();
        onFailure(error);
      });
    return answer;
  }) as never;
}

const textOf = (asked: unknown) => (typeof asked === "string" ? asked : (asked as { text: string }).text);

/** Connections of a pool; at most `most` may be open at a time. */
export type Connections = { open: number; idle: number; waiting: number; most: number };

const pools = new Set<{ name: string; count: () => Connections }>();

/** Includes a pool in the counts, until the returned function is called. */
export function countIn(name: string, count: () => Connections): () => void {
  const entry = { name, count };
  pools.add(entry);
  return () => void pools.delete(entry);
}

/** The connections by the name of their pool; pools of the same name are counted together. */
export function countConnections(): Map<string, Connections> {
  const counted = new Map<string, Connections>();
  for (const { name, count } of pools) {
    const { open, idle, waiting, most } = count();
    const sum = counted.get(name) ?? { open: 0, idle: 0, waiting: 0, most: 0 };
    counted.set(name, {
      open: sum.open + open,
      idle: sum.idle + idle,
      waiting: sum.waiting + waiting,
      most: sum.most + most,
    });
  }
  return counted;
}
