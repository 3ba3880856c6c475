import * as v from "valibot";
import { isMailAddress } from "#contract/mail-address.ts";
import type { DriverTexts } from "#parking/kernel/case/driver-texts.ts";

/** The longest text of each field, as the database checks it. */
export const LONGEST = { name: 200, email: 320, text: 4000 } as const;

/** The rules of the form `Bestrid`, with messages in the page's language; an address that cannot get mail is refused (document 4 §4). */
export const objectionSchema = (texts: Pick<DriverTexts["object"], "badEmail" | "tooLong">) =>
  v.object({
    name: v.pipe(v.string(), v.trim()),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.check((typed) => typed === "" || isMailAddress(typed), texts.badEmail),
    ),
    text: v.pipe(v.string(), v.trim(), v.maxLength(LONGEST.text, texts.tooLong)),
  });
