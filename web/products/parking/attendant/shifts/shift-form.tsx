import { SHIFT } from "#contract/limits.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Form } from "#shared/form/form.tsx";
import { SliderField } from "#shared/form/slider-field.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import type { ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { DeviceFull } from "#shared/offline/device-full.ts";
import { DraftNotice } from "#parking/kernel/drafts/draft-notice.tsx";
import { useDraft, useKeptDraft } from "#parking/kernel/drafts/use-draft.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import {
  newShiftDraft,
  type RejectedShift,
  REQUIRED_FIELDS,
  shiftDraftSchema,
  spanOfTurn,
  type StampedTimes,
  withShiftNames,
} from "./rules/shift-draft.ts";
import { shiftTexts } from "./shift-texts.ts";
import { PhotosField } from "./parts/photos-field.tsx";
import { SpanFields } from "./parts/span-fields.tsx";
import { usePhotos } from "./use-photos.ts";
import { type Progress, useShiftSubmission } from "./parts/use-shift-submission.ts";

const texts = shiftTexts.form;

/** The form's first values, from the router's state: the times of a turn on the clock, or a rejected shift. */
export type ShiftStart = { times?: StampedTimes; again?: RejectedShift };

/** An empty form, or one with the times of a turn or the contents of a rejected shift (document 5 §6). */
const beginning =
  ({ times, again }: ShiftStart) =>
  () => ({
    ...newShiftDraft(Date.now()),
    ...(times && spanOfTurn(times)),
    ...(again && {
      ...spanOfTurn({ started_at: again.start_time, ended_at: again.end_time }),
      rating: again.rating,
      description: again.description,
    }),
  });

type ShiftFormProps = {
  session: Session;
  project: ProjectId;
  log: Log;
  sentHere: Set<string>;
  start?: ShiftStart;
  /** Called after the shift was sent: the next form begins empty. */
  onSent?: () => void;
};

/**
 * A form that registers a shift (document 1 §2, §5, §8). A failed upload or save keeps all fields and photos; the draft stays on the
 * device.
 */
export function ShiftForm({ session, project, log, sentHere, start = {}, onSent }: ShiftFormProps) {
  // The draft's name. A turn on the clock and a rejected shift have drafts of their own, apart from the draft of a form that began empty.
  const name = ["shift", project ?? "", start.again?.id ?? start.times?.started_at]
    .filter((part) => part !== undefined)
    .join(" ");
  const draft = useDraft({ session, name, fresh: beginning(start), read: withShiftNames });
  const { send, failed, progress } = useShiftSubmission({ session, project, log, replaces: start.again?.id }, sentHere);
  const form = useForm({
    initial: draft.initial,
    schema: shiftDraftSchema,
    required: { fields: REQUIRED_FIELDS, text: texts.missing },
    onSubmit: async (filled) => {
      await send(filled);
      startAnew();
      onSent?.();
    },
    failed: (error) => (error instanceof DeviceFull ? queueTexts.deviceFull : failed(error)),
  });
  const photos = usePhotos(form, session, name);
  useKeptDraft(draft, form.values);
  const hasDraft = form.values.photos.length > 0 || draft.isWorthKeeping(form.values);

  function startAnew() {
    photos.forget();
    form.reset(draft.startAnew());
  }

  return (
    <Form
      form={form}
      label={texts.title}
      className="form-with-bar"
      actions={
        <Button variant="primary" type="submit" wide size="large" pending={form.isPending || photos.isReading}>
          {texts.submit}
        </Button>
      }
    >
      <SpanFields form={form} />
      <SliderField
        label={texts.rating}
        hint={texts.ratingHint}
        {...form.field("rating")}
        min={SHIFT.minRating}
        max={SHIFT.maxRating}
      />
      <TextArea label={texts.description} {...form.field("description")} required maxLength={SHIFT.maxDescription} />
      <PhotosField form={form} photos={photos} />
      {hasDraft && <DraftNotice loss={texts.discardLoss} onDiscard={startAnew} />}
      <UploadProgress progress={progress} />
    </Form>
  );
}

function UploadProgress({ progress }: { progress: Progress | undefined }) {
  const text = progress && texts.uploading(progress.done, progress.total);
  return (
    <div className={progress === undefined ? "sr-only" : "grid gap-2"}>
      <output className="font-medium">{text}</output>
      {progress !== undefined && (
        <progress aria-label={text} value={progress.done} max={progress.total} className="h-2 w-full accent-brand" />
      )}
    </div>
  );
}
