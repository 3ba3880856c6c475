import * as v from "valibot";
import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

const labels = texts.operators;

/** A new operator, with the lengths that the database checks too; the button waits for the ID and the password (document 2 §5). */
export const newOperatorSchema = v.object({
  userId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(USER_ID_LENGTH.min, labels.idTooShort),
    v.maxLength(USER_ID_LENGTH.max),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, labels.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
  discordUsername: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(DISCORD_NAME_MAX),
    v.transform((name) => (name === "" ? null : name)),
  ),
});

export type NewOperator = v.InferOutput<typeof newOperatorSchema>;
