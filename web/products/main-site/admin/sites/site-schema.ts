import * as v from "valibot";
import { SITE_LENGTH } from "#contract/limits.ts";
import { adminTexts } from "../admin-texts.ts";
import { normalisePath } from "./site-path.ts";

/** What a main admin types of a site; blank fields are told by the form. A path of which nothing would be left is blank too. */
export const siteSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(SITE_LENGTH.name)),
  path: v.pipe(
    v.string(),
    v.maxLength(SITE_LENGTH.path),
    v.check((typed) => normalisePath(typed) !== "", adminTexts.sites.missing),
  ),
  description: v.pipe(v.string(), v.trim(), v.maxLength(SITE_LENGTH.description)),
});
