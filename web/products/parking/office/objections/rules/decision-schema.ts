import * as v from "valibot";
import { objectionTexts } from "../objection-texts.ts";
import { gapsOf } from "../../case/fill-fields.ts";

/** The longest reply in characters, as the table checks it. */
export const REPLY_MAX = 4000;

/** The rules of a decision: a reply with an unfilled template field is refused. */
export const decisionSchema = v.object({
  decision: v.picklist(["accepted", "rejected"]),
  reply: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(REPLY_MAX),
    v.check(
      (reply) => gapsOf(reply).length === 0,
      ({ input }) => objectionTexts.decide.gaps(gapsOf(input)),
    ),
  ),
  due_date: v.string(),
  template: v.picklist(["accepted", "rejected", ""]),
});

/** Whether the reply began as a template for the other decision, so that it may say the opposite. */
export const saysOpposite = ({ decision, template }: { decision: string; template: string }): boolean =>
  template !== "" && template !== decision;
