import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { adminTexts } from "../admin-texts.ts";
import { isReviewed, useAnswer } from "./use-answer.ts";

const texts = adminTexts.shifts;

/** A shift to be answered, and the answer. */
export type Review = { shift: Shift; isApproved: boolean };

type ReviewDialogProps = { review: Review; session: Session; log: Log; onClose: () => void };

const noteSchema = v.object({ note: v.pipe(v.string(), v.trim(), v.maxLength(SHIFT.maxNote)) });

/** A dialog that asks for the note, which a rejection needs (document 1 §5), and answers the shift. */
export function ReviewDialog({ review, session, log, onClose }: ReviewDialogProps) {
  const { shift, isApproved } = review;
  const answer = useAnswer({ log });
  const words = isApproved
    ? { title: texts.approveTitle, text: texts.approveText, button: texts.approve }
    : { title: texts.rejectTitle, text: texts.rejectText, button: texts.reject };

  return (
    <FormDialog
      title={words.title(shift.attendant_user_id)}
      description={words.text}
      submit={words.button}
      isDanger={!isApproved}
      onClose={onClose}
      initial={{ note: "" }}
      schema={noteSchema}
      {...(isApproved ? {} : { required: { fields: ["note"], text: texts.noteRequired } })}
      onSubmit={({ note }) =>
        answer.submit({
          id: shift.id,
          from: shift.status,
          isApproved,
          reviewedBy: session.userId,
          note: note === "" ? null : note,
        })
      }
      failed={(error) => {
        if (isReviewed(error)) onClose();
        return answer.failed(error);
      }}
    >
      {({ field }) => (
        <TextArea
          label={texts.note}
          {...field("note")}
          {...(isApproved ? { optional: true } : { required: true })}
          maxLength={SHIFT.maxNote}
        />
      )}
    </FormDialog>
  );
}
