import * as v from "valibot";
import { objectionTexts } from "../objection-texts.ts";
import { REPLY_MAX } from "./decision-schema.ts";
import { unknownFields } from "./fill-template.ts";

const texts = objectionTexts.templates;

/** The longest title of a template, as the table checks it. */
export const TITLE_MAX = 100;

/** The rules of a template: it may use only known fields. */
export const templateSchema = v.object({
  kind: v.picklist(["accepted", "rejected"]),
  title: v.pipe(v.string(), v.trim(), v.maxLength(TITLE_MAX)),
  sort_order: v.pipe(
    v.string(),
    v.transform(Number),
    v.check((place) => Number.isInteger(place) && place >= 1 && place <= 99, texts.wrongOrder),
  ),
  text: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(REPLY_MAX),
    v.check(
      (text) => unknownFields(text).length === 0,
      ({ input }) => texts.unknown(unknownFields(input)),
    ),
  ),
});
