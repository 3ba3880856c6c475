import * as v from "valibot";
import { SHIFT } from "#contract/limits.ts";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { shiftSchema } from "#data/shift_registrations/schema.ts";
import { EARLIER_SPAN_NAMES, momentsOfSpan, skippedMessage } from "#shared/form/time-span.ts";
import { parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { withEarlierNames } from "#parking/kernel/drafts/restored-draft.ts";
import { shiftTexts } from "../shift-texts.ts";

/** The values of the shift form: dates as `yyyy-MM-dd`, times as people write them, photos ready to be sent. */
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

/** The required fields (document 1 §5); the rating always has a value. */
export const REQUIRED_FIELDS = [
  "start_date",
  "start_time",
  "end_date",
  "end_time",
  "description",
  "photos",
] as const satisfies readonly (keyof ShiftDraft)[];

/** An empty form with today's date and empty times. @param now milliseconds since 1970. */
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

/** The start and end of a turn on the clock, from the router's state. */
export type StampedTimes = { started_at: string; ended_at: string };

/** A rejected shift that is sent again, from the router's state. */
export type RejectedShift = Pick<Shift, "id" | "start_time" | "end_time" | "rating" | "description">;

/** The days and times of a turn on the clock, which begin the form (document 5 §6). */
export function spanOfTurn(turn: StampedTimes): Omit<ShiftDraft, "rating" | "description" | "photos"> {
  const [start, end] = [new Date(turn.started_at), new Date(turn.ended_at)];
  return {
    start_date: toDateValue(start),
    start_time: toTimeValue(start),
    end_date: toDateValue(end),
    end_time: toTimeValue(end),
  };
}

/** Renames the fields of a stored shift from an earlier version. */
export const withShiftNames = (kept: object) => withEarlierNames(kept, EARLIER_SPAN_NAMES);

/** The problem of the chosen photos, shown at once (document 1 §5); undefined while there are none. */
export function photoProblem(count: number): string | undefined {
  if (count > SHIFT.maxImages) return texts.tooMany(SHIFT.maxImages);
  return count > 0 && count < SHIFT.minImages ? texts.tooFewPhotos : undefined;
}

const time = v.pipe(
  v.string(),
  v.check((typed) => parseTime(typed) !== undefined, texts.wrongTime),
);
const shift = shiftSchema(texts.endNotAfterStart);

/** Converts the form to the columns of a shift and its photos. A column's message stands at the field of the same name (document 1 §5). */
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

/** The result of a valid form. */
export type FilledShift = v.InferOutput<typeof shiftDraftSchema>;
