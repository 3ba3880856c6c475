import * as v from "valibot";
import { discordNameSchema, newIdAccountSchema } from "#session/account/new-id-account-schema.ts";
import { texts } from "../texts.ts";

/** The rules of a new operator; the button waits for the ID and the password (document 2 §5). */
export const newOperatorSchema = v.object({
  ...newIdAccountSchema(texts.operators).entries,
  discord_username: discordNameSchema,
});

export type NewOperator = v.InferOutput<typeof newOperatorSchema>;
