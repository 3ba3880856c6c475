import type { ComponentProps, ReactNode } from "react";
import { WITHDRAWAL_GROUNDS } from "#contract/cases.ts";
import { DateField } from "#shared/form/date-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { SelectField, TextArea } from "#shared/form/text-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { caseTexts } from "../../case/case-texts.ts";
import {
  deliverSchema,
  dueSchema,
  NOTE_MAX,
  nothingSchema,
  noteSchema,
  reopenSchema,
  withdrawSchema,
} from "../rules/case-schemas.ts";
import { EventDialog } from "./event-dialog.tsx";
import type { CaseAt } from "../../case/use-case-event.ts";
import { WithNewDueDate } from "./with-new-due-date.tsx";

/** A dialog of a case: the case, the acting admin, and a function that closes the dialog. */
export type DialogProps = CaseAt & { onClose: () => void };

const DELIVERIES = Object.entries(caseTexts.deliveries).map(([value, label]) => ({ value, label }));
const GROUNDS = WITHDRAWAL_GROUNDS.map((value) => ({ value, label: caseTexts.withdraw.grounds[value] ?? value }));

/** An event with only a note. */
export const NOTE = {
  initial: { note: "" },
  schema: noteSchema,
  required: ["note"],
  eventOf: ({ note }: { note: string }) => ({ note }),
} as const;

const today = () => toDateValue(new Date());

type Withdrawal = { ground: string; note: string };

/** A withdrawal: by a ground from the document's list, with a note for `annat`. */
export const WITHDRAWAL = {
  initial: { ground: "", note: "" },
  schema: withdrawSchema,
  required: ["ground"],
  eventOf: ({ ground, note }: Withdrawal) => ({ data: { ground }, ...(note === "" ? {} : { note }) }),
} as const;

export function WithdrawalFields({ field, values }: FormState<Withdrawal>) {
  const texts = caseTexts.withdraw;
  return (
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
        {...(values.ground === "annat" ? { required: true } : { optional: true })}
        maxLength={NOTE_MAX}
        {...field("note")}
      />
    </>
  );
}

/** Ends the case without money. */
export function WithdrawDialog(props: DialogProps) {
  return (
    <EventDialog {...props} {...WITHDRAWAL} kind="withdrawn" words={caseTexts.withdraw} isDanger>
      {(form) => <WithdrawalFields {...form} />}
    </EventDialog>
  );
}

type NoteAndDueProps = DialogProps & {
  kind: "reopened" | "objection_rejected";
  words: ComponentProps<typeof EventDialog>["words"] & { due: string };
  /** The label of the note. */
  note: string;
  /** What stands below the fields. */
  children?: ReactNode;
};

/** A dialog with a note and a new due date for the rest. */
export function NoteAndDueDialog({ note: label, children, ...props }: NoteAndDueProps) {
  return (
    <WithNewDueDate fine={props.fine}>
      {(due) => (
        <EventDialog
          {...props}
          initial={{ note: "", due_date: due }}
          schema={reopenSchema}
          required={["note", "due_date"]}
          eventOf={({ note, due_date }) => ({ note, data: { due_date } })}
        >
          {({ field }) => (
            <>
              <TextArea label={label} required maxLength={NOTE_MAX} {...field("note")} />
              <DateField label={props.words.due} required min={today()} {...field("due_date")} />
              {children}
            </>
          )}
        </EventDialog>
      )}
    </WithNewDueDate>
  );
}

/** Takes a withdrawal back, with a new due date for the rest. */
export const ReopenDialog = (props: DialogProps) => (
  <NoteAndDueDialog {...props} kind="reopened" words={caseTexts.reopen} note={caseTexts.reopen.reason} />
);

/** Adds a note to the timeline. */
export function NoteDialog(props: DialogProps) {
  const texts = caseTexts.note;
  return (
    <EventDialog {...props} {...NOTE} kind="noted" words={texts} submit={texts.save}>
      {({ field }) => <TextArea label={texts.note} required maxLength={NOTE_MAX} {...field("note")} />}
    </EventDialog>
  );
}

/** Adds a later letter or call to an objection. */
export function SupplementDialog(props: DialogProps) {
  const texts = caseTexts.supplement;
  return (
    <EventDialog {...props} {...NOTE} kind="supplemented" words={texts}>
      {({ field }) => <TextArea label={texts.note} required maxLength={NOTE_MAX} {...field("note")} />}
    </EventDialog>
  );
}

/** Writes off the unpaid rest. Nothing is owed then (document 4 §3: `left`), so paid money is to be paid back. */
export function WriteOffDialog(props: DialogProps) {
  const texts = caseTexts.writeOff;
  return (
    <EventDialog
      {...props}
      {...NOTE}
      kind="written_off"
      words={props.fine.paid_ore > 0 ? { ...texts, text: texts.textOfPaid } : texts}
      isDanger
    >
      {({ field }) => <TextArea label={texts.reason} required maxLength={NOTE_MAX} {...field("note")} />}
    </EventDialog>
  );
}

/** Records a reminder, with a new due date. */
export function ReminderDialog(props: DialogProps) {
  const texts = caseTexts.remind;
  return (
    <WithNewDueDate fine={props.fine}>
      {(due) => (
        <EventDialog
          {...props}
          kind="reminded"
          words={texts}
          initial={{ due_date: due }}
          schema={dueSchema}
          required={["due_date"]}
          eventOf={({ due_date }) => ({ data: { due_date } })}
        >
          {({ field }) => <DateField label={texts.due} required min={today()} {...field("due_date")} />}
        </EventDialog>
      )}
    </WithNewDueDate>
  );
}

const NOTHING = { initial: {}, schema: nothingSchema, required: [], eventOf: () => ({}) } as const;

/** Hands the claim to a debt collector. */
export const CollectDialog = (props: DialogProps) => (
  <EventDialog {...props} {...NOTHING} kind="handed_to_collection" words={caseTexts.collect}>
    {() => null}
  </EventDialog>
);

/** Takes a wrong reminder back, while nothing was paid on it. */
export const ReminderUndoneDialog = (props: DialogProps) => (
  <EventDialog {...props} {...NOTHING} kind="reminder_undone" words={caseTexts.unremind} isDanger>
    {() => null}
  </EventDialog>
);

/** Takes the claim back from the debt collector. */
export const RecallDialog = (props: DialogProps) => (
  <EventDialog {...props} {...NOTHING} kind="recalled" words={caseTexts.recall}>
    {() => null}
  </EventDialog>
);

/** Records how the fine reached its driver, when the attendant did not say so, or said it wrong. */
export function DeliverDialog(props: DialogProps) {
  const texts = caseTexts.deliver;
  return (
    <EventDialog
      {...props}
      kind="delivered"
      words={texts}
      submit={caseTexts.note.save}
      initial={{ delivery: props.fine.delivery ?? "" }}
      schema={deliverSchema}
      required={["delivery"]}
      eventOf={(data) => ({ data })}
    >
      {({ field }) => (
        <SelectField
          label={texts.how}
          required
          options={DELIVERIES}
          placeholder={texts.choose}
          {...field("delivery")}
        />
      )}
    </EventDialog>
  );
}
