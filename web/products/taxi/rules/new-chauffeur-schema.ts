import * as v from "valibot";
import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { texts } from "../texts.ts";

const { admin } = texts;

/** A new chauffeur (document 2 §5, §9); blank fields are told by the form. An empty Discord name comes as null. */
export const newChauffeurSchema = v.object({
  userId: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(USER_ID_LENGTH.min, admin.idTooShort),
    v.maxLength(USER_ID_LENGTH.max),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(PASSWORD_LENGTH.min, admin.passwordTooShort),
    v.maxLength(PASSWORD_LENGTH.max),
  ),
  discordUsername: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(DISCORD_NAME_MAX),
    v.transform((name) => (name === "" ? null : name)),
  ),
});

export type NewChauffeur = v.InferOutput<typeof newChauffeurSchema>;
