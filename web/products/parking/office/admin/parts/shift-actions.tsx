import { Check, Undo2, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import type { Review } from "./review-dialog.tsx";
import { approveButtonId, undoButtonId, type useApprovals } from "./use-approvals.ts";

const texts = adminTexts.shifts;

/** A held Enter presses once: the focus goes on to the next button, and each repetition would press that one. */
function ignoreRepetition(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

type ShiftActionsProps = {
  shift: Shift;
  approvals: ReturnType<typeof useApprovals>;
  /** Opens the dialog with the note. */
  onReview: (review: Review) => void;
};

/**
 * What an admin does to a shift: one press approves what waits, and takes it back for a moment. A rejection asks for its note, and so does
 * the approval of a shift that was rejected by mistake; to reject it once more says nothing new.
 */
export function ShiftActions({ shift, approvals, onReview }: ShiftActionsProps) {
  const { id } = shift;
  if (approvals.isUndoable(id)) {
    return (
      <Button
        id={undoButtonId(id)}
        size="small"
        pending={approvals.isUndoing(id)}
        onKeyDown={ignoreRepetition}
        onClick={({ timeStamp }) => approvals.takeBack(id, timeStamp)}
      >
        <Undo2 aria-hidden="true" />
        {texts.undo}
      </Button>
    );
  }
  const isWaiting = shift.status === "pending";
  const isOwn = approvals.isOwn(shift);
  return (
    <>
      {/* On a phone the two answers fill a row, where the thumb is. */}
      <div className="flex flex-wrap gap-2 max-sm:w-full max-md:[&>*]:flex-1">
        <ApproveButton {...{ shift, approvals, onReview }} />
        {isWaiting && (
          <Button size="small" onClick={() => onReview({ shift, isApproved: false })}>
            <X aria-hidden="true" className="text-danger" />
            {texts.reject}
          </Button>
        )}
      </div>
      {isOwn && (
        <p id={ownNoteId(id)} className="text-sm text-ink-soft">
          {texts.own}
        </p>
      )}
      {isWaiting && !isOwn && (
        <Button
          size="small"
          variant="ghost"
          className="px-1! font-normal! underline"
          onClick={() => onReview({ shift, isApproved: true })}
        >
          {texts.withNote}
        </Button>
      )}
    </>
  );
}

/** Names the words that say why the own shift is not approved. */
const ownNoteId = (id: string) => `own-${id}`;

function ApproveButton({ shift, approvals, onReview }: ShiftActionsProps) {
  const { id, status } = shift;
  const isOwn = approvals.isOwn(shift);
  return (
    <Button
      id={approveButtonId(id)}
      size="small"
      variant="primary"
      // Room for what is told below it, when it comes into view with the focus.
      className="scroll-mb-28"
      pending={approvals.isApproving(id)}
      disabled={isOwn}
      aria-describedby={isOwn ? ownNoteId(id) : undefined}
      onKeyDown={ignoreRepetition}
      onClick={({ timeStamp }) =>
        status === "pending" ? approvals.approve(shift, timeStamp) : onReview({ shift, isApproved: true })
      }
    >
      <Check aria-hidden="true" />
      {texts.approve}
    </Button>
  );
}
