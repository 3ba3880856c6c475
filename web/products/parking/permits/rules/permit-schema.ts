import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { addDays, startOfDay } from "#shared/format/dates.ts";
import { permitTexts } from "../permit-texts.ts";

const texts = permitTexts.add;
const text = v.pipe(v.string(), v.trim());

/** A permit as it is typed, in days; it comes with its moments. The last day is valid to its end. */
export const permitSchema = v.pipe(
  v.object({
    plate: v.pipe(
      text,
      v.check((plate) => plateKey(plate) !== "", texts.noPlate),
    ),
    holder: text,
    note: text,
    attendant_note: text,
    from: v.string(),
    to: v.string(),
  }),
  v.forward(
    v.check(({ from, to }) => to === "" || to >= from, texts.wrongEnd),
    ["to"],
  ),
  v.transform(({ from, to, ...typed }) => ({
    ...typed,
    plate: typed.plate.toUpperCase(),
    valid_from: momentOf(from) ?? "",
    valid_until: to === "" ? null : (momentOf(addDays(to, 1)) ?? null),
  })),
);

const momentOf = (day: string) => startOfDay(day)?.toISOString();
