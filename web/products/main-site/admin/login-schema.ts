import { loginSchema } from "#session/logins/login-schema.ts";
import { adminTexts } from "./admin-texts.ts";

/** What a main admin types to log in (document 1 §5). */
export const mainAdminLoginSchema = loginSchema(adminTexts.login);
