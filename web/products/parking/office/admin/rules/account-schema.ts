import * as v from "valibot";
import { discordNameSchema, newIdAccountSchema } from "#session/account/new-id-account-schema.ts";
import { adminTexts } from "../admin-texts.ts";

const { userIdTooShort: idTooShort, passwordTooShort } = adminTexts.accounts;

/** A new admin as it is typed (document 1 §5). */
export const adminSchema = newIdAccountSchema({ idTooShort, passwordTooShort });

/** A new attendant as it is typed (document 1 §5, §7). */
export const attendantSchema = v.object({ ...adminSchema.entries, discord_username: discordNameSchema });
