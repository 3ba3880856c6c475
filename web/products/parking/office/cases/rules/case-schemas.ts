import * as v from "valibot";
import { isIdNumber } from "#contract/id-number.ts";
import { isMailAddress } from "#contract/mail-address.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { caseTexts } from "../../case/case-texts.ts";

/** The longest note of an event in characters, as the table checks it. */
export const NOTE_MAX = 4000;

/** The most öre of one payment, as the table checks it. */
const MOST_ORE = 1_000_000_000_000;

const noteText = v.pipe(v.string(), v.trim(), v.maxLength(NOTE_MAX));

/** A typed amount, converted to öre. */
export const amountSchema = v.object({
  amount: v.pipe(
    v.string(),
    v.transform((typed) => Math.round((parseAmount(typed) ?? 0) * 100)),
    v.check((ore) => ore > 0 && ore < MOST_ORE, caseTexts.payment.wrongAmount),
  ),
});

/** Money that came or was paid back, not in the future. */
export const paymentSchema = v.object({
  ...amountSchema.entries,
  value_date: v.pipe(
    v.string(),
    v.check((day) => day <= toDateValue(new Date()), caseTexts.payment.futureDay),
  ),
  method: v.string(),
});

/** A withdrawal; the ground `annat` needs a note (document 4 §4). */
export const withdrawSchema = v.pipe(
  v.object({ ground: v.string(), note: noteText }),
  v.forward(
    v.check(({ ground, note }) => ground !== "annat" || note !== "", caseTexts.withdraw.noteMissing),
    ["note"],
  ),
);

export const reopenSchema = v.object({ note: noteText, due_date: v.string() });

export const noteSchema = v.object({ note: noteText });

export const dueSchema = v.object({ due_date: v.string() });

/** The payment of a file to move. */
export const moveSchema = v.object({ payment_id: v.string() });

export const deliverSchema = v.object({ delivery: v.string() });

/** An action without fields. */
export const nothingSchema = v.object({});

const line = v.pipe(v.string(), v.trim());

export const objectionSchema = v.object({
  note: noteText,
  name: line,
  // Only a valid address can get the decision by mail.
  email: v.pipe(
    line,
    v.check((typed) => typed === "" || isMailAddress(typed), caseTexts.object.wrongEmail),
  ),
  address: line,
  ground: v.string(),
  received_at: v.string(),
});

export const recipientSchema = v.object({
  role: v.string(),
  name: line,
  address: line,
  id_number: v.pipe(
    line,
    v.check((typed) => typed === "" || isIdNumber(typed), caseTexts.recipient.wrongIdNumber),
  ),
  source: line,
});
