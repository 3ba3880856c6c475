import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { ACCOUNT_TYPES, type AccountType } from "#contract/states.ts";
import { texts } from "../texts.ts";

const { emailWrong, passwordTooShort } = texts.newAccount;

/** Types of accounts that people make; admins are made by the main admin alone. */
export type NewAccountType = Exclude<AccountType, "admin">;

/** What an admin types of a new account; blank fields are told by the form (document 2 §5). */
export const accountSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.rfcEmail(emailWrong)),
  password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min, passwordTooShort)),
  accountType: v.picklist(ACCOUNT_TYPES.filter((type): type is NewAccountType => type !== "admin")),
});

/** The same of somebody who is invited, and chooses the password. */
export const invitedSchema = v.object({ ...accountSchema.entries, password: v.string() });
