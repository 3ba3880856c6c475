/** An admin's answer to a shift, and its undo. */
import type { Acting } from "../acting.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { type ShiftStatus, shiftQueries } from "./queries.ts";

/** `from` is the state that the admin saw. */
export type ShiftReview = {
  id: string;
  from: ShiftStatus;
  isApproved: boolean;
  reviewedBy: string;
  note: string | null;
};

/**
 * Approves or rejects a shift that is not approved (document 1 §4, §7). The database notes the time, and keeps a rejection when the shift
 * is approved later. A shift that already has this very answer counts as answered: an earlier attempt arrived and its answer was lost.
 * @returns the time of the review, by which `undoApproval` finds this answer.
 * @throws DataError `reviewed` when the shift has changed since the admin saw it: another admin was first, or it is gone.
 */
export async function reviewShift(
  acting: Acting,
  { id, from, isApproved, reviewedBy, note }: ShiftReview,
): Promise<string | null> {
  const client = await acting.client();
  const answer = { status: isApproved ? "approved" : "rejected", reviewed_by: reviewedBy, review_note: note };
  const changed = unwrap(
    await client
      .from("shift_registrations")
      .update({ approved: isApproved, ...answer })
      .eq("id", id)
      .eq("approved", false)
      .eq("status", from)
      .select("reviewed_at"),
  );
  if (changed[0] !== undefined) return changed[0].reviewed_at;
  const found = unwrap(
    await client
      .from("shift_registrations")
      .select("status, reviewed_by, review_note, reviewed_at")
      .eq("id", id)
      .maybeSingle(),
  );
  const isAnswered =
    found?.status === answer.status && found.reviewed_by === answer.reviewed_by && found.review_note === note;
  if (!isAnswered) throw new DataError("reviewed", "The shift is not as it was seen");
  return found.reviewed_at;
}

/** An approval to take back: by whom, and at which moment. */
export type Approval = { id: string; reviewedBy: string; reviewedAt: string };

/**
 * Returns a shift that was approved by mistake to the waiting state; both steps stand in the trail. Only this very approval is taken back.
 * @throws DataError `reviewed` when the shift has another answer by now, or is gone.
 */
export async function undoApproval(acting: Acting, { id, reviewedBy, reviewedAt }: Approval): Promise<void> {
  const client = await acting.client();
  const own = client.from("shift_registrations").update({ approved: false, status: "pending", review_note: null });
  const changed = unwrap(
    await own
      .eq("id", id)
      .eq("status", "approved")
      .eq("reviewed_by", reviewedBy)
      .eq("reviewed_at", reviewedAt)
      .select("id"),
  );
  if (changed.length > 0) return;
  const waiting = client.from("shift_registrations").select("id").eq("id", id).eq("status", "pending");
  // An earlier attempt arrived, and only its answer was lost.
  if (unwrap(await waiting).length === 0) throw new DataError("reviewed", "The shift has another answer");
}

export const useReviewShift = defineMutation(reviewShift, [shiftQueries.all]);
export const useUndoApproval = defineMutation(undoApproval, [shiftQueries.all]);
