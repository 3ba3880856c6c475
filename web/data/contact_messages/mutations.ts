/** Sending a contact message. */
import { getClient } from "../client.ts";
import { unwrap } from "../unwrap.ts";

export type NewContactMessage = { name: string; subject: string; email: string; message: string; signature: string };

/** Sends a message with its signature, a PNG data URL (document 1 §7). */
export async function insertContactMessage(message: NewContactMessage): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("contact_messages").insert({ ...message, read: false }));
}
