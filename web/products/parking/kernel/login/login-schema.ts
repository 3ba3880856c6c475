import { loginSchema } from "#session/logins/login-schema.ts";
import { loginTexts } from "./login-texts.ts";

/** What an attendant types to log in. */
export const attendantLoginSchema = loginSchema(loginTexts.attendant);

/** What a customer admin types to log in. */
export const adminLoginSchema = loginSchema(loginTexts.admin);
