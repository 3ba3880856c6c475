// The keys of what was objected to on this device: the page that its QR code opens shows the decision there (document 4 §4). They stand in no
// address, title or log.

type Kept = { publicKey: string; replyKey: string; at: number };

const KEYS = "parkering.reply-keys";
const MOST = 20;
/** How long one is kept, in milliseconds: decisions are made within months. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** The key that opens the answer at a case; "" where this device has none. */
export const replyKeyOf = (publicKey: string): string =>
  read().find((kept) => kept.publicKey === publicKey)?.replyKey ?? "";

/** Keeps it, in place of an earlier one of the case. Without storage the address alone opens the answer. */
export const keepReplyKey = (publicKey: string, replyKey: string): void =>
  write([{ publicKey, replyKey, at: Date.now() }, ...without(publicKey)]);

/** Forgets it: the case is gone, or the key opens nothing. */
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
    // A full or closed storage is no reason to tell somebody whose objection has arrived.
  }
}
