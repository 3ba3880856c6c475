/** An admin's answer to a shift. */
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { shiftQueries } from "./queries.ts";

export type ShiftReview = { id: string; isApproved: boolean; reviewedBy: string; note: string | null };

/**
 * Approves or rejects a shift that waits (document 1 §4, §7); the database notes the time. A shift that has this very answer
 * counts as answered: an earlier attempt arrived and only its own answer was lost.
 * @throws DataError `reviewed` when it does not wait any more: another admin was first, or it is gone.
 */
export async function reviewShift({ id, isApproved, reviewedBy, note }: ShiftReview): Promise<void> {
  const client = await getClient();
  const answer = { status: isApproved ? "approved" : "rejected", reviewed_by: reviewedBy, review_note: note };
  const changed = unwrap(
    await client
      .from("shift_registrations")
      .update({ approved: isApproved, ...answer })
      .eq("id", id)
      .eq("approved", false)
      .eq("status", "pending")
      .select("id"),
  );
  if (changed.length > 0) return;
  const found = unwrap(
    await client.from("shift_registrations").select("status, reviewed_by, review_note").eq("id", id).maybeSingle(),
  );
  const isAnswered =
    found?.status === answer.status && found.reviewed_by === answer.reviewed_by && found.review_note === note;
  if (!isAnswered) throw new DataError("reviewed", "The shift does not wait for a review");
}

export const useReviewShift = defineMutation(reviewShift, [shiftQueries.all]);
