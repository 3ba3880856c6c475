import { texts } from "../texts.ts";

/** How both account forms take an e-mail address, on a phone too. */
export const EMAIL_INPUT = {
  type: "email",
  inputMode: "email",
  autoComplete: "username",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** Names of the button that shows a typed password. */
export const REVEAL = { show: texts.landing.showPassword, hide: texts.landing.hidePassword };
