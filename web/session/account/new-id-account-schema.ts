/** What may be typed into `NewIdAccountFields`, with the lengths that the database checks too. Blank fields are told by the form. */
import * as v from "valibot";
import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";

/** The ID of a new account; it comes trimmed. */
export const newIdSchema = (tooShort: string) =>
  v.pipe(v.string(), v.trim(), v.minLength(USER_ID_LENGTH.min, tooShort), v.maxLength(USER_ID_LENGTH.max));

/** A new account's ID and password, the password as typed. */
export const newIdAccountSchema = (texts: { idTooShort: string; passwordTooShort: string }) =>
  v.object({
    user_id: newIdSchema(texts.idTooShort),
    password: v.pipe(
      v.string(),
      v.minLength(PASSWORD_LENGTH.min, texts.passwordTooShort),
      v.maxLength(PASSWORD_LENGTH.max),
    ),
  });

/** The Discord name of those who have one; an empty one comes as null. */
export const discordNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(DISCORD_NAME_MAX),
  v.transform((name) => (name === "" ? null : name)),
);
