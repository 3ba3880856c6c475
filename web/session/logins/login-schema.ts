/** The rules of a typed login with an ID. The ID is trimmed, the password stays as typed; the fields stop at the longest length. */
import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";

const userId = v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max));
const password = v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max));

/** A login without least lengths (document 2 §5). The form itself reports blank fields. */
export const filledLoginSchema = v.object({ userId, password });

/** A login with least lengths. The screen gives the messages (document 1 §5). */
export const loginSchema = (texts: { userIdTooShort: string; passwordTooShort: string }) =>
  v.object({
    userId: v.pipe(userId, v.minLength(USER_ID_LENGTH.min, texts.userIdTooShort)),
    password: v.pipe(password, v.minLength(PASSWORD_LENGTH.min, texts.passwordTooShort)),
  });

export type LoginSchema = ReturnType<typeof loginSchema>;
