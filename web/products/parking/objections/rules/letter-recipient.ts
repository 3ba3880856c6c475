import type { Recipient } from "#data/case_recipients/queries.ts";

/**
 * The lines of the address to which an answer goes: the objector's name, and the address where a recipient of the case has that name. Of
 * somebody else's address nothing is known about the objector.
 */
export function letterRecipient(name: string, recipients: readonly Pick<Recipient, "name" | "address">[]): string[] {
  const known = recipients.find((recipient) => nameKey(recipient.name) === nameKey(name));
  return [name, ...(known?.address ?? "").split("\n")].map((line) => line.trim()).filter((line) => line !== "");
}

const nameKey = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();
