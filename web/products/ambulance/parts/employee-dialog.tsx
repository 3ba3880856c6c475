import { FormDialog } from "#shared/form/form-dialog.tsx";
import { pageLanguage } from "#shared/ui/language.ts";
import { atPassword } from "#session/passwords/password-refusal.ts";
import { ASE_EMPLOYEE_MAX, PASSWORD_LENGTH } from "#contract/limits.ts";
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import { isDuplicate } from "#data/data-error.ts";
import { doEmployeesHavePasswords } from "#session/profile/profile.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddEmployee, useChangeEmployee } from "#session/staff/staff.ts";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError } from "#shared/form/use-form.ts";
import { failureText } from "../rules/failure-text.ts";
import {
  type EmployeeFields,
  employeeSchema,
  type EmployeeValues,
  employeeWithPasswordSchema,
} from "../rules/schemas.ts";
import { texts } from "../texts.ts";

const labels = texts.admin;

const useAdd = defineAction({
  mutation: useAddEmployee,
  done: () => labels.added,
  failed: (error) => failureText(error, labels.createFailed),
});
const useChange = defineAction({
  mutation: useChangeEmployee,
  thing: ({ employee }) => employee.id,
  done: () => labels.updated,
  failed: (error) => failureText(error, labels.updateFailed),
});

type DialogProps = {
  /** The employee to change; undefined to add one. */
  employee: AseEmployee | undefined;
  /** The admin who is noted as the creator. */
  adminId: string;
  onClose: () => void;
};

/** A dialog that adds or changes an employee (document 2 §5). */
export function EmployeeDialog({ employee, adminId, onClose }: DialogProps) {
  const add = useAdd();
  const change = useChange();
  const getsPassword = doEmployeesHavePasswords && employee === undefined;

  async function save({ password, ...draft }: EmployeeValues) {
    try {
      if (employee !== undefined) await change.submit({ ...draft, employee });
      else await add.submit({ ...draft, created_by: adminId, ...(password === undefined ? {} : { password }) });
    } catch (error) {
      if (isDuplicate(error)) throw new SubmitError("", { employee_id: labels.duplicate });
      throw atPassword(error, pageLanguage());
    }
  }

  return (
    <FormDialog<EmployeeFields, EmployeeValues>
      title={employee === undefined ? labels.add : labels.editNamed(employee.employee_id)}
      description={labels.addHint}
      lang="en"
      submit={labels.save}
      onClose={onClose}
      initial={{ employee_id: employee?.employee_id ?? "", name: employee?.name ?? "", password: "" }}
      schema={getsPassword ? employeeWithPasswordSchema : employeeSchema}
      onSubmit={save}
      failed={employee === undefined ? add.failed : change.failed}
    >
      {(form) => <EmployeeFieldsOf form={form} getsPassword={getsPassword} />}
    </FormDialog>
  );
}

function EmployeeFieldsOf({ form, getsPassword }: { form: FormState<EmployeeFields>; getsPassword: boolean }) {
  return (
    <>
      <TextField
        label={labels.employeeId}
        {...form.field("employee_id")}
        required
        maxLength={ASE_EMPLOYEE_MAX.id}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        label={labels.name}
        optional
        {...form.field("name")}
        maxLength={ASE_EMPLOYEE_MAX.name}
        autoComplete="off"
      />
      {getsPassword && (
        <PasswordField
          {...form.field("password")}
          required
          maxLength={PASSWORD_LENGTH.max}
          autoComplete="new-password"
          reveal
        />
      )}
    </>
  );
}
