/** Sending a contact message, marking it read and removing it. */
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { contactMessageQueries } from "./queries.ts";

export type NewContactMessage = { name: string; subject: string; email: string; message: string; signature: string };

/** Sends a message with its signature, a PNG data URL (document 1 §7). */
export async function insertContactMessage(message: NewContactMessage): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("contact_messages").insert({ ...message, read: false }));
}

/** Marks an opened message read (document 1 §4); one that is gone by then needs no mark. */
export async function markContactMessageRead(id: string): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("contact_messages").update({ read: true }).eq("id", id));
}

/** Removes a message (document 1 §7). @throws DataError `gone` when somebody else removed it first. */
export async function deleteContactMessage(id: string): Promise<void> {
  const client = await getClient();
  const removed = unwrap(await client.from("contact_messages").delete().eq("id", id).select("id"));
  if (removed.length === 0) throw new DataError("gone", "The message no longer exists");
}

export const useInsertContactMessage = defineMutation(insertContactMessage);
export const useMarkContactMessageRead = defineMutation(markContactMessageRead, [contactMessageQueries.lists]);
export const useDeleteContactMessage = defineMutation(
  ({ id }: { id: string }) => deleteContactMessage(id),
  [contactMessageQueries.lists],
);
