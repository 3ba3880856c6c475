// Loads several servers in turn, round by round, so that a slow moment of the machine meets all of them alike.
import autocannon from "autocannon";
import { median } from "../table.ts";
import type { Headers, Senders } from "./people.ts";

/** Request of a measurement; `senders` gives the headers of each copy where they must differ, `bodies` gives each body. */
export type Call = {
  url: string;
  method?: "GET" | "POST";
  headers: Headers;
  body?: string;
  senders?: Senders;
  bodies?: () => string;
};

/** A load by a program of its own, with so many connections for so many seconds. */
export type Shot = (connections: number, seconds: number) => Promise<Reading>;

/** A server with its request for each call, or what loads it in another way; null where it has no such call. */
export type Side<Name extends string> = { name: string; calls: Record<Name, Call | Shot | null> };

/** Medians over the rounds. `refused` counts the answers that were not 2xx, and those that did not come. */
export type Reading = { rate: number; p50: number; p99: number; refused: number };

export type Load = { connections: number; seconds: number; rounds: number };

/** Readings by side and call. */
export type Readings<Name extends string> = Map<string, Record<Name, Reading | null>>;

/** Seconds of warm-up, in which Node compiles the code: until then each server answers fewer requests, the product most of all. */
const WARM_UP_SECONDS = 5;

/** Length and number of the rounds of each call; shorter only for a trial of the bench itself. */
export const loadOf = (connections: number): Load => ({
  connections,
  seconds: Number(process.env["BENCH_SECONDS"] ?? 5),
  rounds: Number(process.env["BENCH_ROUNDS"] ?? 3),
});

/** Seconds for which one call of one side runs, warm-up included. */
export const secondsOf = ({ seconds, rounds }: Load): number => seconds * rounds + WARM_UP_SECONDS;

/** Runs every call of every side in every round. `tidy` runs after each, unmeasured. */
export async function runRounds<Name extends string>(
  sides: readonly Side<Name>[],
  names: readonly Name[],
  load: Load,
  tidy: (name: Name, side: string) => Promise<void>,
): Promise<Readings<Name>> {
  const taken = new Map<string, Reading[]>();
  for (let round = 0; round <= load.rounds; round += 1) {
    for (const name of names) {
      for (const side of sides) {
        const call = side.calls[name];
        if (call === null) continue;
        const isWarmUp = round === 0;
        const reading = await shoot(call, load.connections, isWarmUp ? WARM_UP_SECONDS : load.seconds);
        await tidy(name, side.name);
        const key = `${side.name} ${name}`;
        if (!isWarmUp) taken.set(key, [...(taken.get(key) ?? []), reading]);
      }
    }
  }
  const readingOf = (side: string, name: Name) => {
    const readings = taken.get(`${side} ${name}`);
    return readings === undefined ? null : medianOf(readings);
  };
  return new Map(
    sides.map((side) => [
      side.name,
      Object.fromEntries(names.map((name) => [name, readingOf(side.name, name)])) as Record<Name, Reading | null>,
    ]),
  );
}

/** Loads one address with a call, and reads the answers. */
async function shoot(call: Call | Shot, connections: number, duration: number): Promise<Reading> {
  if (typeof call === "function") return await call(connections, duration);
  const { url, method = "GET", headers, body, senders, bodies } = call;
  const { pathname, search } = new URL(url);
  const options = { url, method, headers, ...(body === undefined ? {} : { body }), connections, duration };
  const result = await autocannon(
    senders === undefined && bodies === undefined
      ? options
      : {
          ...options,
          requests: [
            {
              path: pathname + search,
              setupRequest: (request) => ({
                ...request,
                method,
                headers: senders?.() ?? headers,
                ...(bodies !== undefined && { body: bodies() }),
              }),
            },
          ],
        },
  );
  return {
    rate: result["2xx"] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
  };
}

const medianOf = (readings: readonly Reading[]): Reading => ({
  rate: median(readings.map(({ rate }) => rate)),
  p50: median(readings.map(({ p50 }) => p50)),
  p99: median(readings.map(({ p99 }) => p99)),
  refused: readings.reduce((sum, { refused }) => sum + refused, 0),
});

/**
 * Asks every side that has an address once, and throws when a side does not answer, or answers other rows than the first. Gives the rows of
 * each call.
 */
export async function checkAnswers<Name extends string>(
  sides: readonly Side<Name>[],
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const counts: [Name, number][] = [];
  for (const name of names) {
    const answers: { side: string; keys: string[] }[] = [];
    for (const side of sides) {
      const call = side.calls[name];
      if (call !== null && typeof call !== "function") answers.push({ side: side.name, keys: await keysOf(call) });
    }
    const [first] = answers;
    for (const { side, keys } of answers) {
      // Keys are left out of the comparison, since Parse Server has its own for the same rows.
      const isSame = keys.length === first?.keys.length && (side === PARSE || keys.join() === first.keys.join());
      if (!isSame) throw new Error(`${name}: ${side} answers ${keys.length} other rows than ${first?.side}.`);
    }
    counts.push([name, first?.keys.length ?? 0]);
  }
  return Object.fromEntries(counts) as Record<Name, number>;
}

export const PARSE = "Parse Server";

async function keysOf({ url, method = "GET", headers, body, senders }: Call): Promise<string[]> {
  const answer = await fetch(url, { method, headers: senders?.() ?? headers, body: body ?? null });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 300)}`);
  const isInsert = answer.status === 201;
  if (isInsert || text === "") return [];
  const parsed = JSON.parse(text) as { id: string }[] | { results: { objectId: string }[] } | { objectId: string };
  if (Array.isArray(parsed)) return parsed.map(({ id }) => id);
  return "results" in parsed ? parsed.results.map(({ objectId }) => objectId) : [parsed.objectId];
}
