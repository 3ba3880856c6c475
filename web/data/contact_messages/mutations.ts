/** Sends a contact message, marks it read and removes it. */
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { contactMessageQueries } from "./queries.ts";

export type NewContactMessage = { name: string; subject: string; email: string; message: string; signature: string };

/** Sends a message with its signature, a PNG data URL (document 1 §7). */
export async function insertContactMessage(message: NewContactMessage): Promise<void> {
  await ask((client) => client.from("contact_messages").insert({ ...message, read: false }));
}

/** Marks an opened message read (document 1 §4). A removed message needs no mark. */
export async function markContactMessageRead(id: string): Promise<void> {
  await ask((client) => client.from("contact_messages").update({ read: true }).eq("id", id));
}

/** Removes a message (document 1 §7). @throws DataError `gone` when another person removed it first. */
export async function deleteContactMessage(id: string): Promise<void> {
  await reachOne("The message no longer exists", (client) =>
    client.from("contact_messages").delete().eq("id", id).select("id"),
  );
}

export const useInsertContactMessage = defineMutation(insertContactMessage);
export const useMarkContactMessageRead = defineMutation(markContactMessageRead, [contactMessageQueries.lists]);
export const useDeleteContactMessage = defineMutation(
  ({ id }: { id: string }) => deleteContactMessage(id),
  [contactMessageQueries.lists],
);
