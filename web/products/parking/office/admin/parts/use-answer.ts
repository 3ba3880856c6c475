/** An admin's actions on a shift: answer it, and take an approval back. */
import { DataError, isCaseRefusal } from "#data/data-error.ts";
import { type Approval, useReviewShift, useUndoApproval } from "#data/shift_registrations/admin-mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.shifts;

/** Whether another admin answered the shift meanwhile. */
export const isReviewed = (error: unknown): boolean => error instanceof DataError && error.code === "reviewed";

const told = (text: string, error: unknown) => ({
  text,
  ...(isReviewed(error) ? { description: texts.reviewedAlready } : {}),
  ...(isCaseRefusal(error) ? { description: error.message } : {}),
});

/** Approves or rejects a shift, with its entry in the activity log (document 1 §4, §7, §8). */
export const useAnswer = defineAction({
  mutation: useReviewShift,
  thing: ({ id }) => id,
  done: (_, { isApproved }) => (isApproved ? texts.approved : texts.rejected),
  failed: (error, { isApproved }) => told(isApproved ? texts.approveFailed : texts.rejectFailed, error),
  log: {
    name: ({ isApproved }) => (isApproved ? "shift_approve" : "shift_reject"),
    about: ({ id, note }) => ({ shift_id: id, note }),
  },
});

/** Takes an approval back. */
export const useUndo = defineAction<Approval, void>({
  mutation: useUndoApproval,
  thing: ({ id }) => id,
  done: () => texts.undone,
  failed: (error) => told(texts.undoFailed, error),
  log: { name: "shift_approve_undone", about: ({ id }) => ({ shift_id: id }) },
});
