import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

/** The rules of a login: a trimmed ID, and a password, which the administrator's ID does not need (document 2 §6). */
export const chauffeurLoginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.login.idMissing), v.maxLength(USER_ID_LENGTH.max)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});

export type ChauffeurCredentials = v.InferOutput<typeof chauffeurLoginSchema>;

/** The problems of the credentials, by field, for everybody but the administrator (document 2 §5); empty when there are none. */
export function chauffeurLoginProblems({ userId, password }: ChauffeurCredentials): Record<string, string> {
  const problems: Record<string, string> = {};
  if (userId.length < USER_ID_LENGTH.min) problems["userId"] = texts.login.idTooShort;
  if (password === "") problems["password"] = texts.login.passwordMissing;
  else if (password.length < PASSWORD_LENGTH.min) problems["password"] = texts.login.passwordTooShort;
  return problems;
}
