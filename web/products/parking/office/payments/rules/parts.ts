import * as v from "valibot";
import { leftOre } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import type { RowMatch } from "#data/payments/bank-rows.ts";
import { parseAmount, typedOre } from "#shared/format/amount.ts";
import { paymentTexts } from "../payment-texts.ts";
import { oreWanted } from "./preview.ts";

const texts = paymentTexts.place;

/** A case that gets a part of a payment; the amount is as typed. */
export type Part = { fine: ListedCase; amount: string };

/** The typed amount of a part, in whole öre; 0 for an invalid amount. */
export const oreOfPart = ({ amount }: Pick<Part, "amount">): number => Math.round((parseAmount(amount) ?? 0) * 100);

/** The rest of a payment after its parts, in öre. */
export const restOf = (parts: readonly Part[], left: number): number =>
  parts.reduce((rest, part) => rest - oreOfPart(part), left);

/**
 * A case's first values in the form: the rest of the case, or the rest of the payment if that is less.
 * @param match the result of booking the payment for it: money of the reminder's day or earlier owes no fee. Undefined when it is unknown.
 */
export function partOf(fine: ListedCase, rest: number, match: RowMatch | undefined): Part {
  const wanted = match === undefined ? Math.max(leftOre(fine), 0) : oreWanted({ amount_ore: rest }, match);
  return { fine, amount: typedOre(Math.min(wanted || rest, rest)) };
}

/** The parts of a payment: each above zero, together at most the payment. */
export const partsSchema = (left: number) =>
  v.pipe(
    v.object({ parts: v.custom<readonly Part[]>(Array.isArray) }),
    v.check(({ parts }) => parts.every((part) => oreOfPart(part) > 0), texts.wrong),
    v.check(({ parts }) => restOf(parts, left) >= 0, texts.tooMuchPlaced),
  );
