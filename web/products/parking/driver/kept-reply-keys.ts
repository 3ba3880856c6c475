// The reply keys of objections from this device. The case's page, opened by its QR code, uses them to show the decision (document 4 §4).
// Reply keys stand in no address, title or log.
import { dropEntry, keepEntry, readEntries } from "#shared/device-entry.ts";

type Kept = { publicKey: string; replyKey: string; at: number };

const KEYS = "parkering.reply-keys";
const MOST = 20;
/** The lifetime of a stored key, in milliseconds; decisions are made within months. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** The reply key of a case; "" when this device has none. */
export const replyKeyOf = (publicKey: string): string =>
  read().find((kept) => kept.publicKey === publicKey)?.replyKey ?? "";

/** Stores a key, in place of an earlier one of the case. Without storage, only the address opens the answer. */
export const keepReplyKey = (publicKey: string, replyKey: string): void =>
  write([{ publicKey, replyKey, at: Date.now() }, ...without(publicKey)]);

/** Deletes the key: the case is gone, or the key opens nothing. */
export const forgetReplyKey = (publicKey: string): void => write(without(publicKey));

const without = (publicKey: string) => read().filter((kept) => kept.publicKey !== publicKey);

const isKept = (one: unknown): one is Kept => {
  const { replyKey, at } = (one ?? {}) as Partial<Kept>;
  return typeof replyKey === "string" && Number(at) > Date.now() - KEPT_MS;
};

const read = (): Kept[] => readEntries(KEYS).filter(isKept);

function write(kept: readonly Kept[]): void {
  if (kept.length === 0) dropEntry(KEYS);
  else keepEntry(KEYS, kept.slice(0, MOST));
}
