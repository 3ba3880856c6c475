import type { OwedCase } from "#data/refunds/queries.ts";

/**
 * The state of a refund: `none` without an account, `left` with one, `changed` where the case owes another sum than was proposed,
 * `waiting` for another admin's approval, or `ready` for a file.
 */
export type RefundState = "none" | "left" | "changed" | "waiting" | "ready";

/** The state of a case's refund, as the database judges it. */
export function refundStateOf({ refund, owed_ore: owed, needs_two: needsTwo }: OwedCase): RefundState {
  if (refund === null) return "none";
  if (refund.proposed_by === null) return "left";
  if (refund.amount_ore !== owed) return "changed";
  return needsTwo && refund.approved_by === null ? "waiting" : "ready";
}

/** The words of a name that say who it is, in any order, case and accents. */
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .split(/[^\p{Letter}]+/u)
    .filter((word) => word.length > 1);

/**
 * Whether the account holder's name shares no word with those who paid or get the letters. Anybody who saw the QR code can leave an account,
 * so such a refund wants a second look. Without any such name nothing is said.
 */
export function isStrangeName({ refund, payers, recipient }: OwedCase): boolean {
  const known = [...payers, recipient ?? ""].flatMap(wordsOf);
  return refund !== null && known.length > 0 && !wordsOf(refund.payee_name).some((word) => known.includes(word));
}
