/** Publishes and acknowledges notices (document 5 §7). Each is one call with an id of its own, which may be sent again. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { noticeQueries } from "./queries.ts";

export type NewNotice = { id: string; title: string; text: string; must_acknowledge: boolean; until: string | null };
type Receipt = { noticeId: string; receiptId: string };

const publish = (acting: ActingPerson, notice: NewNotice) =>
  ask(acting, (client) => client.rpc("publish_notice", { notice, acting_as: acting.id }));

const keepReceipt =
  (name: "see_notice" | "acknowledge_notice") =>
  (acting: ActingPerson, { noticeId, receiptId }: Receipt) =>
    ask(acting, (client) => client.rpc(name, { notice_id: noticeId, receipt_id: receiptId, acting_as: acting.id }));

export const usePublishNotice = definePersonMutation(publish, [noticeQueries.all]);
export const useSeeNotice = definePersonMutation(keepReceipt("see_notice"), [noticeQueries.receipts]);
export const useAcknowledgeNotice = definePersonMutation(keepReceipt("acknowledge_notice"), [noticeQueries.receipts]);
