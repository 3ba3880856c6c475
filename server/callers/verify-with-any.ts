// Verifies a token while two keys are good: the new key, and the old key until everything that it signed is over.
import { errors } from "jose";

/**
 * Gives the result of `verify` with the first key that signed the token. Throws the last key's refusal when no key did, and whatever else
 * `verify` throws.
 */
export async function verifyWithAny<Key, Verified>(
  keys: readonly Key[],
  verify: (key: Key) => Promise<Verified>,
): Promise<Verified> {
  for (const key of keys.slice(0, -1)) {
    try {
      return await verify(key);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  const last = keys.at(-1);
  if (last === undefined) throw new errors.JWSSignatureVerificationFailed();
  return verify(last);
}
