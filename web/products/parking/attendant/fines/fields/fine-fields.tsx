import { type ReactNode, useState } from "react";
import { FINE, USER_ID_LENGTH } from "#contract/limits.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { NumberField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { PhoneFold } from "#shared/ui/phone-fold.tsx";
import { noticeTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "../fine-texts.ts";
import type { LastFine } from "./last-fine.ts";
import { ViolationTiles } from "./violation-tiles.tsx";
import { customViolationAfter, FINE_TEXT_MAX, type FineDraft, OTHER } from "#parking/kernel/notice/rules/fine-draft.ts";
import { amountMessageWhileTyping } from "../rules/fine-schema.ts";
import {
  amountAfter,
  usualAmount,
  type ViolationChoice,
  violationText,
} from "#parking/kernel/notice/rules/violation-choices.ts";

const { fields } = noticeTexts;

type Choices = readonly ViolationChoice[];

type FineFieldsProps = {
  form: Pick<FormState<FineDraft>, "values" | "field" | "set">;
  /** The violations of the site. */
  choices: readonly ViolationChoice[];
  /** The previous fine. */
  last?: LastFine;
  log: Log;
  /** The fields of a report: those that a phone shows at once, and the rarer ones with whether they are in use or wrong. */
  report?: { first: ReactNode; place: ReactNode; more: ReactNode; isInUse: boolean; isWrong: boolean };
};

/** The rarer fields, which a phone folds. */
const FOLDED = ["issuedBy", "amount", "dueDate", "notes", "observedTime", "observedReason"] as const;

/** Whether the rarer fields hold more than a new form does. */
const isInUse = ({ notes, observedTime, observedReason, amount, violation }: FineDraft, choices: Choices): boolean =>
  [notes, observedTime, observedReason].some((text) => text !== "") || amount !== usualAmount(violation, choices);

/** The fields that fines and reports share, the frequent ones first (document 1 §3, decisions §5). */
export function FineFields({ form, choices, last, log, report }: FineFieldsProps) {
  const { values, field } = form;
  const amount = field("amount");
  const isWrong = FOLDED.some((name) => field(name).error !== undefined);
  return (
    <>
      {report?.first}
      <ViolationFields {...{ form, choices, log }} {...(last !== undefined && { last })} />
      {report?.place}
      <PhoneFold
        label={fineTexts.more}
        isInUse={isInUse(values, choices) || report?.isInUse === true}
        isWrong={isWrong || report?.isWrong === true}
      >
        <div className="grid gap-5">
          {report?.more}
          <div className="grid two-columns gap-5">
            <TextField label={fields.caseNumber} {...field("caseNumber")} readOnly className="tabular-nums" />
            <TextField
              label={fields.issuedBy}
              {...field("issuedBy")}
              maxLength={USER_ID_LENGTH.max}
              placeholder={FINE.defaultIssuer}
              autoComplete="off"
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
            <NumberField
              label={fields.amount}
              {...amount}
              error={amount.error ?? amountMessageWhileTyping(values.amount)}
              min={FINE.minAmount}
              max={FINE.maxAmount}
              step={1}
              inputMode="numeric"
              required
            />
            <DateField label={fields.dueDate} {...field("dueDate")} />
          </div>
          <ObservedFields form={form} />
          <TextArea label={fields.notes} {...field("notes")} optional rows={3} maxLength={FINE_TEXT_MAX.notes} />
        </div>
      </PhoneFold>
    </>
  );
}

/** The fields for a car that was seen before its check. They are folded, because this is rare (document 4 §3). */
function ObservedFields({ form: { values, field } }: Pick<FineFieldsProps, "form">) {
  const [isOpen, setIsOpen] = useState(values.observedTime !== "" || values.observedReason !== "");
  const [today] = useState(() => toDateValue(new Date()));
  const [time, reason] = [field("observedTime"), field("observedReason")];
  const isWrong = time.error !== undefined || reason.error !== undefined;
  return (
    <details open={isOpen || isWrong} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{fineTexts.observedEarlier}</summary>
      <div className="grid gap-5">
        <TimeField label={fields.observedTime} {...time} day={today} />
        <TextField
          label={fields.observedReason}
          {...reason}
          hint={fineTexts.observedHint}
          maxLength={FINE_TEXT_MAX.observedReason}
        />
      </div>
    </details>
  );
}

/** The violation, and a free text when the site has no fitting one. */
function ViolationFields({ form, choices, last, log }: Omit<FineFieldsProps, "report">) {
  const { values, field, set } = form;
  function handleViolation(chosen: string) {
    set("violation", chosen);
    set("customViolation", customViolationAfter(chosen, values.customViolation));
    set("amount", amountAfter(chosen, values, choices));
    const words = violationText({ violation: chosen, customViolation: "" }, choices);
    log("ticket_violation_change", { violation: chosen === "" ? "" : words });
  }
  return (
    <>
      <ViolationTiles {...field("violation")} {...{ choices }} last={last?.violation} onChange={handleViolation} />
      {values.violation === OTHER && (
        <TextArea
          label={fields.customViolation}
          {...field("customViolation")}
          rows={2}
          maxLength={FINE_TEXT_MAX.customViolation}
          required
        />
      )}
    </>
  );
}
