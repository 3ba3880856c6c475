/** Sends a failed message again, or a decision. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { outboxQueries } from "./queries.ts";

/** Sends a failed message again. A message that waits or was sent stays unchanged. */
export async function sendMessageAgain(acting: Acting, { id }: { id: string }): Promise<void> {
  await ask(acting, (client) => client.rpc("send_message_again", { message_id: id }));
}

export const useSendMessageAgain = defineMutation(sendMessageAgain, [outboxQueries.all]);

/**
 * Mails the decision on an objection, also a second time. A mail that still waits stays unchanged.
 * @throws DataError PK005 without an address, PK014 after five in a day
 */
async function sendDecision(acting: Acting, { objectionId }: { objectionId: string }): Promise<void> {
  await ask(acting, (client) => client.rpc("send_decision", { objection_id: objectionId }));
}

export const useSendDecision = defineMutation(sendDecision, [outboxQueries.all]);
