// Hashes and compares passwords with bcrypt, off the main thread and only a few at once: twenty logins in a second must leave room for
// everything else, and a thousand must not pile up.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { Refusal } from "#server/http/refusal.ts";

/** As GoTrue's and PostgreSQL's crypt with gen_salt('bf', 10). */
const COST = 10;

/** One thread of the four that Node has for files, names and this stays free. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const WAITING = 64;

/** The hash of a password that nobody has: whoever tries an account that is not there waits as long as others. */
export const NOBODYS_HASH = "$2y$10$bDRsXXwJsmFc2rCPM5kh1e84LJTbYxzmrQBA7aRS/TVBbpKEHl5uO";

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Makes the hasher, whose `verify` is false for a stored text that is no hash, too. It works on `atOnce` passwords and lets `waiting` more
 * wait; both throw a Refusal 503 when more are asked.
 */
export function createPasswordHasher({ atOnce = AT_ONCE, waiting = WAITING, cost = COST } = {}) {
  let running = 0;
  const line: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (line.length < waiting) await new Promise<void>((resolve) => void line.push(resolve));
    else throw tooMany();
    try {
      return await work();
    } finally {
      // Whoever is done hands the place on, so that nobody who comes later takes it.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    // The library writes `$2y$`, which PostgreSQL's crypt does not read; the hash is the same under GoTrue's `$2a$`.
    hash: (password: string) => inTurn(async () => (await hash(password, cost)).replace(/^\$2y\$/, () => "$2a$")),
    verify: (password: string, stored: string) => inTurn(() => verify(password, stored).catch(() => false)),
  };
}

const tooMany = () =>
  new Refusal(503, "over_request_rate_limit", "Too many people log in at once. Please try again.", {
    headers: { "Retry-After": "2" },
  });
