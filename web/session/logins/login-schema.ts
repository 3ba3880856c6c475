/** What people with an ID type to log in, the ID trimmed and the password as typed; the fields themselves stop at the longest length. */
import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";

const userId = v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max));
const password = v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max));

/** Nothing is asked of either (document 2 §5); blank fields are told by the form. */
export const filledLoginSchema = v.object({ userId, password });

/** Both have a least length, told with the screen's words (document 1 §5). */
export const loginSchema = (texts: { userIdTooShort: string; passwordTooShort: string }) =>
  v.object({
    userId: v.pipe(userId, v.minLength(USER_ID_LENGTH.min, texts.userIdTooShort)),
    password: v.pipe(password, v.minLength(PASSWORD_LENGTH.min, texts.passwordTooShort)),
  });

export type LoginSchema = ReturnType<typeof loginSchema>;
