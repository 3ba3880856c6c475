import type { ReplyKind } from "#data/reply_templates/queries.ts";

/**
 * Whether a reply was begun with a template for the other decision than the one that is chosen (document 4 §5): its words may say the
 * opposite. Gives false where nothing is chosen or written.
 */
export const isOfOtherTemplate = (typed: {
  decision: ReplyKind | "";
  reply: string;
  template: ReplyKind | "";
}): boolean =>
  typed.decision !== "" && typed.template !== "" && typed.template !== typed.decision && typed.reply.trim() !== "";
