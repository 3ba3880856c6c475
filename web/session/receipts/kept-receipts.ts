/** The receipts on this device, of the parkings that were registered here (document 4 §5). */
import { keepEntry, readEntries } from "#shared/device-entry.ts";
import { secretKey } from "#shared/secret-key.ts";
import { sha256 } from "#shared/sha256.ts";

/** A receipt as the device stores it; times are ISO strings. */
export type KeptReceipt = { key: string; plate: string; end: string };

/** The storage key of the receipts. The holder of a receipt may end and extend its parking. */
export const RECEIPTS = "parkering.receipts";

const MOST = 20;
/** The time that a receipt stays after its parking has ended, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

/** Makes a key, and the hash that the registration carries. */
export async function newReceipt(): Promise<{ key: string; hash: string }> {
  const key = secretKey();
  return { key, hash: await sha256(new Blob([key])) };
}

/** The receipts of parkings that run or ended lately, the latest end first; none when the storage is closed or damaged. */
export const readReceipts = (now = Date.now()): KeptReceipt[] =>
  readEntries(RECEIPTS)
    .filter(isReceipt)
    .filter(({ end }) => Date.parse(end) > now - KEPT_MS)
    .toSorted((a, b) => Date.parse(b.end) - Date.parse(a.end))
    .slice(0, MOST);

/** Stores a receipt. Without storage the parking is registered all the same. */
export const keepReceipt = (receipt: KeptReceipt): void => write([receipt, ...without(receipt.key)]);

/** Stores the new end of a receipt that this device has. */
export function renewReceipt(receipt: KeptReceipt): void {
  if (readReceipts().some(({ key }) => key === receipt.key)) keepReceipt(receipt);
}

/** Deletes a receipt whose parking is gone. */
export const forgetReceipt = (key: string): void => write(without(key));

const without = (key: string) => readReceipts().filter((other) => other.key !== key);

const write = (receipts: readonly KeptReceipt[]): void => void keepEntry(RECEIPTS, receipts);

const isReceipt = (one: unknown): one is KeptReceipt =>
  typeof one === "object" &&
  one !== null &&
  ["key", "plate", "end"].every((name) => typeof (one as Record<string, unknown>)[name] === "string");
