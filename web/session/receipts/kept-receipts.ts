/** The receipts that this device keeps: of the parkings that were registered on it (document 4 §5). */
import { secretKey } from "#shared/secret-key.ts";
import { sha256 } from "#shared/sha256.ts";

/** What the device knows without asking; times are ISO strings. */
export type KeptReceipt = { key: string; plate: string; end: string };

/** Where they lie. Whoever holds one may end and extend its parking. */
export const RECEIPTS = "parkering.receipts";

const MOST = 20;
/** How long one is kept after its parking has ended, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

/** A new key, and the hash that a registration carries. */
export async function newReceipt(): Promise<{ key: string; hash: string }> {
  const key = secretKey();
  return { key, hash: await sha256(new Blob([key])) };
}

/** Those that run or ended lately, what ends last first. Nothing where the device keeps nothing, or something else. */
export function readReceipts(now = Date.now()): KeptReceipt[] {
  try {
    const kept = JSON.parse(localStorage.getItem(RECEIPTS) ?? "[]") as unknown[];
    return kept
      .filter(isReceipt)
      .filter(({ end }) => Date.parse(end) > now - KEPT_MS)
      .toSorted((a, b) => Date.parse(b.end) - Date.parse(a.end))
      .slice(0, MOST);
  } catch {
    return [];
  }
}

/** Keeps one. Without storage the parking is registered all the same. */
export const keepReceipt = (receipt: KeptReceipt): void => write([receipt, ...without(receipt.key)]);

/** Keeps a changed end of a receipt that is this device's. */
export function renewReceipt(receipt: KeptReceipt): void {
  if (readReceipts().some(({ key }) => key === receipt.key)) keepReceipt(receipt);
}

/** Forgets one whose parking is gone. */
export const forgetReceipt = (key: string): void => write(without(key));

const without = (key: string) => readReceipts().filter((other) => other.key !== key);

function write(receipts: readonly KeptReceipt[]): void {
  try {
    localStorage.setItem(RECEIPTS, JSON.stringify(receipts));
  } catch {
    // A full or closed storage is no reason to tell somebody who has just registered.
  }
}

const isReceipt = (one: unknown): one is KeptReceipt =>
  typeof one === "object" &&
  one !== null &&
  ["key", "plate", "end"].every((name) => typeof (one as Record<string, unknown>)[name] === "string");
