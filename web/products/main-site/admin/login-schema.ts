import { loginSchema } from "#session/logins/login-schema.ts";
import { adminTexts } from "./admin-texts.ts";

/** The rules of a main admin's login (document 1 §5). */
export const mainAdminLoginSchema = loginSchema(adminTexts.login);
