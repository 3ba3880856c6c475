import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

/** What an attendant types to log in (document 1 §5); the fields themselves stop at the longest length. */
export const attendantLoginSchema = v.object({
  userId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(USER_ID_LENGTH.min, texts.login.userIdTooShort),
    v.maxLength(USER_ID_LENGTH.max),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, texts.login.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
});
