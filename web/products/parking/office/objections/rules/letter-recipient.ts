import type { Recipient } from "#data/case_recipients/queries.ts";
import type { Objection } from "#data/objections/queries.ts";

/**
 * The address lines of an answer: the objector's name, and the address in the letter, or else that of a case recipient with the same name.
 * Another person's address is never used.
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
