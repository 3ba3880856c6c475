import * as v from "valibot";
import { ASE_EMPLOYEE_MAX, PASSWORD_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

/** What an employee types to log in (document 2 §5). */
export const employeeLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.employeeLogin.missing), v.maxLength(ASE_EMPLOYEE_MAX.id)),
});

/** The same where employees have passwords; blank fields are told by the form. */
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
 * What the admin types of an employee: the ID, and perhaps a name, which is null when it is blank (document 2 §5). Their form
 * has no field for a password: it is an empty one.
 */
export const employeeSchema = v.pipe(
  v.object({ ...employeeFields, password: v.string() }),
  v.transform(({ employee_id, name }) => ({ employee_id, name })),
);

/** The same with a password, where employees have one. */
export const employeeWithPasswordSchema = v.object({
  ...employeeFields,
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, texts.admin.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
});

/** What the form saves: a password only for a new employee, where employees have one. */
export type EmployeeValues = { employee_id: string; name: string | null; password?: string };
export type EmployeeFields = { employee_id: string; name: string; password: string };
