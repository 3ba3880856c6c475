// The mail that tells a driver how the objection was decided (document 4 §4): the decision and where the case is read, not the case itself.
import type { MessageFacts } from "./messages.ts";

type Decision = {
  facts: MessageFacts;
  reply: string | null;
  public_key: string | null;
  issuer_name: string | null;
};

/** Sentences around the office's own text, which stays as it was written. A withdrawn case ends its objection as well. */
const WORDS = {
  sv: {
    subject: (number: string) => `Beslut om ditt bestridande, ärende ${number}`,
    accepted: (number: string) => `Ditt bestridande i ärende ${number} har godkänts. Kontrollavgiften är borttagen.`,
    rejected: (number: string) => `Ditt bestridande i ärende ${number} har avslagits.`,
    withdrawn: (number: string) => `Boten är makulerad. Ditt bestridande i ärende ${number} är därmed avslutat.`,
    left: (amount: string, day: string) => `Kvar att betala: ${amount} kr, senast ${day}.`,
    court: "Är du inte nöjd kan du begära prövning i tingsrätten.",
    address: (address: string) => `Ärendet: ${address}`,
  },
  en: {
    subject: (number: string) => `Decision on your objection, case ${number}`,
    accepted: (number: string) =>
      `Your objection in case ${number} has been accepted. The parking fine has been removed.`,
    rejected: (number: string) => `Your objection in case ${number} has been rejected.`,
    withdrawn: (number: string) => `The fine has been withdrawn. That closes your objection in case ${number}.`,
    left: (amount: string, day: string) => `Left to pay: ${amount} kr, by ${day}.`,
    court: "If you are not satisfied, you can ask the district court to try the case.",
    address: (address: string) => `The case: ${address}`,
  },
} as const;

/**
 * Subject and text of the decision's mail, in the language of the page on which the driver objected; Swedish where the message does not say it.
 * `publicUrl` is null where the server does not know its own address.
 */
export function decisionMail(decision: Decision, publicUrl: string | null): { subject: string; text: string } {
  const { facts, reply, public_key: key, issuer_name: issuer } = decision;
  const words = WORDS[facts["lang"] === "en" ? "en" : "sv"];
  const number = String(facts["case_number"] ?? "");
  const left = Number(facts["left_ore"] ?? 0);
  const paragraphs = [
    outcomeIn(words, facts["decision"])?.(number) ?? "",
    reply ?? "",
    facts["decision"] === "rejected" && left > 0 ? words.left(kronor(left), String(facts["due_date"] ?? "")) : "",
    facts["decision"] === "rejected" && reply?.includes(words.court) !== true ? words.court : "",
    publicUrl === null || key === null ? "" : words.address(`${publicUrl}/case/${key}`),
    issuer ?? "",
  ];
  return {
    subject: words.subject(number),
    text: paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"),
  };
}

const outcomeIn = (words: (typeof WORDS)["sv" | "en"], decision: unknown) =>
  decision === "accepted" || decision === "rejected" || decision === "withdrawn" ? words[decision] : undefined;

const kronor = (ore: number): string =>
  ore % 100 === 0 ? String(ore / 100) : (ore / 100).toFixed(2).replace(".", ",");
