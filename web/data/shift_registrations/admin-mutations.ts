/** An admin's answer to a shift. */
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { shiftQueries } from "./queries.ts";

export type ShiftReview = { id: string; isApproved: boolean; reviewedBy: string; note: string | null };

/**
 * Approves or rejects a shift that waits (document 1 §4, §7); the database notes the time.
 * @throws DataError `reviewed` when it does not wait any more: another admin was first, or it is gone.
 */
export async function reviewShift({ id, isApproved, reviewedBy, note }: ShiftReview): Promise<void> {
  const client = await getClient();
  const changed = unwrap(
    await client
      .from("shift_registrations")
      .update({
        approved: isApproved,
        status: isApproved ? "approved" : "rejected",
        reviewed_by: reviewedBy,
        review_note: note,
      })
      .eq("id", id)
      .eq("approved", false)
      .eq("status", "pending")
      .select("id"),
  );
  if (changed.length === 0) throw new DataError("reviewed", "The shift does not wait for a review");
}

export const useReviewShift = defineMutation(reviewShift, [shiftQueries.all]);
