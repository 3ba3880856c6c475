// Which passwords an account may have.
import { encodeId, idKey } from "#contract/staff-address.ts";
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
  if (common.has(password.toLowerCase())) throw weak("Lösenordet är ett av de vanligaste. Välj ett annat.", "pwned");
  if (isOwnId(password, email)) throw weak("Lösenordet får inte vara detsamma som ditt ID.", "characters");
}

/** Whether it is the address, the part of it before the @, or the ID that stands there before the project (contract/staff-address.ts). */
function isOwnId(password: string, email: string): boolean {
  const [local = ""] = email.split("@");
  const [id = ""] = local.split(".");
  const plain = idKey(password);
  const spelled = plain.split(".").map(encodeId).join(".");
  return [email, local, id].map(idKey).some((own) => [plain, encodeId(plain), spelled].includes(own));
}

/** The client knows the reasons `length`, `characters` and `pwned`. */
const weak = (message: string, reason: string) =>
  new Refusal(422, "weak_password", message, { weak_password: { reasons: [reason] } });
