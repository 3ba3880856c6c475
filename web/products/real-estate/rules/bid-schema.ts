import * as v from "valibot";
import { ANONYMOUS_BIDDER, BID_MAX } from "#contract/limits.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { texts } from "../texts.ts";

/**
 * What a bidder types: the amount must be a number above 0, the name may be empty (document 2 §5). The minimum bid is no part of it.
 * A wrong amount is told by the form's message.
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
