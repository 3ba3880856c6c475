import * as v from "valibot";
import { discordNameSchema, newIdAccountSchema } from "#session/account/new-id-account-schema.ts";
import { adminTexts } from "../admin-texts.ts";

const { userIdTooShort: idTooShort, passwordTooShort } = adminTexts.accounts;

/** The rules of a new admin (document 1 §5). */
export const adminSchema = newIdAccountSchema({ idTooShort, passwordTooShort });

/** The rules of a new attendant (document 1 §5, §7). */
export const attendantSchema = v.object({ ...adminSchema.entries, discord_username: discordNameSchema });
