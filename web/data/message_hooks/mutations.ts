/** Adding, changing and removing where a site's messages go. */
import type { MessageChannel } from "#contract/messages.ts";
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { outboxQueries } from "../outbox/queries.ts";
import { type MessageHook, messageHookQueries } from "./queries.ts";

export type NewMessageHook = { project_id: string; channel: MessageChannel; address: string; events: string[] };

/** Adds a receiver, which is told nothing before it is switched on. @throws DataError 23514 for an address that is none of Discord's */
export async function addMessageHook(hook: NewMessageHook): Promise<void> {
  await ask((client) => client.from("message_hooks").insert(hook));
}

type Change = Partial<Pick<MessageHook, "events" | "is_active" | "with_plate" | "with_name">>;

/** Changes what a receiver is told. @throws DataError `gone` when somebody else removed it */
export async function changeMessageHook({ id, change }: { id: string; change: Change }): Promise<void> {
  await reachOne("The receiver was removed", (client) =>
    client.from("message_hooks").update(change).eq("id", id).select("id"),
  );
}

/** Removes a receiver, with what waits for it. */
export async function removeMessageHook({ id }: { id: string }): Promise<void> {
  await ask((client) => client.from("message_hooks").delete().eq("id", id));
}

/** Has the test message sent. @throws DataError PK005 where mail is not set up */
export async function sendTestMessage({ id }: { id: string }): Promise<void> {
  await ask((client) => client.rpc("send_test_message", { hook_id: id }));
}

const lists = [messageHookQueries.all, outboxQueries.all];
export const useAddMessageHook = defineMutation(addMessageHook, [messageHookQueries.all]);
export const useChangeMessageHook = defineMutation(changeMessageHook, [messageHookQueries.all]);
export const useRemoveMessageHook = defineMutation(removeMessageHook, lists);
export const useSendTestMessage = defineMutation(sendTestMessage, [outboxQueries.all]);
