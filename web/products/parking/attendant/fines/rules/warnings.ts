import { RIGHT_UNKNOWN } from "#contract/cases.ts";
import type { FineWarning } from "#data/fines/mutations.ts";
import { readablePlate } from "#contract/plate.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatMoney } from "#shared/format/money.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { warningTexts } from "../warning-texts.ts";

const { words, reasons } = warningTexts;

/** A warning in words (document 4 §4). */
export function warningText(warning: FineWarning): string {
  const until = warning.until === undefined ? warningTexts.untilEnded : formatDateTime(warning.until);
  switch (warning.code) {
    case "valid-parking":
      return words.validParking(until);
    case "valid-permit":
      return words.validPermit(until);
    case "in-grace":
      return words.inGrace(until);
    case RIGHT_UNKNOWN:
      return words.rightUnknown;
    case "removed-parking":
      return removalInWords(warning);
    case "observed-too-short":
      return words.observedTooShort(warning.minutes ?? 0);
    case "similar-plate":
      return words.similarPlate((warning.similar ?? []).map(({ plate }) => readablePlate(plate)).join(", "));
    case "above-legal-maximum":
      return words.aboveLegalMaximum(formatMoney(warning.maximum ?? null));
    case "no-place":
      return words.noPlace;
    case "few-photos":
      return warning.wanted === 1 ? words.noPhoto : words.fewPhotos(warning.wanted ?? 0);
    case "fined-within-6-hours":
      return words.finedWithin6Hours(formatDateTime(warning.latest));
    case "fined-today":
      return words.finedToday(formatDateTime(warning.latest));
    case "fined-five-times":
      return words.finedFiveTimes(warning.times ?? 0);
    default:
      return warning.code;
  }
}

/** The removal of a parking: who and when, with the day unless it was today. */
const removalInWords = ({ at, by }: FineWarning): string =>
  words.removedParking(at === undefined ? "" : shortMoment(new Date(at), Date.now()), by ?? "");

/** The reasons offered for a warning. A repeated fine within one parking is forbidden by law, so it has only one reason. */
export const reasonsFor = (code: string): readonly string[] =>
  code.startsWith("fined-") ? [reasons.newParking] : (reasons.offered[code as keyof typeof reasons.offered] ?? []);

/** Whether the person may write a reason of their own. */
export const mayWriteReason = (code: string): boolean => !code.startsWith("fined-");

const LEAST_LETTERS = 5;

/** Whether a text is a valid reason: a choice, or at least five letters. */
export const isReason = (reason: string): boolean => (reason.match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS;
