/** Adds, changes and removes the receivers of a site's messages. */
import type { MessageChannel } from "#contract/messages.ts";
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { outboxQueries } from "../outbox/queries.ts";
import { type MessageHook, messageHookQueries } from "./queries.ts";

export type NewMessageHook = { project_id: string; channel: MessageChannel; address: string; events: string[] };

/** Adds a receiver; it gets no messages until it is switched on. @throws DataError 23514 for an address that does not belong to Discord */
export async function addMessageHook(acting: Acting, hook: NewMessageHook): Promise<void> {
  await ask(acting, (client) => client.from("message_hooks").insert(hook));
}

type Change = Partial<Pick<MessageHook, "events" | "is_active" | "with_plate" | "with_name">>;

/** Changes the messages that a receiver gets. @throws DataError `gone` when another person removed it */
export async function changeMessageHook(acting: Acting, { id, change }: { id: string; change: Change }): Promise<void> {
  await reachOne(acting, "The receiver was removed", (client) =>
    client.from("message_hooks").update(change).eq("id", id).select("id"),
  );
}

/** Removes a receiver, with the messages that wait for it. */
export async function removeMessageHook(acting: Acting, { id }: { id: string }): Promise<void> {
  await ask(acting, (client) => client.from("message_hooks").delete().eq("id", id));
}

/** Sends the test message. @throws DataError PK005 when mail is not set up */
export async function sendTestMessage(acting: Acting, { id }: { id: string }): Promise<void> {
  await ask(acting, (client) => client.rpc("send_test_message", { hook_id: id }));
}

const lists = [messageHookQueries.all, outboxQueries.all];
export const useAddMessageHook = defineMutation(addMessageHook, [messageHookQueries.all]);
export const useChangeMessageHook = defineMutation(changeMessageHook, [messageHookQueries.all]);
export const useRemoveMessageHook = defineMutation(removeMessageHook, lists);
export const useSendTestMessage = defineMutation(sendTestMessage, [outboxQueries.all]);
