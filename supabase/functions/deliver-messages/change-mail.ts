// The mail that tells an account's owner which change somebody else made, and who: Swedish, and English below it.
import type { MessageFacts } from "./messages.ts";

const WORDS: Readonly<Record<string, { sv: string; en: string }>> = {
  password: { sv: "Lösenordet till ditt konto", en: "The password of your account" },
  address: { sv: "Adressen till ditt konto", en: "The address of your account" },
  factor: { sv: "Engångskoden till ditt konto", en: "The one-time code of your account" },
  role: { sv: "Behörigheten för ditt konto", en: "The role of your account" },
};

const KINDS = {
  sv: { main: "huvudadministratören", admin: "administratören", server: "den som sköter servern", other: "kontot" },
  en: { main: "the main admin", admin: "the administrator", server: "whoever runs the server", other: "the account" },
};

function actorOf(words: (typeof KINDS)["sv"], kind: string, name: string): string {
  if (kind === "service" || kind === "database") return words.server;
  const word = kind === "main-admin" ? words.main : kind.endsWith("admin") ? words.admin : words.other;
  return name === "" ? word : `${word} ${name}`;
}

/** A text as a single line, without signs that would begin another. */
const oneLine = (value: MessageFacts[string] | undefined): string =>
  String(value ?? "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ")
    .trim();

/** Receiver, subject and text of the mail. The receiver is the address that the account had before. */
export function changeMail({ facts }: { facts: MessageFacts }, timeZone: string) {
  const [email, name] = [oneLine(facts["email"]), oneLine(facts["by_id"])];
  const what = WORDS[oneLine(facts["what"])] ?? { sv: "Något i ditt konto", en: "Something of your account" };
  const kind = oneLine(facts["by_kind"]);
  const at = new Date(oneLine(facts["at"]));
  const moment = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone }).format(at);
  return {
    to: email,
    subject: "Ditt konto har ändrats",
    text: [
      `${what.sv} ${email} ändrades ${moment} av ${actorOf(KINDS.sv, kind, name)}.`,
      "Har du inte väntat dig det, säg till den som sköter era konton.",
      `${what.en} ${email} was changed ${moment} by ${actorOf(KINDS.en, kind, name)}.`,
      "If you did not expect this, tell whoever looks after your accounts.",
    ].join("\n\n"),
  };
}
