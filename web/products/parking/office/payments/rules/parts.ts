import * as v from "valibot";
import { leftOre } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import type { RowMatch } from "#data/payments/bank-rows.ts";
import { parseAmount, typedOre } from "#shared/format/amount.ts";
import { paymentTexts } from "../payment-texts.ts";
import { oreWanted } from "./preview.ts";

const texts = paymentTexts.place;

/** A case that gets some of a payment; the amount is as it is typed. */
export type Part = { fine: ListedCase; amount: string };

/** What is typed for a part, in whole öre; 0 for what is no amount. */
export const oreOfPart = ({ amount }: Pick<Part, "amount">): number => Math.round((parseAmount(amount) ?? 0) * 100);

/** What the parts leave of a payment, in öre. */
export const restOf = (parts: readonly Part[], left: number): number =>
  parts.reduce((rest, part) => rest - oreOfPart(part), left);

/**
 * A case as it begins in the form: with what is left of it to pay, or what is left of the payment where that is less.
 * @param match what booking the payment for it would do: of a reminder's day or before it owes no fee. Unknown when undefined.
 */
export function partOf(fine: ListedCase, rest: number, match: RowMatch | undefined): Part {
  const wanted = match === undefined ? Math.max(leftOre(fine), 0) : oreWanted({ amount_ore: rest }, match);
  return { fine, amount: typedOre(Math.min(wanted || rest, rest)) };
}

/** Parts of a payment: each more than nothing, together no more than there is. */
export const partsSchema = (left: number) =>
  v.pipe(
    v.object({ parts: v.custom<readonly Part[]>(Array.isArray) }),
    v.check(({ parts }) => parts.every((part) => oreOfPart(part) > 0), texts.wrong),
    v.check(({ parts }) => restOf(parts, left) >= 0, texts.tooMuchPlaced),
  );
