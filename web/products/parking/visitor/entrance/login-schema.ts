import { loginSchema } from "#session/logins/login-schema.ts";
import { adminTexts } from "#parking/office/admin/admin-texts.ts";
import { texts } from "#parking/kernel/texts.ts";

/** What an attendant types to log in. */
export const attendantLoginSchema = loginSchema(texts.login);

/** What a customer admin types to log in. */
export const adminLoginSchema = loginSchema(adminTexts.login);
