import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import type { FieldBinding } from "#shared/form/field.tsx";
import { parseAmount, typedOre } from "#shared/format/amount.ts";
import { toDateValue } from "#shared/format/dates.ts";
import type { DialogProps } from "./case-dialogs.tsx";
import { caseTexts } from "../case-texts.ts";
import { EventDialog } from "./event-dialog.tsx";
import { amountSchema, paymentSchema } from "../rules/case-schemas.ts";
import { undoneDay } from "../rules/undone-day.ts";

const METHODS = Object.entries(caseTexts.methods).map(([value, label]) => ({ value, label }));
const oreOf = (typed: string) => Math.round((parseAmount(typed) ?? 0) * 100);
const today = () => toDateValue(new Date());

/** Money that came for the case: by default what is left to pay, today. */
export function PaymentDialog({ fine, ...props }: DialogProps) {
  const texts = caseTexts.payment;
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment"
      words={texts}
      initial={{ amount: typedOre(fine.left_ore), value_date: today(), method: "" }}
      schema={paymentSchema}
      required={["amount", "value_date", "method"]}
      moneyOf={({ amount, value_date }) => ({ ore: oreOf(amount), day: value_date })}
      eventOf={({ amount, value_date, method }) => ({ data: { amount_ore: amount, value_date, method } })}
    >
      {({ field }) => (
        <>
          <AmountField {...field("amount")} />
          <DateField label={texts.day} required max={today()} {...field("value_date")} />
          <SelectField
            label={texts.method}
            required
            options={METHODS}
            placeholder={texts.choose}
            {...field("method")}
          />
        </>
      )}
    </EventDialog>
  );
}

/** Money that was paid back: by default what is too much. */
export function RefundDialog({ fine, ...props }: DialogProps) {
  const texts = caseTexts.refund;
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="refunded"
      words={texts}
      initial={{ amount: typedOre(-fine.left_ore), value_date: today(), method: "" }}
      schema={paymentSchema}
      required={["amount", "value_date", "method"]}
      eventOf={({ amount, value_date, method }) => ({ data: { amount_ore: amount, value_date, method } })}
    >
      {({ field }) => (
        <>
          <AmountField {...field("amount")} />
          <DateField label={caseTexts.payment.day} required max={today()} {...field("value_date")} />
          <SelectField
            label={caseTexts.payment.method}
            required
            options={METHODS}
            placeholder={caseTexts.payment.choose}
            {...field("method")}
          />
        </>
      )}
    </EventDialog>
  );
}

/** Takes back a payment that was registered wrongly: by default the latest one. */
export function UndoPaymentDialog({ fine, ...props }: DialogProps) {
  const latest = fine.events.findLast(({ kind }) => kind === "payment")?.data["amount_ore"];
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment_undone"
      words={caseTexts.undo}
      isDanger
      initial={{ amount: typedOre(Math.min(Number(latest ?? 0), fine.paid_ore)) }}
      schema={amountSchema}
      required={["amount"]}
      moneyOf={({ amount }) => ({ ore: oreOf(amount), day: undoneDay(fine.events, oreOf(amount)) ?? today() })}
      eventOf={({ amount }) => ({ data: { amount_ore: amount, value_date: undoneDay(fine.events, amount) } })}
    >
      {({ field }) => <AmountField {...field("amount")} />}
    </EventDialog>
  );
}

const AmountField = (binding: FieldBinding<string>) => (
  <TextField
    label={caseTexts.payment.amount}
    hint={caseTexts.payment.amountHint}
    required
    inputMode="decimal"
    autoComplete="off"
    maxLength={20}
    {...binding}
  />
);
