// Which passwords an account may have.
import { idKey } from "#contract/staff-address.ts";
import { Refusal } from "#server/http/refusal.ts";
import { COMMON_PASSWORDS } from "./common-passwords.gen.ts";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;
/** bcrypt reads no more bytes of a password than these. */
const MAX_BYTES = 72;

export type PasswordRules = {
  /** Refuse passwords that everybody tries first, and the account's own ID (profile `hardened`). */
  refuseGuessable: boolean;
};

let common: ReadonlySet<string> | null = null;

/** Throws a Refusal that says why an account with this address may not have the password. */
export function checkPassword(password: string, email: string, { refuseGuessable }: PasswordRules): void {
  if (password.length < MIN_CHARACTERS)
    throw weak(`Password should be at least ${MIN_CHARACTERS} characters.`, "length");
  if (password.length > MAX_CHARACTERS || Buffer.byteLength(password) > MAX_BYTES)
    throw new Refusal(422, "validation_failed", `Password cannot be longer than ${MAX_BYTES} bytes`);
  if (!refuseGuessable) return;
  common ??= new Set(COMMON_PASSWORDS.split("\n"));
  const plain = password.toLowerCase();
  if (common.has(plain)) throw weak("Lösenordet är ett av de vanligaste. Välj ett annat.", "pwned");
  if (isOwnId(plain, email)) throw weak("Lösenordet får inte vara detsamma som ditt ID.", "characters");
}

/** Whether it is the address, the part of it before the @, or the ID that stands there before the project (contract/staff-address.ts). */
function isOwnId(plain: string, email: string): boolean {
  const local = email.split("@")[0] ?? "";
  const id = local.split(".")[0] ?? "";
  return [email, local, id, readable(local), readable(id)].some((own) => idKey(own) === idKey(plain));
}

/** An encoded ID as people write it: `_` and two hex digits are a byte. */
const readable = (encoded: string) =>
  Buffer.from(
    encoded.replaceAll(/_([0-9a-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )
    .toString("utf8")
    .toLowerCase();

/** The client knows the reasons `length`, `characters` and `pwned`. */
const weak = (message: string, reason: string) =>
  new Refusal(422, "weak_password", message, { weak_password: { reasons: [reason] } });
