/** Sends a contact message, marks it read and removes it. */
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { contactMessageQueries } from "./queries.ts";

export type NewContactMessage = { name: string; subject: string; email: string; message: string; signature: string };

/** Sends a message with its signature, a PNG data URL (document 1 §7). */
export async function insertContactMessage(acting: Acting, message: NewContactMessage): Promise<void> {
  await ask(acting, (client) => client.from("contact_messages").insert({ ...message, read: false }));
}

/** Marks an opened message read (document 1 §4). A removed message needs no mark. */
export async function markContactMessageRead(acting: Acting, id: string): Promise<void> {
  await ask(acting, (client) => client.from("contact_messages").update({ read: true }).eq("id", id));
}

/** Removes a message (document 1 §7). @throws DataError `gone` when another person removed it first. */
export async function deleteContactMessage(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, "The message no longer exists", (client) =>
    client.from("contact_messages").delete().eq("id", id).select("id"),
  );
}

export const useInsertContactMessage = defineMutation(insertContactMessage);
export const useMarkContactMessageRead = defineMutation(markContactMessageRead, [contactMessageQueries.lists]);
export const useDeleteContactMessage = defineMutation(
  (acting, { id }: { id: string }) => deleteContactMessage(acting, id),
  [contactMessageQueries.lists],
);
