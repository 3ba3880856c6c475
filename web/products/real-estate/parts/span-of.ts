import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { viewingTexts as texts } from "../visit-texts.ts";

/** The time of a viewing: its day, from when, and until when. */
export const spanOf = ({ starts_at: start, ends_at: end }: { starts_at: string; ends_at: string }): string =>
  texts.span(toDateValue(new Date(start)), toTimeValue(new Date(start)), toTimeValue(new Date(end)));
