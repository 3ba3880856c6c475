import * as v from "valibot";
import type { BiddingRules } from "#data/properties/queries.ts";
import { parseAmount } from "#shared/format/amount.ts";

/** The rules of bidding, as a form has them typed. */
export type TypedRules = {
  bid_mode: string;
  higher_only: boolean;
  bid_step: string;
  bid_release: string;
  hidden_bids: boolean;
  contract_step: boolean;
};

export const typedRules = ({ bid_step, ...rules }: BiddingRules): TypedRules => ({
  ...rules,
  bid_step: String(bid_step),
});

export const rulesSchema = (stepWrong: string) =>
  v.object({
    bid_mode: v.string(),
    higher_only: v.boolean(),
    bid_step: v.pipe(
      v.string(),
      v.transform((typed) => parseAmount(typed) ?? 0),
      v.check((step) => step > 0 && step <= 1e12, stepWrong),
    ),
    bid_release: v.string(),
    hidden_bids: v.boolean(),
    contract_step: v.boolean(),
  });

/** The rules that differ, as they were and as they are. */
export function changedRules(
  before: BiddingRules,
  after: BiddingRules,
): { expected: Partial<BiddingRules>; changes: Partial<BiddingRules> } {
  const names = (Object.keys(before) as (keyof BiddingRules)[]).filter((name) => before[name] !== after[name]);
  const only = (rules: BiddingRules): Partial<BiddingRules> =>
    Object.fromEntries(names.map((name) => [name, rules[name]]));
  return { expected: only(before), changes: only(after) };
}
