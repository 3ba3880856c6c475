import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";
import { shiftSchema } from "#data/shift_registrations/schema.ts";
import { EARLIER_SPAN_NAMES, momentsOfSpan, skippedMessage } from "#shared/form/time-span.ts";
import { parseTime, toDateValue } from "#shared/format/dates.ts";
import { withEarlierNames } from "../../drafts/earlier-names.ts";
import { shiftTexts } from "../shift-texts.ts";

/** The shift form as it is filled in: dates as `yyyy-MM-dd`, times as people write them, photos ready to be sent. */
export type ShiftDraft = {
  start_date: string;
  start_time: string;
  end_date: string;
  end_time: string;
  rating: number;
  description: string;
  photos: readonly File[];
};

const texts = shiftTexts.form;

/** What must be filled in (document 1 §5); the rating always has a value. */
export const REQUIRED_FIELDS = [
  "start_date",
  "start_time",
  "end_date",
  "end_time",
  "description",
  "photos",
] as const satisfies readonly (keyof ShiftDraft)[];

/** An empty form: today's date, the times left to the attendant. @param now milliseconds since 1970. */
export function newShiftDraft(now: number): ShiftDraft {
  const today = toDateValue(new Date(now));
  return {
    start_date: today,
    start_time: "",
    end_date: today,
    end_time: "",
    rating: SHIFT.defaultRating,
    description: "",
    photos: [],
  };
}

/** Gives the shift that a device kept, from this version or an earlier one, the names that its fields have now. */
export const withShiftNames = (kept: object) => withEarlierNames(kept, EARLIER_SPAN_NAMES);

/** What is said as soon as the photos are chosen (document 1 §5); nothing while there are none. */
export function photoProblem(count: number): string | undefined {
  if (count > SHIFT.maxImages) return texts.tooMany(SHIFT.maxImages);
  return count > 0 && count < SHIFT.minImages ? texts.tooFewPhotos : undefined;
}

const time = v.pipe(
  v.string(),
  v.check((typed) => parseTime(typed) !== undefined, texts.wrongTime),
);
const shift = shiftSchema(texts.endNotAfterStart);

/** From the form to the columns of a shift and its photos, with a column's message at the field of its name (document 1 §5). */
export const shiftDraftSchema = v.pipe(
  v.object({
    start_date: v.string(),
    start_time: time,
    end_date: v.string(),
    end_time: time,
    rating: v.number(),
    description: v.string(),
    photos: v.custom<readonly File[]>(Array.isArray),
  }),
  v.check(({ photos }) => photos.length >= SHIFT.minImages, texts.missing),
  v.check(({ photos }) => photos.length <= SHIFT.maxImages, texts.tooMany(SHIFT.maxImages)),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const draft = dataset.value;
    const result = v.safeParse(shift, { ...draft, ...momentsOfSpan(draft) });
    if (result.success) return { shift: result.output, photos: draft.photos };
    for (const { path, message } of result.issues) {
      addIssue({ path, message: skippedMessage(draft, path?.[0]?.key) ?? message });
    }
    return NEVER;
  }),
);

/** What the form gives when nothing is wrong. */
export type FilledShift = v.InferOutput<typeof shiftDraftSchema>;
