import * as v from "valibot";
import { ASE_EMPLOYEE_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

/** What an employee types to log in (document 2 §5). */
export const employeeLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.employeeLogin.missing), v.maxLength(ASE_EMPLOYEE_MAX.id)),
});

/** What the admin types to log in; blank fields are told by the form (document 2 §5). */
export const adminLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});

/** What the admin types of an employee: the ID, and perhaps a name, which is null when it is blank (document 2 §5). */
export const employeeSchema = v.pipe(
  v.object({
    employeeId: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.admin.missing), v.maxLength(ASE_EMPLOYEE_MAX.id)),
    name: v.pipe(v.string(), v.trim(), v.maxLength(ASE_EMPLOYEE_MAX.name)),
  }),
  v.transform(({ employeeId, name }) => ({ employee_id: employeeId, name: name === "" ? null : name })),
);
