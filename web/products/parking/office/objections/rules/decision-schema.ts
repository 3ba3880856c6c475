import * as v from "valibot";
import { objectionTexts } from "../objection-texts.ts";
import { gapsOf } from "./fill-template.ts";

/** Longest reply in characters, as the table checks it. */
export const REPLY_MAX = 4000;

/** A decision as it is typed: no reply goes out with a field of a template that nothing was filled in for. */
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

/** Whether a reply that is typed began as a template for the other decision, so that it may say the opposite of this one. */
export const saysOpposite = ({ decision, template }: { decision: string; template: string }): boolean =>
  template !== "" && template !== decision;
