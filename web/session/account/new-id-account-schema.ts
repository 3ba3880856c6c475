/** The rules of `NewIdAccountFields`, with the lengths that the database checks too. The form itself reports blank fields. */
import * as v from "valibot";
import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";

/** The ID of a new account, trimmed. */
export const newIdSchema = (tooShort: string) =>
  v.pipe(v.string(), v.trim(), v.minLength(USER_ID_LENGTH.min, tooShort), v.maxLength(USER_ID_LENGTH.max));

/** The ID and the password of a new account. The password stays as typed. */
export const newIdAccountSchema = (texts: { idTooShort: string; passwordTooShort: string }) =>
  v.object({
    user_id: newIdSchema(texts.idTooShort),
    password: v.pipe(
      v.string(),
      v.minLength(PASSWORD_LENGTH.min, texts.passwordTooShort),
      v.maxLength(PASSWORD_LENGTH.max),
    ),
  });

/** The Discord name; an empty name becomes null. */
export const discordNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(DISCORD_NAME_MAX),
  v.transform((name) => (name === "" ? null : name)),
);
