// Hashes and compares passwords with bcrypt, off the main thread and only a few at once: twenty logins in a second must leave room for
// everything else, and a thousand must not pile up.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { networkOf } from "#server/callers/client-address.ts";
import { Refusal } from "#server/http/refusal.ts";
import { FairTurns } from "#server/http/turns.ts";

/** Cost of a hash, the same as in GoTrue and in PostgreSQL's crypt with gen_salt('bf', 10). */
const COST = 10;

/** Number of hashes that are computed at the same time. One of Node's four threads stays free for files and names. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const WAITING = 64;

/** Hash of a password that nobody has: a log-in to an unknown account takes as long as to a known one. */
export const NOBODYS_HASH = "$2y$10$bDRsXXwJsmFc2rCPM5kh1e84LJTbYxzmrQBA7aRS/TVBbpKEHl5uO";

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Person for whom a password is hashed or compared: the address of the caller, and the account. */
export type HashedFor = { address: string; account: string };
const NOBODY: HashedFor = { address: "", account: "" };

/**
 * Makes the hasher, whose `verify` is false for a stored text that is no hash, too. The hasher works on `atOnce` passwords and lets
 * `waiting` more wait. Addresses take turns, and accounts at one address do too, so that nobody who asks for many keeps others waiting.
 * When too many wait, a call of the address with the most calls is refused: both throw a Refusal 503 then.
 */
export function createPasswordHasher({ atOnce = AT_ONCE, waiting = WAITING, cost = COST } = {}) {
  const turns = new FairTurns({ atOnce, waiting, refusal: tooMany });
  const estimates = new FairTurns({ atOnce: 1, waiting, refusal: tooMany });
  return {
    /** Does work that looks at a password and takes about as long as a hash: one piece at a time, with turns as for hashes. */
    look: <T>(work: () => Promise<T>, who = NOBODY) => estimates.take(partyOf(who), work),
    // The library writes `$2y$`, which PostgreSQL's crypt does not read; the hash is the same under GoTrue's `$2a$`.
    hash: (password: string, who = NOBODY) =>
      turns.take(partyOf(who), async () => (await hash(password, cost)).replace(/^\$2y\$/, () => "$2a$")),
    verify: (password: string, stored: string, who = NOBODY) =>
      turns.take(partyOf(who), () => verify(password, stored).catch(() => false)),
  };
}

/** One customer may have thousands of addresses, which take turns as one network. */
const partyOf = ({ address, account }: HashedFor) => ({ whole: networkOf(address), part: `${address}\n${account}` });

const tooMany = () =>
  new Refusal(503, "over_request_rate_limit", "Too many people log in at once. Please try again.", {
    headers: { "Retry-After": "2" },
  });
