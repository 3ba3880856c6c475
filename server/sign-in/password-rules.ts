// Rules for the passwords of accounts.
import { CHOSEN_PASSWORD_MIN, PASSWORD_REFUSALS, type PasswordRefusal } from "#contract/password-refusals.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { AccountRules } from "./accounts.ts";
import { type Guessing, estimateGuessing } from "./password-estimate.ts";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;
/** bcrypt reads no more bytes of a password than these. */
const MAX_BYTES = 72;

type OfAccounts = Pick<AccountRules, "isOwnId" | "readNames" | "words">;

export type PasswordRules = OfAccounts & {
  /** Refuse passwords that are short or easily guessed, and the account's own ID (profile `hardened`). */
  refuseGuessable: boolean;
};

/** Throws a Refusal that says why an account with this address may not have the password. `database` names the sites. */
export async function checkPassword(
  database: Database,
  password: string,
  email: string,
  { refuseGuessable, ...rules }: PasswordRules,
): Promise<void> {
  if (password.length > MAX_CHARACTERS || Buffer.byteLength(password) > MAX_BYTES)
    throw new Refusal(422, "validation_failed", `Password cannot be longer than ${MAX_BYTES} bytes`);
  if (!refuseGuessable) {
    if (password.length < MIN_CHARACTERS)
      throw weak(`Password should be at least ${MIN_CHARACTERS} characters.`, "length");
    return;
  }
  const refusal = await whyGuessable(database, password, email, rules);
  if (refusal !== null) throw weak(PASSWORD_REFUSALS[refusal].sv, REASONS[refusal] ?? "characters", refusal);
}

/** The reason why others would guess the password of an account with this address; null when they would not. */
export async function whyGuessable(
  database: Database,
  password: string,
  email: string,
  { isOwnId, readNames, words }: OfAccounts,
): Promise<PasswordRefusal | null> {
  if (isOwnId(password, email)) return "id";
  if (password.length < CHOSEN_PASSWORD_MIN) return "short";
  const own = email.split(/[@.]/, 2);
  const found = await estimateGuessing(password, [...own, ...(await readNames(database))], words);
  return found === null ? null : REFUSED_AS[found];
}

const REFUSED_AS: Record<Guessing, PasswordRefusal> = {
  common: "common",
  known: "known",
  repeat: "repeated",
  order: "ordered",
  date: "dated",
  other: "guessable",
};

/** Supabase's names of reasons: `length`, `characters` and `pwned`. Our own name follows. */
const REASONS: Partial<Record<PasswordRefusal, string>> = { short: "length", common: "pwned" };

const weak = (message: string, ...reasons: string[]) =>
  new Refusal(422, "weak_password", message, { weak_password: { reasons } });
