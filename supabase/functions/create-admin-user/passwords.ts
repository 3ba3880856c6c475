/** Rules for the passwords of accounts. */
import { Refusal } from "./surroundings.ts";

const MIN_CHARACTERS = { specified: 6, hardened: 8 };
/** Text of contract/password-refusals.ts. A test compares the two. */
export const TOO_SHORT = "Lösenordet måste ha minst 8 tecken.";
/** Code and reasons of a short password, as the sign-in service gives them. */
const SHORT = { error_code: "weak_password", reasons: ["length", "short"] };
const MAX_CHARACTERS = 128;
/** bcrypt, which keeps the password of the account, reads no more bytes than these. */
const MAX_BYTES = 72;

/**
 * Reads the password of a body; the sign-in service refuses one that others would guess. Throws a Refusal that says what is wrong with it.
 */
export function readPassword(password: unknown, profile: "specified" | "hardened" = "hardened"): string {
  if (typeof password !== "string" || password === "") throw new Refusal(400, "A password is required");
  if (password.length < MIN_CHARACTERS[profile])
    throw profile === "hardened"
      ? new Refusal(400, TOO_SHORT, SHORT)
      : new Refusal(400, "Password must be at least 6 characters long");
  if (password.length > MAX_CHARACTERS || new TextEncoder().encode(password).length > MAX_BYTES)
    throw new Refusal(400, "The password is too long: it may have 72 bytes (å, ä and ö take two each)");
  // PostgreSQL stores no NUL, and all broken surrogates would be the same letter to bcrypt.
  if (/[\0\p{Cs}]/u.test(password)) throw new Refusal(400, "The password has a character that cannot be kept");
  return password;
}
