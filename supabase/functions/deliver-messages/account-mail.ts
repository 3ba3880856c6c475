// The mail with the link to choose a password with, of an account that signs in by e-mail: Swedish, and English below it.

type Link = { event: string; email: string | null; link_key: string | null };

const WORDS = {
  invitation: {
    subject: "Välj ett lösenord till ditt konto",
    sv: "Du har fått ett konto. Välj ditt lösenord här:",
    en: "You have been given an account. Choose your password here:",
  },
  new_password: {
    subject: "Välj ett nytt lösenord",
    sv: "Här väljer du ett nytt lösenord till ditt konto:",
    en: "Choose a new password for your account here:",
  },
} as const;

/** Subject and text; null where the link is not good any more, or the server does not know its own address. */
export function accountMail({ event, email, link_key: key }: Link, publicUrl: string | null) {
  if (key === null || publicUrl === null) return null;
  const words = event === "invitation" ? WORDS.invitation : WORDS.new_password;
  // The key stands behind the `#`, which no browser sends to a server.
  const address = `${publicUrl}/account/password#${key}`;
  return {
    subject: words.subject,
    text: [
      `${words.sv}\n${address}`,
      `Kontot är ${email ?? ""}. Länken fungerar en gång, i 24 timmar. Har du inte väntat dig det här kan du låta den vara.`,
      words.en,
      `The account is ${email ?? ""}. The link works once, for 24 hours. If you did not expect this, leave it.`,
    ].join("\n\n"),
  };
}
