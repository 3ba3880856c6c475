// Estimates how many guesses a password takes (zxcvbn), with words that whoever guesses at this product knows.
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { MatchExtended } from "@zxcvbn-ts/core";

/** What makes a password easily guessed. */
export type Guessing = "common" | "known" | "repeat" | "order" | "date" | "other";

/** What eight random characters take: more than anybody makes at the log-in, and weeks of work at a stolen hash. */
const ENOUGH_GUESSES = 1e8;
/** The rest of a long one is not looked at: it takes tenths of a second at most then. */
const LOOKED_AT = 32;

/** Words of the product, the country and the seasons, the most likely first. */
const WORDS = `
  parkering parkeringsvakt parkeringsbolag parking park vakt bot böter kontroll kontrollavgift skift taxi chaufför ambulans ambulance
  fastighet operatör ledning admin huvudadmin administratör superadmin kund kunder anställd medlem lösenord losenord password hemlig hemligt
  välkommen valkommen sommar sommaren vinter vintern höst hösten vår våren sverige swedish svensk stockholm göteborg goteborg malmö malmo
  uppsala västerås örebro linköping helsingborg norrköping jönköping lund umeå gävle borås södertälje eskilstuna halmstad växjö karlstad
  sundsvall östersund trollhättan kalmar falun kristianstad ystad skåne januari februari mars april juni juli augusti september oktober
  november december måndag tisdag onsdag torsdag fredag lördag söndag
`.match(/\S+/g) as string[];

/** A part of a password as it would be guessed. */
type Part = Pick<MatchExtended, "token" | "pattern" | "dictionaryName">;
type Estimate = { id: number; guesses: number; parts: Part[] };

type Waiting = { resolve: (estimate: Estimate) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting> };

let thread: Thread | null = null;
let asked = 0;

/** Its lists are megabytes: they are read when somebody chooses a password for the first time. One that fails is replaced by the next. */
function start(): Thread {
  const path = fileURLToPath(new URL("estimate-worker.js", import.meta.url));
  const worker = new Worker(path, { workerData: WORDS.flatMap(spellings), env: {} });
  const started: Thread = { worker, waiting: new Map() };
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

/** How many guesses a text takes, and its parts. Rejects when the thread fails. */
function estimate(password: string, names: readonly string[]): Promise<Estimate> {
  const { worker, waiting } = (thread ??= start());
  const id = (asked += 1);
  const answer = new Promise<Estimate>((resolve, reject) => void waiting.set(id, { resolve, reject }));
  // Nobody waits for it any more once it has answered: then it keeps no process alive.
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage({ id, password, names });
  return answer;
}

/** What makes a password too easy to guess, for somebody who knows these names; null when it is not. */
export async function estimateGuessing(password: string, names: readonly string[]): Promise<Guessing | null> {
  const { guesses, parts } = await estimate(password.slice(0, LOOKED_AT), [...new Set(names.flatMap(wordsOf))]);
  if (guesses >= ENOUGH_GUESSES) return null;
  const [longest] = parts.toSorted((a, b) => b.token.length - a.token.length).flatMap((match) => kindOf(match) ?? []);
  return longest ?? "other";
}

/** What a part of the password is; null for one that says nothing. */
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

/** A name, without its blanks, and its words. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...words, words.join(""), words.join("-")].filter((word) => word.length >= 3).flatMap(spellings);
}

/** A word as it is, and without rings and dots. */
function spellings(word: string): string[] {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain === word ? [word] : [word, plain];
}
