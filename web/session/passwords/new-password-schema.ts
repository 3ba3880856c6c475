/** The rules of passwords at the sign-in service. */
import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { CHOSEN_PASSWORD_MIN, PASSWORD_REFUSALS } from "#contract/password-refusals.ts";
import type { Language } from "#shared/ui/language.ts";
import { passwordTexts } from "./password-texts.ts";

/** The sign-in service's slow hash reads at most this many bytes. */
const HASHED_BYTES = 72;

/** The rules of a new password, with messages in the language of the screen. */
export function newPasswordSchema(lang: Language) {
  const texts = passwordTexts[lang];
  return v.pipe(
    v.string(),
    import.meta.env.VITE_SECURITY_PROFILE === "hardened"
      ? v.minLength(CHOSEN_PASSWORD_MIN, PASSWORD_REFUSALS.short[lang])
      : v.minLength(PASSWORD_LENGTH.min, texts.tooShort),
    v.maxLength(PASSWORD_LENGTH.max, texts.tooLong),
    v.maxBytes(HASHED_BYTES, texts.tooLong),
  );
}
