import * as v from "valibot";
import { turnTexts } from "./turn-texts.ts";

const { wrong, missing } = turnTexts.km;

/** A reading in kilometres as typed; null where none is given and none is required. */
export const reading = (isRequired: boolean) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text !== "" || !isRequired, missing),
    v.regex(/^\d{0,7}$/, wrong),
    v.transform((text) => (text === "" ? null : Number(text))),
  );
