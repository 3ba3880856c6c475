import { useState } from "react";
import * as v from "valibot";
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import { useRecordCertificate } from "#data/certificates/mutations.ts";
import type { CertificateType } from "#data/certificates/queries.ts";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { randomKey } from "#shared/random-key.ts";
import { certificateTexts as texts } from "./certificate-texts.ts";

const useRecording = defineAction({
  mutation: useRecordCertificate,
  done: () => texts.recorded,
  failed: (error) => ({ text: isCaseRefusal(error) ? messageOf(error) : texts.recordFailed, at: "form" }),
});

const NONE = { value: "", label: texts.choose };
const asChoice = ({ employee_id: value, name }: AseEmployee) => ({
  value,
  label: name === null ? value : `${name} (${value})`,
});

/** The employee and the kind that the form begins with; empty where they are to be chosen. */
export type Chosen = { employee: string; type: string };

type RecordDialogProps = {
  chosen: Chosen;
  types: readonly CertificateType[];
  employees: readonly AseEmployee[];
  today: string;
  onClose: () => void;
};

/** `Record certificate`, as it was shown to the admin. */
export function RecordDialog({ chosen, types, employees, today, onClose }: RecordDialogProps) {
  const recording = useRecording();
  const [id] = useState(randomKey);
  return (
    <FormDialog
      title={texts.record}
      description={texts.recordText}
      submit={texts.recordShort}
      initial={{ employee_id: chosen.employee, type_id: chosen.type, issued_on: "", expires_on: "" }}
      schema={v.object({
        employee_id: v.string(),
        type_id: v.string(),
        issued_on: v.string(),
        expires_on: v.pipe(
          v.string(),
          v.transform((day) => (day === "" ? null : day)),
        ),
      })}
      required={{ fields: ["employee_id", "type_id", "issued_on"], text: texts.missing }}
      onSubmit={(certificate) => recording.submit({ id, ...certificate })}
      failed={recording.failed}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <SelectField label={texts.employee} options={[NONE, ...employees.map(asChoice)]} {...field("employee_id")} />
          <SelectField
            label={texts.kind}
            options={[
              NONE,
              ...types
                .filter(({ is_active: isActive }) => isActive)
                .map(({ id: value, name }) => ({ value, label: name })),
            ]}
            {...field("type_id")}
          />
          <DateField label={texts.issuedOn} required max={today} {...field("issued_on")} />
          <DateField
            label={texts.expiresOn}
            hint={texts.expiresHint}
            optional
            clearable
            min={values.issued_on}
            {...field("expires_on")}
          />
        </>
      )}
    </FormDialog>
  );
}
