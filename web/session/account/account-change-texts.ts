/** Texts about changes that another person made to an account. */

const WHAT = {
  sv: { password: "Lösenordet", address: "Adressen eller ID:t", factor: "Engångskoden", role: "Behörigheten" },
  en: { password: "The password", address: "The address or ID", factor: "The one-time code", role: "The role" },
};
/** The person who made the change, by the trail's names of kinds. */
const KINDS = {
  sv: { main: "huvudadministratören", admin: "administratören", server: "den som sköter servern", other: "kontot" },
  en: { main: "the main admin", admin: "the administrator", server: "whoever runs the server", other: "the account" },
};

function actorOf(words: (typeof KINDS)["sv"], kind: string, name: string | null): string {
  if (kind === "service" || kind === "database") return words.server;
  const word = kind === "main-admin" ? words.main : kind.endsWith("admin") ? words.admin : words.other;
  return name === null ? word : `${word} ${name}`;
}

const wordOf = (words: Readonly<Record<string, string>>, key: string, rest: string) => words[key] ?? rest;

export const accountChangeTexts = {
  sv: {
    title: "Ditt konto har ändrats",
    hint: "Någon annan har ändrat det här sedan du loggade in senast. Var det inte väntat, säg till den som sköter era konton.",
    changed: (what: string, at: string, kind: string, name: string | null) =>
      `${wordOf(WHAT.sv, what, "Något")} ändrades ${at} av ${actorOf(KINDS.sv, kind, name)}.`,
    seen: "Jag har sett det",
  },
  en: {
    title: "Your account was changed",
    hint: "Somebody else changed this since you last signed in. If you did not expect it, tell whoever looks after your accounts.",
    changed: (what: string, at: string, kind: string, name: string | null) =>
      `${wordOf(WHAT.en, what, "Something")} was changed ${at} by ${actorOf(KINDS.en, kind, name)}.`,
    seen: "I have seen it",
  },
} as const;
