import { DateField } from "#shared/form/date-field.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { startOfDay, toDateValue } from "#shared/format/dates.ts";
import { DecisionMailPlan } from "../../objections/decision/decision-mail.tsx";
import { type DialogProps, NOTE, NoteAndDueDialog } from "./case-dialogs.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { EventDialog } from "./event-dialog.tsx";
import { NOTE_MAX, objectionSchema, recipientSchema } from "../rules/case-schemas.ts";

const GROUNDS = caseTexts.object.grounds.map((value) => ({ value, label: value }));
const ROLES = Object.entries(caseTexts.recipient.roles).map(([value, label]) => ({ value, label }));
const today = () => toDateValue(new Date());

/** Records an objection that came by letter or telephone, with its day. */
export function ObjectionDialog(props: DialogProps) {
  const texts = caseTexts.object;
  return (
    <EventDialog
      {...props}
      kind="objected"
      words={texts}
      initial={{ note: "", name: "", email: "", address: "", ground: "", received_at: today() }}
      schema={objectionSchema}
      required={["note", "received_at"]}
      eventOf={({ note, received_at: day, ...data }) => ({
        note,
        // Only the day is known. For today, the database takes the current time.
        data: { ...data, received_at: day === today() ? undefined : startOfDay(day)?.toISOString() },
      })}
    >
      {({ field }) => (
        <>
          <TextArea label={texts.objection} required maxLength={NOTE_MAX} {...field("note")} />
          <DateField label={texts.day} required max={today()} {...field("received_at")} />
          <SelectField label={texts.ground} options={GROUNDS} placeholder={texts.chooseGround} {...field("ground")} />
          <TextField label={texts.name} maxLength={200} autoComplete="off" {...field("name")} />
          <TextField label={texts.email} type="email" maxLength={320} autoComplete="off" {...field("email")} />
          <TextArea label={texts.address} optional maxLength={500} rows={3} {...field("address")} />
        </>
      )}
    </EventDialog>
  );
}

/** Ends the case in the driver's favour. */
export function AcceptDialog(props: DialogProps) {
  const texts = caseTexts.accept;
  return (
    <EventDialog {...props} {...NOTE} kind="objection_accepted" words={texts}>
      {({ field }) => (
        <>
          <TextArea label={texts.reply} required maxLength={NOTE_MAX} {...field("note")} />
          <MailPlan {...props} />
        </>
      )}
    </EventDialog>
  );
}

/** Says whether the decision on the waiting objection is mailed, and to which address. */
function MailPlan({ fine }: DialogProps) {
  const objection = fine.objections.find(({ decision }) => decision === null);
  return objection && <DecisionMailPlan email={objection.email} />;
}

/** Keeps the fine, with a new due date for the rest. */
export const RejectDialog = (props: DialogProps) => (
  <NoteAndDueDialog {...props} kind="objection_rejected" words={caseTexts.reject} note={caseTexts.reject.reply}>
    <MailPlan {...props} />
  </NoteAndDueDialog>
);

/** Sets the recipient of the case from now on. */
export function RecipientDialog(props: DialogProps) {
  const { first } = caseTexts.recipient;
  const isFirst = props.fine.recipients.length === 0;
  const texts = isFirst ? { ...caseTexts.recipient, button: first, title: first } : caseTexts.recipient;
  return (
    <EventDialog
      {...props}
      kind="recipient_set"
      words={texts}
      initial={{ role: "", name: "", address: "", id_number: "", source: "" }}
      schema={recipientSchema}
      required={["role", "name", "address"]}
      eventOf={(data) => ({ data })}
    >
      {({ field }) => (
        <>
          <SelectField label={texts.role} required options={ROLES} placeholder={texts.chooseRole} {...field("role")} />
          <TextField label={texts.name} required maxLength={200} autoComplete="off" {...field("name")} />
          <TextArea label={texts.address} required maxLength={500} rows={3} {...field("address")} />
          <TextField label={texts.idNumber} optional maxLength={13} autoComplete="off" {...field("id_number")} />
          <TextField label={texts.source} hint={texts.sourceHint} maxLength={200} {...field("source")} />
        </>
      )}
    </EventDialog>
  );
}
