// Estimates how many guesses a password takes (zxcvbn), with the product's words, which a guess would begin with.
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { MatchExtended } from "@zxcvbn-ts/core";

/** Reasons why a password is easily guessed. */
export type Guessing = "common" | "known" | "repeat" | "order" | "date" | "other";

/** Guesses that eight random characters take: more than anybody makes at the log-in, and weeks of work at a stolen hash. */
const ENOUGH_GUESSES = 1e8;
/** Most letters that are looked at: a longer text would take more than tenths of a second. */
const LOOKED_AT = 32;

/** A part of a password as it would be guessed. */
type Part = Pick<MatchExtended, "token" | "pattern" | "dictionaryName">;
type Estimate = { id: number; guesses: number; parts: Part[] };

type Waiting = { resolve: (estimate: Estimate) => void; reject: (error: Error) => void };
type Thread = { words: readonly string[]; worker: Worker; waiting: Map<number, Waiting> };

let thread: Thread | null = null;
let asked = 0;

/**
 * Starts the thread. Its lists are megabytes, so the thread starts when somebody first chooses a password. A thread that failed is replaced
 * at the next use.
 */
function start(words: readonly string[]): Thread {
  const path = fileURLToPath(new URL("estimate-worker.js", import.meta.url));
  const worker = new Worker(path, { workerData: words.flatMap(spellings), env: {} });
  const started: Thread = { words, worker, waiting: new Map() };
  worker.on("message", (estimate: Estimate) => {
    started.waiting.get(estimate.id)?.resolve(estimate);
    started.waiting.delete(estimate.id);
    if (started.waiting.size === 0) worker.unref();
  });
  const end = (error: Error) => {
    if (thread === started) thread = null;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end(new Error("The thread that estimates passwords has ended.")));
  return started;
}

/** Estimates the guesses that a text takes, with its parts. Rejects when the thread fails. */
function estimate(password: string, names: readonly string[], words: readonly string[]): Promise<Estimate> {
  if (thread?.words !== words) thread = start(words);
  const { worker, waiting } = thread;
  const id = (asked += 1);
  const answer = new Promise<Estimate>((resolve, reject) => void waiting.set(id, { resolve, reject }));
  // The thread keeps the process alive only while somebody waits for an answer.
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage({ id, password, names });
  return answer;
}

/** The reason why a password is too easy to guess for somebody who knows these names and words; null when it is not. */
export async function estimateGuessing(
  password: string,
  names: readonly string[],
  words: readonly string[],
): Promise<Guessing | null> {
  const known = [...new Set(names.flatMap(wordsOf))];
  const { guesses, parts } = await estimate(password.slice(0, LOOKED_AT), known, words);
  if (guesses >= ENOUGH_GUESSES) return null;
  const [longest] = parts.toSorted((a, b) => b.token.length - a.token.length).flatMap((match) => kindOf(match) ?? []);
  return longest ?? "other";
}

/** The kind of a part of the password; null for a part that gives no reason. */
function kindOf({ pattern, dictionaryName }: Part): Guessing | null {
  switch (pattern) {
    case "dictionary":
      return dictionaryName === "passwords-common"
        ? "common"
        : dictionaryName === "diceware-common"
          ? "other"
          : "known";
    case "repeat":
      return "repeat";
    case "sequence":
    case "spatial":
      return "order";
    case "date":
    case "regex":
      return "date";
    default:
      return null;
  }
}

/** Words of a name, and the name without its blanks. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...words, words.join(""), words.join("-")].filter((word) => word.length >= 3).flatMap(spellings);
}

/** Spellings of a word: as it is, and without rings and dots. */
function spellings(word: string): string[] {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain === word ? [word] : [word, plain];
}
