/** Stores the account to which a driver wants money paid back. */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { RefundKind } from "../fines/look-up.ts";

/** A bank account with its clearing number, or a Swish number in `account`. */
export type LeftAccount = { publicKey: string; kind: RefundKind; name: string; clearing: string; account: string };

/**
 * Stores the account and returns its bank, or "" for Swish; null when the case is not found. @throws DataError PK008 with the wrong field,
 * PK005 when nothing is owed, or the refund is on its way.
 */
export async function leaveRefundAccount(acting: Acting, left: LeftAccount): Promise<string | null> {
  const { publicKey, kind, name, clearing, account } = left;
  const answer = await callFunction<{ outcome: "left"; bank: string } | { outcome: "none" }>(
    acting,
    "leave_refund_account",
    { public_key: publicKey, kind, name, account, ...(kind === "account" && { clearing }) },
  );
  return answer.outcome === "none" ? null : answer.bank;
}
