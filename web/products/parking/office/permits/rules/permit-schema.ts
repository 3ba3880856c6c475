import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { addDays, startOfDay } from "#shared/format/dates.ts";
import { permitTexts } from "../permit-texts.ts";

const texts = permitTexts.add;
const text = v.pipe(v.string(), v.trim());

/** The rules of a permit, from one day to another. The result has the moments of both; it is valid until the end of the last day. */
export const permitSchema = v.pipe(
  v.object({
    plate: v.pipe(
      text,
      v.check((plate) => plateKey(plate) !== "", texts.noPlate),
    ),
    holder: text,
    note: text,
    attendant_note: text,
    valid_from: v.string(),
    valid_until: v.string(),
  }),
  v.forward(
    v.check(({ valid_from, valid_until }) => valid_until === "" || valid_until >= valid_from, texts.wrongEnd),
    ["valid_until"],
  ),
  v.transform(({ valid_from, valid_until, ...typed }) => ({
    ...typed,
    plate: typed.plate.toUpperCase(),
    valid_from: momentOf(valid_from) ?? "",
    valid_until: valid_until === "" ? null : (momentOf(addDays(valid_until, 1)) ?? null),
  })),
);

const momentOf = (day: string) => startOfDay(day)?.toISOString();
