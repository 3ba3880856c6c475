import * as v from "valibot";

/** Six digits, typed or pasted (`123 456`); `message` is for any other text. */
export const codeSchema = (message: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.replaceAll(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, message),
  );
