import * as v from "valibot";
import { parseAmount } from "#shared/format/amount.ts";
import { caseTexts } from "../case-texts.ts";

/** Longest note of an event in characters, as the table checks it. */
export const NOTE_MAX = 4000;

/** Most öre of one payment, as the table checks it. */
const MOST_ORE = 1_000_000_000_000;

const noteText = v.pipe(v.string(), v.trim(), v.maxLength(NOTE_MAX));

/** A payment as it is typed; the amount comes in öre. */
export const paymentSchema = v.object({
  amount: v.pipe(
    v.string(),
    v.transform((typed) => Math.round((parseAmount(typed) ?? 0) * 100)),
    v.check((ore) => ore > 0 && ore < MOST_ORE, caseTexts.payment.wrongAmount),
  ),
  value_date: v.string(),
  method: v.string(),
});

/** A withdrawal: the ground `annat` needs a note (document 4 §4). */
export const withdrawSchema = v.pipe(
  v.object({ ground: v.string(), note: noteText }),
  v.forward(
    v.check(({ ground, note }) => ground !== "annat" || note !== "", caseTexts.withdraw.noteMissing),
    ["note"],
  ),
);

export const reopenSchema = v.object({ note: noteText, due_date: v.string() });

export const noteSchema = v.object({ note: noteText });
