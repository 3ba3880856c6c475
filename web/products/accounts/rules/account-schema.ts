import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { ACCOUNT_TYPES, type AccountType } from "#contract/states.ts";
import { texts } from "../texts.ts";

const { emailWrong, passwordTooShort } = texts.newAccount;

/** The account types that people can create; only the main admin makes admins. */
export type NewAccountType = Exclude<AccountType, "admin">;

/** The rules of a new account; the form itself reports blank fields (document 2 §5). */
export const accountSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.rfcEmail(emailWrong)),
  password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min, passwordTooShort)),
  accountType: v.picklist(ACCOUNT_TYPES.filter((type): type is NewAccountType => type !== "admin")),
});

/** The rules of an invited account, whose person chooses the password. */
export const invitedSchema = v.object({ ...accountSchema.entries, password: v.string() });
