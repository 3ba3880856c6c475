/** The attributes of an e-mail field in both account forms, for phones too. */
export const EMAIL_INPUT = {
  type: "email",
  inputMode: "email",
  autoComplete: "username",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
