import * as v from "valibot";
import { ASE_EMPLOYEE_MAX, PASSWORD_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

/** The rules of an employee's login (document 2 §5). */
export const employeeLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.employeeLogin.missing), v.maxLength(ASE_EMPLOYEE_MAX.id)),
});

/** The rules of a login with a password; the form itself reports blank fields. */
export const employeePasswordLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.maxLength(ASE_EMPLOYEE_MAX.id)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});

const employeeFields = {
  employee_id: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.admin.missing), v.maxLength(ASE_EMPLOYEE_MAX.id)),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(ASE_EMPLOYEE_MAX.name),
    v.transform((name) => (name === "" ? null : name)),
  ),
};

/**
 * The rules of an employee: the ID, and an optional name, which becomes null when it is blank (document 2 §5). This form has no password
 * field, so its password is empty.
 */
export const employeeSchema = v.pipe(
  v.object({ ...employeeFields, password: v.string() }),
  v.transform(({ employee_id, name }) => ({ employee_id, name })),
);

/** The rules of an employee with a password, in the profile that has passwords. */
export const employeeWithPasswordSchema = v.object({
  ...employeeFields,
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, texts.admin.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
});

/** The values that the form saves. Only a new employee has a password, in the profile that has passwords. */
export type EmployeeValues = { employee_id: string; name: string | null; password?: string };
export type EmployeeFields = { employee_id: string; name: string; password: string };
