/** How both account forms take an e-mail address, on a phone too. */
export const EMAIL_INPUT = {
  type: "email",
  inputMode: "email",
  autoComplete: "username",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
