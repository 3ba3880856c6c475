import { Check, Undo2, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import type { Review } from "./review-dialog.tsx";
import { approveButtonId, undoButtonId, type useApprovals } from "./use-approvals.ts";

const texts = adminTexts.shifts;

/** A held Enter presses once. The focus moves on to the next button, and each repetition would press that one. */
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
 * The buttons for a shift. One press approves a waiting shift, and can be undone for a moment. A rejection needs a note, and so does the
 * approval of a rejected shift. A rejected shift cannot be rejected again.
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
      {/* On a phone the two buttons fill a row, in reach of the thumb. */}
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

/** The id of the text that says why one's own shift cannot be approved. */
const ownNoteId = (id: string) => `own-${id}`;

function ApproveButton({ shift, approvals, onReview }: ShiftActionsProps) {
  const { id, status } = shift;
  const isOwn = approvals.isOwn(shift);
  return (
    <Button
      id={approveButtonId(id)}
      size="small"
      variant="primary"
      // The margin leaves room for the text below, when the focus scrolls the button into view.
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
