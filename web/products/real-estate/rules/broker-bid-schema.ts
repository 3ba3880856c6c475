import * as v from "valibot";
import { BID_MAX } from "#contract/limits.ts";
import { parseAmount } from "#shared/format/amount.ts";

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max));

/** A bidder's name and contacts, as the database checks them. */
export const BIDDER_FIELDS = {
  name: line(BID_MAX.bidderName),
  email: line(BID_MAX.email),
  phone: line(BID_MAX.phone),
};

/** A typed amount of a bid. */
export const bidAmount = (wrong: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) => parseAmount(typed) ?? 0),
    v.check((amount) => amount > 0 && amount <= BID_MAX.amount, wrong),
  );

export const bidConditions = line(BID_MAX.conditions);

/** Whether somebody can be reached: a name, and an e-mail address or a phone number. */
export const isReachable = ({ name, email, phone }: { name: string; email: string; phone: string }): boolean =>
  name !== "" && (email !== "" || phone !== "");

/** The rules of a visitor's bid on a broker's list (document 5 §5). A known bidder types no contact again. */
export const brokerBidSchema = (isKnown: boolean, texts: { missing: string; amountWrong: string }) =>
  v.pipe(
    v.object({
      ...BIDDER_FIELDS,
      amount: bidAmount(texts.amountWrong),
      conditions: bidConditions,
      isHidden: v.boolean(),
    }),
    v.check((bid) => isKnown || isReachable(bid), texts.missing),
  );
