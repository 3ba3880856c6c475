// Hashes and compares passwords with bcrypt, off the main thread and only a few at once: twenty logins in a second must leave room for
// everything else, and a thousand must not pile up.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { Refusal } from "./refusals.ts";

/** As GoTrue's and PostgreSQL's crypt with gen_salt('bf', 10). */
const COST = 10;

/** One thread of the four that Node has for files, names and this stays free. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const WAITING = 64;

/** The hash of a password that nobody has: whoever tries an account that is not there waits as long as others. */
export const NOBODYS_HASH = "$2y$10$bDRsXXwJsmFc2rCPM5kh1e84LJTbYxzmrQBA7aRS/TVBbpKEHl5uO";

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** False for a stored text that is no hash, too. */
  verify: (password: string, stored: string) => Promise<boolean>;
};

/** Makes the hasher; both throw a Refusal 503 when too many wait. */
export function createPasswordHasher({ atOnce = AT_ONCE, waiting = WAITING, cost = COST } = {}): PasswordHasher {
  const inTurn = createQueue(atOnce, waiting);
  return {
    hash: (password) => inTurn(async () => asGoTrue(await hash(password, cost))),
    verify: (password, stored) => inTurn(() => verify(password, stored).catch(() => false)),
  };
}

/** The library writes `$2y$`, which PostgreSQL's crypt does not read; the hash is the same under GoTrue's `$2a$`. */
const asGoTrue = (text: string) => text.replace(/^\$2y\$/, () => "$2a$");

/** Runs `atOnce` works at a time and lets `waiting` more wait. */
function createQueue(atOnce: number, waiting: number) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting)
        throw new Refusal(503, "over_request_rate_limit", "Too many people log in at once. Please try again.", {
          retryAfter: 2,
        });
      // Whoever is done hands the place on, so that nobody who comes later takes it.
      await new Promise<void>((resolve) => void line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
