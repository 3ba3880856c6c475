import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { adminTexts } from "../admin/admin-texts.ts";
import { texts } from "../texts.ts";

/** What a person types to log in, with the screen's words (document 1 §5); the fields themselves stop at the longest length. */
export const loginSchema = ({
  userIdTooShort,
  passwordTooShort,
}: {
  userIdTooShort: string;
  passwordTooShort: string;
}) =>
  v.object({
    userId: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(USER_ID_LENGTH.min, userIdTooShort),
      v.maxLength(USER_ID_LENGTH.max),
    ),
    password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min, passwordTooShort), v.maxLength(PASSWORD_LENGTH.max)),
  });

export type LoginSchema = ReturnType<typeof loginSchema>;

/** What an attendant types to log in. */
export const attendantLoginSchema = loginSchema(texts.login);

/** What a customer admin types to log in. */
export const adminLoginSchema = loginSchema(adminTexts.login);
