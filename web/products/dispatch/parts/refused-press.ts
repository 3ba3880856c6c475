import { lostSince, NOT_SENT } from "#data/contact.ts";
import { isUnreachable } from "#data/data-error.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { unitTexts } from "../unit-texts.ts";

const { press: texts } = unitTexts;

/** The message about a press that failed: without a network `refused` with the reason, otherwise `failed`. */
export function refusedPress(error: unknown, refused: string, failed: string) {
  if (!isUnreachable(error)) return { text: failed, description: refused };
  const since = lostSince();
  const isSent = error.code !== NOT_SENT;
  return {
    text: refused,
    description: isSent || since === undefined ? texts.noAnswer : texts.refused(toTimeValue(new Date(since))),
  };
}
