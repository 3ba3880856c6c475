// The mail that tells a driver how the objection was decided (document 4 §4): the decision and where the case is read, not the case itself.
import type { MessageFacts } from "./messages.ts";

type Decision = {
  facts: MessageFacts;
  reply: string | null;
  public_key: string | null;
  issuer_name: string | null;
};

/** How each decision is told; a case that is withdrawn ends its objection as well. */
const OUTCOMES: Readonly<Record<string, (number: string) => string>> = {
  accepted: (number) => `Ditt bestridande i ärende ${number} har godkänts. Kontrollavgiften är borttagen.`,
  rejected: (number) => `Ditt bestridande i ärende ${number} har avslagits.`,
  withdrawn: (number) => `Boten är makulerad. Ditt bestridande i ärende ${number} är därmed avslutat.`,
};

/** Subject and text of the decision's mail; `publicUrl` is null where the server does not know its own address. */
export function decisionMail(decision: Decision, publicUrl: string | null): { subject: string; text: string } {
  const { facts, reply, public_key: key, issuer_name: issuer } = decision;
  const number = String(facts["case_number"] ?? "");
  const isRejected = facts["decision"] === "rejected";
  const left = Number(facts["left_ore"] ?? 0);
  const paragraphs = [
    OUTCOMES[String(facts["decision"])]?.(number) ?? "",
    reply ?? "",
    isRejected && left > 0 ? `Kvar att betala: ${kronor(left)} kr, senast ${String(facts["due_date"] ?? "")}.` : "",
    publicUrl === null || key === null ? "" : `Ärendet: ${publicUrl}/case/${key}`,
    issuer ?? "",
  ];
  return {
    subject: `Beslut om ditt bestridande, ärende ${number}`,
    text: paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"),
  };
}

const kronor = (ore: number): string =>
  ore % 100 === 0 ? String(ore / 100) : (ore / 100).toFixed(2).replace(".", ",");
