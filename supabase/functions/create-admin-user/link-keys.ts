/** Keys of links to choose a password with: 22 letters, 128 random bits. The browser of the person who makes the link makes the key. */
import { Refusal } from "./surroundings.ts";

export const isKey = (key: unknown): key is string => typeof key === "string" && /^[\w-]{22}$/.test(key);

/** Reads the key of a new link. Throws a Refusal. */
export function readNewKey(key: unknown): string {
  if (!isKey(key)) throw new Refusal(400, "key must be a secret key of 22 letters");
  return key;
}
