// Everything that the general services of the server are told of this product. server/app.ts hands it in.
import { ACCOUNT_RULES } from "./accounts.ts";
import { drawnPage } from "./drawn-pages.ts";
import { functions, limitFunctions } from "./functions.ts";
import { isKeyPage, withoutKey } from "./key-pages.ts";
import { createPageHeads, createSitemap } from "./listings-found.ts";
import { PRODUCT_ROUTES } from "./routes.ts";
import { createSecurityContact } from "./security-contact.ts";
import { FILE_RULES } from "./stored-files.ts";

export const PRODUCT = {
  routes: PRODUCT_ROUTES,
  functions,
  limitFunctions,
  accountRules: ACCOUNT_RULES,
  fileRules: FILE_RULES,
  pages: { drawnPage, isKeyPage },
  withoutKey,
  createSecurityContact,
  createPageHeads,
  createSitemap,
};
