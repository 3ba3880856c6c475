// Which passwords an account may have.
import sql from "sql-template-tag";
import { CHOSEN_PASSWORD_MIN, PASSWORD_REFUSALS, type PasswordRefusal } from "#contract/password-refusals.ts";
import { encodeId, idKey } from "#contract/staff-address.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type Guessing, estimateGuessing } from "./password-estimate.ts";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;
/** bcrypt reads no more bytes of a password than these. */
const MAX_BYTES = 72;

export type PasswordRules = {
  /** Refuse passwords that are short or easily guessed, and the account's own ID (profile `hardened`). */
  refuseGuessable: boolean;
};

/** Throws a Refusal that says why an account with this address may not have the password. `database` names the sites. */
export async function checkPassword(
  database: Database,
  password: string,
  email: string,
  { refuseGuessable }: PasswordRules,
): Promise<void> {
  if (password.length > MAX_CHARACTERS || Buffer.byteLength(password) > MAX_BYTES)
    throw new Refusal(422, "validation_failed", `Password cannot be longer than ${MAX_BYTES} bytes`);
  if (!refuseGuessable) {
    if (password.length < MIN_CHARACTERS)
      throw weak(`Password should be at least ${MIN_CHARACTERS} characters.`, "length");
    return;
  }
  const refusal = await whyGuessable(database, password, email);
  if (refusal !== null) throw weak(PASSWORD_REFUSALS[refusal].sv, REASONS[refusal] ?? "characters");
}

/** Why others would guess the password of an account with this address; null when they would not. */
export async function whyGuessable(
  database: Database,
  password: string,
  email: string,
): Promise<PasswordRefusal | null> {
  if (isOwnId(password, email)) return "id";
  if (password.length < CHOSEN_PASSWORD_MIN) return "short";
  const own = email.split(/[@.]/, 2);
  const found = await estimateGuessing(password, [...own, ...(await readNames(database))]);
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

/** The client knows the reasons `length`, `characters` and `pwned`. */
const REASONS: Partial<Record<PasswordRefusal, string>> = { short: "length", common: "pwned" };

/** How the company and its sites are called: whoever guesses begins with these. */
async function readNames(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string | null }>(sql`
    select distinct unnest(array[s.name, s.path, i.issuer_name]) as name
    from public.main_page_sites s left join public.site_settings i on i.site_id = s.id limit 1000`);
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Whether it is the address, the part of it before the @, or the ID that stands there before the project (contract/staff-address.ts). */
function isOwnId(password: string, email: string): boolean {
  const [local = ""] = email.split("@");
  const [id = ""] = local.split(".");
  const plain = idKey(password);
  const spelled = plain.split(".").map(encodeId).join(".");
  return [email, local, id].map(idKey).some((own) => [plain, encodeId(plain), spelled].includes(own));
}

const weak = (message: string, reason: string) =>
  new Refusal(422, "weak_password", message, { weak_password: { reasons: [reason] } });
