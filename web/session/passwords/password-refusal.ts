/** Why the server refused a password, in the language of the screen. */
import { PASSWORD_REFUSALS } from "#contract/password-refusals.ts";
import { DataError } from "#data/data-error.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import type { Language } from "#shared/ui/language.ts";

/** The sentence of a refusal; null for an error that is about something else. */
export function passwordRefusal(error: unknown, lang: Language): string | null {
  if (!(error instanceof DataError)) return null;
  return Object.values(PASSWORD_REFUSALS).find(({ sv }) => sv === error.message)?.[lang] ?? null;
}

/** The refusal of a password at its field, where it is one; else the error as it came. */
export function atPassword(error: unknown, lang: Language): unknown {
  const text = passwordRefusal(error, lang);
  return text === null ? error : new SubmitError("", { password: text });
}
