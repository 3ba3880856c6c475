import * as v from "valibot";
import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.accounts;

const login = {
  userId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(USER_ID_LENGTH.min, texts.userIdTooShort),
    v.maxLength(USER_ID_LENGTH.max),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, texts.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
};

/** A new admin as it is typed (document 1 §5). */
export const adminSchema = v.object(login);

/** A new attendant as it is typed; an empty Discord name becomes null (document 1 §5, §7). */
export const attendantSchema = v.object({
  ...login,
  discord: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(DISCORD_NAME_MAX),
    v.transform((name) => (name === "" ? null : name)),
  ),
});
