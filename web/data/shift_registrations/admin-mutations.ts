/** An admin's answer to a shift. */
import { getClient } from "../client.ts";
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
 * Approves or rejects a shift that is not approved (document 1 §4, §7); the database notes the time, and keeps the rejection of one
 * that is approved after all. A shift that has this very answer counts as answered: an earlier attempt arrived and only its own
 * answer was lost.
 * @throws DataError `reviewed` when it is not as the admin saw it any more: another admin was first, or it is gone.
 */
export async function reviewShift({ id, from, isApproved, reviewedBy, note }: ShiftReview): Promise<void> {
  const client = await getClient();
  const answer = { status: isApproved ? "approved" : "rejected", reviewed_by: reviewedBy, review_note: note };
  const changed = unwrap(
    await client
      .from("shift_registrations")
      .update({ approved: isApproved, ...answer })
      .eq("id", id)
      .eq("approved", false)
      .eq("status", from)
      .select("id"),
  );
  if (changed.length > 0) return;
  const found = unwrap(
    await client.from("shift_registrations").select("status, reviewed_by, review_note").eq("id", id).maybeSingle(),
  );
  const isAnswered =
    found?.status === answer.status && found.reviewed_by === answer.reviewed_by && found.review_note === note;
  if (!isAnswered) throw new DataError("reviewed", "The shift is not as it was seen");
}

export const useReviewShift = defineMutation(reviewShift, [shiftQueries.all]);
