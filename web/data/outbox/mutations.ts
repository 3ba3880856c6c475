/** Sending again what was given up, and a decision. */
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { outboxQueries } from "./queries.ts";

/** Has a message sent again; one that waits or was sent is left as it is. */
export async function sendMessageAgain({ id }: { id: string }): Promise<void> {
  await ask((client) => client.rpc("send_message_again", { message_id: id }));
}

export const useSendMessageAgain = defineMutation(sendMessageAgain, [outboxQueries.all]);

/**
 * Has the decision on an objection sent by mail, again if it was sent before. A mail that still waits stays as it is.
 * @throws DataError PK005 without an address, PK014 after five in a day
 */
async function sendDecision({ objectionId }: { objectionId: string }): Promise<void> {
  await ask((client) => client.rpc("send_decision", { objection_id: objectionId }));
}

export const useSendDecision = defineMutation(sendDecision, [outboxQueries.all]);
