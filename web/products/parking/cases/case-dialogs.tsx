import { WITHDRAWAL_GROUNDS } from "#contract/cases.ts";
import { FINE } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { caseTexts } from "./case-texts.ts";
import { NOTE_MAX, noteSchema, paymentSchema, reopenSchema, withdrawSchema } from "./rules/case-schemas.ts";
import { EventDialog } from "./event-dialog.tsx";
import type { CaseAt } from "./use-case-event.ts";

type DialogProps = CaseAt & { onClose: () => void };

const METHODS = Object.entries(caseTexts.methods).map(([value, label]) => ({ value, label }));
const GROUNDS = WITHDRAWAL_GROUNDS.map((value) => ({ value, label: caseTexts.withdraw.grounds[value] ?? value }));

const today = () => toDateValue(new Date());

/** Öre as people type them: `700`, `700,50`. */
const typedOre = (ore: number) => (ore <= 0 ? "" : (ore / 100).toFixed(ore % 100 === 0 ? 0 : 2).replace(".", ","));

/** Money that came for the case: by default what is left to pay, today. */
export function PaymentDialog({ fine, ...props }: DialogProps) {
  const texts = caseTexts.payment;
  return (
    <EventDialog
      {...props}
      fine={fine}
      kind="payment"
      words={{ ...texts, submit: texts.button }}
      initial={{ amount: typedOre(fine.left_ore), value_date: today(), method: "" }}
      schema={paymentSchema}
      required={["amount", "value_date", "method"]}
      eventOf={({ amount, value_date, method }) => ({ data: { amount_ore: amount, value_date, method } })}
    >
      {({ field }) => (
        <>
          <TextField
            label={texts.amount}
            hint={texts.amountHint}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            {...field("amount")}
          />
          <DateField label={texts.day} required {...field("value_date")} />
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

/** Ends the case without money: by a ground of the document's list, with a note for `annat`. */
export function WithdrawDialog(props: DialogProps) {
  const texts = caseTexts.withdraw;
  return (
    <EventDialog
      {...props}
      kind="withdrawn"
      words={{ ...texts, submit: texts.button }}
      isDanger
      initial={{ ground: "", note: "" }}
      schema={withdrawSchema}
      required={["ground"]}
      eventOf={({ ground, note }) => ({ data: { ground }, ...(note === "" ? {} : { note }) })}
    >
      {({ field, values }) => (
        <>
          <SelectField
            label={texts.ground}
            required
            options={GROUNDS}
            placeholder={texts.chooseGround}
            {...field("ground")}
          />
          <TextArea
            label={texts.note}
            {...(values.ground === "annat" ? { required: true } : { note: caseTexts.optional })}
            maxLength={NOTE_MAX}
            {...field("note")}
          />
        </>
      )}
    </EventDialog>
  );
}

/** Takes a withdrawal back, with a new due date for what is left. */
export function ReopenDialog(props: DialogProps) {
  const texts = caseTexts.reopen;
  return (
    <EventDialog
      {...props}
      kind="reopened"
      words={{ ...texts, submit: texts.button }}
      initial={{ note: "", due_date: addDays(today(), FINE.dueDays) }}
      schema={reopenSchema}
      required={["note", "due_date"]}
      eventOf={({ note, due_date }) => ({ note, data: { due_date } })}
    >
      {({ field }) => (
        <>
          <TextArea label={texts.reason} required maxLength={NOTE_MAX} {...field("note")} />
          <DateField label={texts.due} required min={today()} {...field("due_date")} />
        </>
      )}
    </EventDialog>
  );
}

/** A note in the timeline. */
export function NoteDialog(props: DialogProps) {
  const texts = caseTexts.note;
  return (
    <EventDialog
      {...props}
      kind="noted"
      words={{ ...texts, submit: texts.save }}
      initial={{ note: "" }}
      schema={noteSchema}
      required={["note"]}
      eventOf={({ note }) => ({ note })}
    >
      {({ field }) => <TextArea label={texts.note} required maxLength={NOTE_MAX} {...field("note")} />}
    </EventDialog>
  );
}
