import { FINE, USER_ID_LENGTH } from "#contract/limits.ts";
import type { Log } from "#session/use-activity-log.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { fineTexts } from "./fine-texts.ts";
import { customViolationAfter, FINE_TEXT_MAX, type FineDraft, type Violation, VIOLATIONS } from "./rules/fine-draft.ts";
import { amountMessageWhileTyping } from "./rules/fine-schema.ts";

const { fields, violations } = fineTexts;

const OPTIONS = VIOLATIONS.map((value) => ({ value, label: violations[value] }));

type FineFieldsProps = {
  form: Pick<FormState<FineDraft>, "values" | "field" | "set">;
  log: Log;
};

/** The fields that a fine and a report share (document 1 §3, decisions §5). */
export function FineFields({ form, log }: FineFieldsProps) {
  const { values, field, set } = form;
  function handleViolation(chosen: Violation | "") {
    set("violation", chosen);
    set("customViolation", customViolationAfter(chosen, values.customViolation));
    log("ticket_violation_change", { violation: chosen === "" ? "" : violations[chosen] });
  }
  const amount = field("amount");
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <TextField label={fields.caseNumber} {...field("caseNumber")} readOnly className="tabular-nums" />
        <TextField
          label={fields.issuedBy}
          {...field("issuedBy")}
          maxLength={USER_ID_LENGTH.max}
          placeholder={FINE.defaultIssuer}
          autoComplete="off"
        />
      </div>
      <SelectField<Violation | "">
        label={fields.violation}
        {...field("violation")}
        onChange={handleViolation}
        options={OPTIONS}
        placeholder={fineTexts.chooseViolation}
        required
      />
      {values.violation === "other" && (
        <TextArea
          label={fields.customViolation}
          {...field("customViolation")}
          rows={2}
          maxLength={FINE_TEXT_MAX.customViolation}
          required
        />
      )}
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
      <TextArea
        label={fields.notes}
        {...field("notes")}
        note={fineTexts.optional}
        rows={3}
        maxLength={FINE_TEXT_MAX.notes}
      />
    </>
  );
}
