import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import type { FieldBinding } from "#shared/form/field.tsx";
import { parseAmount, typedOre } from "#shared/format/amount.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import type { DialogProps } from "./case-dialogs.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { EventDialog } from "./event-dialog.tsx";
import { amountSchema, moveSchema, paymentSchema } from "../rules/case-schemas.ts";
import { filePayments, moneyByHand, owedOn, undoneDay } from "../../case/money-of-case.ts";

const METHODS = Object.entries(caseTexts.methods).map(([value, label]) => ({ value, label }));
const oreOf = (typed: string) => Math.round((parseAmount(typed) ?? 0) * 100);
const today = () => toDateValue(new Date());

/** Records money for the case: by default the amount that settles it, today. Until an amount is typed, it follows the chosen day. */
export function PaymentDialog({ fine, ...props }: DialogProps) {
  const texts = caseTexts.payment;
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment"
      words={texts}
      initial={{ amount: typedOre(owedOn(fine, today())), value_date: today(), method: "" }}
      schema={paymentSchema}
      required={["amount", "value_date", "method"]}
      moneyOf={({ amount, value_date }) => ({ ore: oreOf(amount), day: value_date })}
      eventOf={({ amount, value_date, method }) => ({ data: { amount_ore: amount, value_date, method } })}
    >
      {({ field, set, values }) => (
        <>
          <AmountField {...field("amount")} />
          <DateField
            label={texts.day}
            required
            max={today()}
            {...field("value_date")}
            onChange={(day) => {
              const isProposed = values.amount === typedOre(owedOn(fine, values.value_date));
              if (isProposed) set("amount", typedOre(owedOn(fine, day)));
              set("value_date", day);
            }}
          />
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

/** Records money that was paid back: by default the surplus. */
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

/** Moves a payment of a bank's file back to the payments without a case, where it can be placed rightly. */
export function MovePaymentDialog({ fine, ...props }: DialogProps) {
  const texts = caseTexts.move;
  const payments = filePayments(fine.payments);
  const [only] = payments;
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment_moved"
      words={texts}
      initial={{ payment_id: payments.length === 1 ? (only?.id ?? "") : "" }}
      schema={moveSchema}
      required={["payment_id"]}
      moneyOf={({ payment_id }) => {
        const { ore, day } = payments.find(({ id }) => id === payment_id) ?? { ore: 0, day: "" };
        return { ore, day };
      }}
      eventOf={(data) => ({ data })}
    >
      {({ field }) => (
        <SelectField
          label={texts.payment}
          required
          options={payments.map(({ id, ore, day }) => ({ value: id, label: texts.named(formatOre(ore), day) }))}
          placeholder={texts.choose}
          {...field("payment_id")}
        />
      )}
    </EventDialog>
  );
}

/** Removes a payment that was registered wrongly by hand: by default the latest one. */
export function UndoPaymentDialog({ fine, ...props }: DialogProps) {
  const byHand = moneyByHand(fine);
  const latest = byHand.events.findLast(({ kind }) => kind === "payment")?.data["amount_ore"];
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment_undone"
      words={caseTexts.undo}
      isDanger
      initial={{ amount: typedOre(Math.min(Number(latest ?? 0), byHand.ore, fine.paid_ore)) }}
      schema={amountSchema}
      required={["amount"]}
      moneyOf={({ amount }) => ({ ore: oreOf(amount), day: undoneDay(byHand.events, oreOf(amount)) ?? today() })}
      eventOf={({ amount }) => ({ data: { amount_ore: amount, value_date: undoneDay(byHand.events, amount) } })}
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
