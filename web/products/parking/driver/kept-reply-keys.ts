// The reply keys of objections from this device. The case's page, opened by its QR code, uses them to show the decision (document 4 §4).
// They stand in no address, title or log.

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

function read(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEYS) ?? "[]") as Kept[];
    return kept.filter(({ replyKey, at }) => typeof replyKey === "string" && at > Date.now() - KEPT_MS);
  } catch {
    return [];
  }
}

function write(kept: readonly Kept[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(KEYS);
    else localStorage.setItem(KEYS, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // A full or closed storage is not worth a message to a person whose objection has arrived.
  }
}
