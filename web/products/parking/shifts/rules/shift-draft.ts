import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";
import { shiftSchema } from "#data/shift_registrations/schema.ts";
import { momentsOfSpan, skippedMessage } from "#shared/form/time-span.ts";
import { parseTime, toDateValue } from "#shared/format/dates.ts";
import { shiftTexts } from "../shift-texts.ts";

/** The shift form as it is filled in: dates as `yyyy-MM-dd`, times as people write them, photos ready to be sent. */
export type ShiftDraft = {
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  rating: number;
  description: string;
  photos: readonly File[];
};

const texts = shiftTexts.form;

/** What must be filled in (document 1 §5); the rating always has a value. */
export const REQUIRED_FIELDS = [
  "startDate",
  "startTime",
  "endDate",
  "endTime",
  "description",
  "photos",
] as const satisfies readonly (keyof ShiftDraft)[];

/** An empty form: today's date, the times left to the attendant. @param now milliseconds since 1970. */
export function newShiftDraft(now: number): ShiftDraft {
  const today = toDateValue(new Date(now));
  return {
    startDate: today,
    startTime: "",
    endDate: today,
    endTime: "",
    rating: SHIFT.defaultRating,
    description: "",
    photos: [],
  };
}

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

/** Which field of the form a column's message belongs to. */
const FIELD_OF: Record<string, keyof ShiftDraft> = {
  start_time: "startTime",
  end_time: "endTime",
  rating: "rating",
  description: "description",
};

/** From the form to the columns of a shift and its photos, with messages at the form's fields (document 1 §5). */
export const shiftDraftSchema = v.pipe(
  v.object({
    startDate: v.string(),
    startTime: time,
    endDate: v.string(),
    endTime: time,
    rating: v.number(),
    description: v.string(),
    photos: v.custom<readonly File[]>(Array.isArray),
  }),
  v.check(({ photos }) => photos.length >= SHIFT.minImages, texts.missing),
  v.check(({ photos }) => photos.length <= SHIFT.maxImages, texts.tooMany(SHIFT.maxImages)),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const draft = dataset.value;
    const result = v.safeParse(shift, {
      ...momentsOfSpan(draft),
      rating: draft.rating,
      description: draft.description,
    });
    if (result.success) return { shift: result.output, photos: draft.photos };
    for (const issue of result.issues) {
      const key = FIELD_OF[String(issue.path?.[0]?.key)] ?? "description";
      addIssue({
        message: skippedMessage(draft, key) ?? issue.message,
        path: [{ type: "object", origin: "value", input: draft, key, value: draft[key] }],
      });
    }
    return NEVER;
  }),
);

/** What the form gives when nothing is wrong. */
export type FilledShift = v.InferOutput<typeof shiftDraftSchema>;
