/** Steps of refunds by admins: proposed, approved by another one, and sent in a file. */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { fineQueries } from "../fines/queries.ts";
import type { RefundKind } from "../fines/look-up.ts";
import { paymentQueries } from "../payments/queries.ts";
import { type Refund, readRefundFile, refundQueries, type WholeRefundFile } from "./queries.ts";

/** A step of refunds as the screen showed their accounts and sums; `dropped` takes proposals back. */
export type RefundStep = {
  project: string;
  step: "proposed" | "approved" | "dropped";
  refunds: readonly (Pick<Refund, "id" | "kind" | "payee_name" | "clearing" | "account"> & { amount_ore: number })[];
};

/**
 * Takes the step for all of the refunds, or for none. @throws DataError PK006 when one has changed since, PK007, PK011 for one's own
 * proposal.
 */
const stepRefunds = (acting: ActingPerson, { project, step, refunds }: RefundStep) =>
  callFunction<object>(acting, "step_refunds", { project, step, refunds, acting_as: acting.id });

/** The caller makes `file.id`. A repetition changes nothing. */
export type RefundSending = {
  project: string;
  file: { id: string; kind: RefundKind; day: string; iban?: string; bic?: string };
  ids: readonly string[];
};

/**
 * Puts refunds into one file and returns the file's content. @throws DataError PK005 for a refund that is not approved, PK006, PK008 with
 * the wrong field.
 */
async function sendRefunds(acting: ActingPerson, { project, file, ids }: RefundSending): Promise<WholeRefundFile> {
  await callFunction<object>(acting, "send_refunds", { project, file, ids, acting_as: acting.id });
  return await readRefundFile(acting, file.id);
}

const MONEY = [refundQueries.all, paymentQueries.all, fineQueries.all];

export const useStepRefunds = definePersonMutation(stepRefunds, [refundQueries.all]);
export const useSendRefunds = definePersonMutation(sendRefunds, MONEY);
export const useReadRefundFile = definePersonMutation((acting, fileId: string) => readRefundFile(acting, fileId));
