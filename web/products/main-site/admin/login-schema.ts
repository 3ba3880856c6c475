import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { adminTexts } from "./admin-texts.ts";

const { userIdTooShort, passwordTooShort } = adminTexts.login;

/** What a main admin types to log in (document 1 §5); the fields themselves stop at the longest length. */
export const loginSchema = v.object({
  userId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(USER_ID_LENGTH.min, userIdTooShort),
    v.maxLength(USER_ID_LENGTH.max),
  ),
  password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min, passwordTooShort), v.maxLength(PASSWORD_LENGTH.max)),
});
