import * as v from "valibot";
import { discordNameSchema, newIdAccountSchema } from "#session/account/new-id-account-schema.ts";
import { texts } from "../texts.ts";

/** The rules of a new chauffeur (document 2 §5, §9). */
export const newChauffeurSchema = v.object({
  ...newIdAccountSchema(texts.admin).entries,
  discord_username: discordNameSchema,
});

export type NewChauffeur = v.InferOutput<typeof newChauffeurSchema>;
