import * as v from "valibot";
import { combineDateAndTime } from "#shared/format/dates.ts";
import { BIDDER_FIELDS, bidAmount, bidConditions, isReachable } from "./broker-bid-schema.ts";

/** The value of the choice "somebody new". */
export const NEW_BIDDER = "new";

type Texts = { missing: string; amountWrong: string; timeWrong: string };

/** The rules of a bid that an agent enters (document 5 §5): by a known bidder or a new one, with its time, which is not in the future. */
export const enteredBidSchema = (texts: Texts, now: () => number) =>
  v.pipe(
    v.object({
      ...BIDDER_FIELDS,
      bidderId: v.string(),
      amount: bidAmount(texts.amountWrong),
      conditions: bidConditions,
      day: v.string(),
      time: v.string(),
      isHidden: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [["day"], ["time"]],
        ({ day, time }) => {
          const at = combineDateAndTime(day, time);
          return at !== undefined && at.getTime() <= now();
        },
        texts.timeWrong,
      ),
      ["time"],
    ),
    v.check((bid) => bid.bidderId !== NEW_BIDDER || isReachable(bid), texts.missing),
    v.transform(({ day, time, ...bid }) => ({
      ...bid,
      receivedAt: (combineDateAndTime(day, time) ?? new Date(now())).toISOString(),
    })),
  );
