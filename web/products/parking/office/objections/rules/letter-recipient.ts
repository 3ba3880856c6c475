import type { Recipient } from "#data/case_recipients/queries.ts";
import type { Objection } from "#data/objections/queries.ts";

/**
 * The lines of the address to which an answer goes: the objector's name, and the address that a letter gave, else that of a recipient of the
 * case who has that name. Of somebody else's address nothing is known about the objector.
 */
export function letterRecipient(
  { name, address }: Pick<Objection, "name" | "address">,
  recipients: readonly Pick<Recipient, "name" | "address">[],
): string[] {
  const known = recipients.find((recipient) => nameKey(recipient.name) === nameKey(name));
  return [name, ...(address || (known?.address ?? "")).split("\n")]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const nameKey = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();
