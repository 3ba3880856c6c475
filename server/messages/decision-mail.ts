// The mail that tells a driver how the objection was decided (document 4 §4): the decision and where the case is read, not the case itself.
import type { MessageFacts } from "#contract/messages.ts";

type Decision = {
  facts: MessageFacts;
  reply: string | null;
  public_key: string | null;
  issuer_name: string | null;
};

/** Subject and text of the decision's mail; `publicUrl` is null where the server does not know its own address. */
export function decisionMail(decision: Decision, publicUrl: string | null): { subject: string; text: string } {
  const { facts, reply, public_key: key, issuer_name: issuer } = decision;
  const number = String(facts["case_number"] ?? "");
  const isAccepted = facts["decision"] === "accepted";
  const left = Number(facts["left_ore"] ?? 0);
  const paragraphs = [
    isAccepted
      ? `Ditt bestridande i ärende ${number} har godkänts. Kontrollavgiften är borttagen.`
      : `Ditt bestridande i ärende ${number} har avslagits.`,
    reply ?? "",
    !isAccepted && left > 0 ? `Kvar att betala: ${kronor(left)} kr, senast ${String(facts["due_date"] ?? "")}.` : "",
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
