/** Texts of the logins of attendants and of customer admins, letter for letter (document 1 §5, §8). */
export const loginTexts = {
  attendant: {
    title: "Parkeringsvakt",
    userId: "Användar-ID",
    submit: "Logga in",
    missing: "Var god fyll i både användar-ID och lösenord",
    userIdTooShort: "Användar-ID måste vara minst 3 tecken",
    passwordTooShort: "Lösenordet måste vara minst 6 tecken",
    failed: "Ett fel uppstod vid inloggningen",
    wrong: "Felaktigt användar-ID eller lösenord",
    success: "Inloggning lyckades",
  },

  company: "Företagets handläggare",
  admin: {
    title: "Administratör",
    userId: "Användarnamn",
    submit: "Logga in",
    missing: "Var god fyll i både användarnamn och lösenord",
    userIdTooShort: "Användarnamnet måste vara minst 3 tecken",
    passwordTooShort: "Lösenordet måste vara minst 6 tecken",
    failed: "Ett fel uppstod vid inloggningen",
    wrong: "Felaktigt användarnamn eller lösenord",
    success: "Inloggning lyckades",
  },
} as const;
