import { loginSchema } from "#session/logins/login-schema.ts";
import { loginTexts } from "./login-texts.ts";

/** The rules of an attendant's login. */
export const attendantLoginSchema = loginSchema(loginTexts.attendant);

/** The rules of a customer admin's login. */
export const adminLoginSchema = loginSchema(loginTexts.admin);
