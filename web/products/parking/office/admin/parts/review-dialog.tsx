import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { adminTexts } from "../admin-texts.ts";
import { isReviewed, useAnswer } from "./use-answer.ts";

const texts = adminTexts.shifts;

/** A shift that is about to be answered, and how. */
export type Review = { shift: Shift; isApproved: boolean };

type ReviewDialogProps = { review: Review; session: Session; log: Log; onClose: () => void };

const noteSchema = v.object({ note: v.pipe(v.string(), v.trim(), v.maxLength(SHIFT.maxNote)) });

/** Asks for the note, which a rejection needs (document 1 §5), and answers the shift. */
export function ReviewDialog({ review, session, log, onClose }: ReviewDialogProps) {
  const { shift, isApproved } = review;
  const answer = useAnswer({ log });
  const words = isApproved
    ? { title: texts.approveTitle, text: texts.approveText, button: texts.approve }
    : { title: texts.rejectTitle, text: texts.rejectText, button: texts.reject };

  async function handleSubmit(typed: { note: string }) {
    const note = typed.note === "" ? null : typed.note;
    await answer.submit({ id: shift.id, from: shift.status, isApproved, reviewedBy: session.userId, note });
    onClose();
  }

  const form = useForm({
    initial: { note: "" },
    schema: noteSchema,
    ...(isApproved ? {} : { required: { fields: ["note"] as const, text: texts.noteRequired } }),
    onSubmit: handleSubmit,
    failed: (error) => {
      if (isReviewed(error)) onClose();
      return answer.failed(error);
    },
  });
  return (
    <Dialog open onOpenChange={onClose} title={words.title(shift.attendant_user_id)} description={words.text}>
      <Form
        form={form}
        actions={
          <>
            <SubmitButton form={form} variant={isApproved ? "primary" : "danger"}>
              {words.button}
            </SubmitButton>
            <Button onClick={onClose}>{adminTexts.cancel}</Button>
          </>
        }
      >
        <TextArea
          label={texts.note}
          {...form.field("note")}
          {...(isApproved ? { note: texts.optional } : { required: true })}
          maxLength={SHIFT.maxNote}
        />
      </Form>
    </Dialog>
  );
}
