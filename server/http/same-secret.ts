// Compares a given key with a secret key in constant time, so that the time does not tell how much of it was right.
import { createHash, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Whether two texts are the same; the time does not depend on their contents. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}
