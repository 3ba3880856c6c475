import * as v from "valibot";
import { SITE_LENGTH } from "#contract/limits.ts";
import { adminTexts } from "../admin-texts.ts";
import { normalisePath } from "./site-path.ts";

/** The rules of a site; the form itself reports blank fields. A path without any allowed letter is blank too. */
export const siteSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(SITE_LENGTH.name)),
  path: v.pipe(
    v.string(),
    v.maxLength(SITE_LENGTH.path),
    v.check((typed) => normalisePath(typed) !== "", adminTexts.sites.missing),
  ),
  description: v.pipe(v.string(), v.trim(), v.maxLength(SITE_LENGTH.description)),
});
