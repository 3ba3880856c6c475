import type { BankRow } from "#data/payments/bank-rows.ts";
import { formatOre } from "#shared/format/money.ts";

/** A payment that the bank took back. Its case keeps the money until a person takes it away. */
export type ReversedPayment = Pick<BankRow, "amount_ore" | "value_date" | "reference" | "payer_text">;

/** The longest piece of a text. */
const LONGEST = 60;

/** The payment in words: amount, day, reference, payer. */
export const wordsOf = ({ amount_ore, value_date, reference, payer_text }: ReversedPayment): string =>
  [formatOre(amount_ore), value_date, reference.slice(0, LONGEST), payer_text.slice(0, LONGEST)]
    .filter((text) => text !== "")
    .join(", ");
