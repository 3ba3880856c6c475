/** The server's reason for refusing a password, in the language of the screen. */
import { isPasswordRefusal, PASSWORD_REFUSALS } from "#contract/password-refusals.ts";
import { DataError } from "#data/data-error.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import type { Language } from "#shared/ui/language.ts";

/** The text of a refused password; null for other errors. */
export function passwordRefusal(error: unknown, lang: Language): string | null {
  if (!(error instanceof DataError)) return null;
  const refusal = error.reasons?.find(isPasswordRefusal);
  return refusal === undefined ? null : PASSWORD_REFUSALS[refusal][lang];
}

/** A refused password becomes an error at its field; other errors stay unchanged. */
export function atPassword(error: unknown, lang: Language): unknown {
  const text = passwordRefusal(error, lang);
  return text === null ? error : new SubmitError("", { password: text });
}
