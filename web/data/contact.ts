/**
 * Whether the server answers, for screens whose presses others rely on (document 5 §1). A press without a network is refused at once and
 * never waits. `usePulse` asks the server while such a screen is open, so that a lost line is known before a press.
 */
import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { DataError, isUnreachable } from "./data-error.ts";
import { inTime } from "./in-time.ts";
import { untilNone } from "./until-none.ts";
import { useQuery } from "./use-query.ts";

/** The longest wait for the answer to a press, in milliseconds. */
const PRESS_LIMIT_MS = 5_000;
/** The longest wait for the answer to a pulse, in milliseconds, and the pauses between two pulses. */
const PULSE_LIMIT_MS = 4_000;
const PULSE_MS = 5_000;
const PULSE_WHILE_LOST_MS = 1_000;

/** The code of a press that was refused before it was sent. */
export const NOT_SENT = "not-sent";

/** The time of the last answer, in milliseconds since 1970, and whether a later call found no server. */
let answeredAt = Date.now();
let isLost = false;
const listeners = new Set<() => void>();

function note(isAnswer: boolean): void {
  if (isAnswer) answeredAt = Date.now();
  if (isLost === !isAnswer) return;
  isLost = !isAnswer;
  for (const listener of listeners) listener();
}

/** The moment of the last answer while the server does not answer, in milliseconds since 1970; undefined while it does. */
export const lostSince = (): number | undefined => (isLost ? answeredAt : undefined);

/** `lostSince` as a hook, which follows changes. */
export const useLostSince = (): number | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, lostSince);

type Call<Result> = (signal: AbortSignal) => Promise<Result>;

async function noted<Result>(call: Call<Result>, limitMs: number): Promise<Result> {
  const given = new AbortController();
  try {
    const result = await inTime(call(given.signal), limitMs);
    note(true);
    return result;
  } catch (error) {
    // A refusal counts as an answer: the server was reached.
    note(!isUnreachable(error));
    throw error;
  } finally {
    // The call is ended, since a browser has few connections to a server, and a call for which nobody waits would hold up others.
    given.abort();
  }
}

/**
 * Sends a press that others rely on; its call ends with the signal.
 * @throws DataError `NOT_SENT` at once while the server does not answer, and after a few seconds without an answer
 */
export async function whileConnected<Result>(press: Call<Result>): Promise<Result> {
  if (isLost) throw new DataError(NOT_SENT, "No connection");
  return noted(press, PRESS_LIMIT_MS);
}

/** Sends a read whose answer shows that the server answers; its call ends with the signal. @throws the error of the read */
export const asPulse = <Result>(read: Call<Result>): Promise<Result> => noted(read, PULSE_LIMIT_MS);

/**
 * Asks a query again and again while the screen is open and in sight, until it answers null. Its function is one of `asPulse`.
 */
export function usePulse<Data, Key extends QueryKey>(
  query: Parameters<typeof useQuery<Data, Key>>[0],
  everyMs = PULSE_MS,
) {
  const isWithout = useLostSince() !== undefined;
  const { refetchInterval, refetchOnWindowFocus } = untilNone(isWithout ? PULSE_WHILE_LOST_MS : everyMs);
  const answer = useQuery({ ...query, retry: false, refetchInterval, refetchOnWindowFocus });
  const { refetch } = answer;
  const isNone = answer.data === null;
  useEffect(() => {
    if (isNone) return undefined;
    // The device knows of a lost or new network first, and may be wrong about the server.
    const ask = () => void refetch();
    addEventListener("offline", ask);
    addEventListener("online", ask);
    return () => {
      removeEventListener("offline", ask);
      removeEventListener("online", ask);
    };
  }, [refetch, isNone]);
  return answer;
}
