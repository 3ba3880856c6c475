/** The key of this device's bids (document 5 §5). The holder of the key reads, raises and withdraws them. */
import { keepEntry, readEntry } from "#shared/device-entry.ts";
import { isSecretKey, secretKey } from "#shared/secret-key.ts";

const ENTRY = "parkering.bid-key";

/** The key of this device; undefined while nobody has bid here. */
export function readBidKey(): string | undefined {
  const kept = readEntry(ENTRY);
  return typeof kept === "string" && isSecretKey(kept) ? kept : undefined;
}

/** The key of this device, made with the first bid. Without storage the page that follows the bid still has it in its address. */
export function ownBidKey(): string {
  return readBidKey() ?? keepBidKey(secretKey());
}

/** Keeps a key as this device's. */
export function keepBidKey(key: string): string {
  keepEntry(ENTRY, key);
  return key;
}
