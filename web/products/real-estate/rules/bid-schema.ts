import * as v from "valibot";
import { ANONYMOUS_BIDDER, BID_MAX } from "#contract/limits.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { texts } from "../texts.ts";

/**
 * The rules of a bid: the amount is a number above 0, the name may be empty (document 2 §5). The minimum bid is no rule. The form's message
 * reports a wrong amount.
 */
export const bidSchema = v.pipe(
  v.object({
    bidder_name: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(BID_MAX.bidderName),
      v.transform((name) => name || ANONYMOUS_BIDDER),
    ),
    amount: v.pipe(
      v.string(),
      v.transform((typed) => parseAmount(typed) ?? 0),
    ),
  }),
  v.check(({ amount }) => amount > 0 && amount <= BID_MAX.amount, texts.bids.invalid),
);
