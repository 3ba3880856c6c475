import { isCaseRefusal } from "#data/data-error.ts";
import { type SaleChanged, useSetBidVisibility, useWithdrawBid } from "#data/property_bids/broker.ts";
import type { AgentBid } from "#data/property_bids/for-agents.ts";
import {
  type NewerBid,
  type SaleAnswer,
  type SaleState,
  type SaleStep,
  type SaleStepKind,
  useRecordSaleEvent,
} from "#data/property_sales/mutations.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { randomKey } from "#shared/random-key.ts";
import { saleTexts as texts } from "./sale-texts.ts";

/** The state of a sale, as steps are judged by it. */
export const saleState = ({ status, contract_pending: isPending }: Property): SaleState =>
  isPending ? "contract_pending" : (status as SaleState);

/** The name of a bid's bidder, as agents read it. */
export const bidderName = ({ bidder, bidder_name: publicName }: AgentBid): string => bidder?.name ?? publicName;

const refused = (error: unknown): ActionMessage => (isCaseRefusal(error) ? error.message : texts.refused);

const stateInWords = (now: string): string => (texts.states as Readonly<Record<string, string>>)[now] ?? now;

/** The message about a step that somebody else was faster than. */
const toldChange = ({ now, by, at }: SaleChanged): ActionMessage => ({
  kind: "error",
  text: texts.changed(stateInWords(now)),
  description: at === null ? undefined : texts.changedBy(by, formatDateTime(at)),
});

const DONE: Record<Exclude<SaleStepKind, "accepted">, string> = {
  acceptance_undone: texts.contract.isUndone,
  contract_signed: texts.contract.isSigned,
  contract_undone: texts.contract.isContractUndone,
  assignment_ended: texts.handover.isEnded,
};

function stepTold(answer: SaleAnswer, { kind }: SaleStep): ActionMessage | undefined {
  const { outcome } = answer;
  if (outcome === "newer_bids") return undefined;
  if (outcome === "changed") return toldChange(answer);
  if (outcome === "withdrawn") return { kind: "error", text: texts.accept.withdrawn };
  if (outcome === "gone") return { kind: "error", text: texts.gone };
  return kind === "accepted" ? texts.accept.done[answer.status as "sold"] : DONE[kind];
}

const useStep = defineAction({ mutation: useRecordSaleEvent, done: stepTold, failed: refused });

const useShow = defineAction({
  mutation: useSetBidVisibility,
  thing: ({ bidId }) => bidId,
  done: (answer, { visibility }) => {
    if (answer.outcome === "changed") return toldChange(answer);
    return visibility === "public" ? texts.bids.shown : texts.bids.isHidden;
  },
  failed: refused,
});

const useWithdraw = defineAction({
  mutation: useWithdrawBid,
  thing: ({ bidId }) => bidId,
  done: ({ outcome }) => (outcome === "closed" ? { kind: "error", text: texts.bids.isSold } : texts.bids.isWithdrawn),
  failed: refused,
});

/** A bid in words: `4 150 000 kr from Lena Ek`. */
export const bidInWords = (bid: AgentBid): string =>
  texts.accept.newerBid(formatExactly(bid.amount), bidderName(bid), false);

const newerQuestion = (newer: readonly NewerBid[]) => ({
  title: texts.accept.newer(newer.length),
  description: texts.accept.newerText(
    newer
      .map(({ amount, name, bidder_name: publicName, has_conditions: withConditions }) =>
        texts.accept.newerBid(formatExactly(amount), name ?? publicName, withConditions),
      )
      .join(", "),
  ),
  confirmText: texts.accept.confirm,
  cancelText: texts.accept.look,
});

const acceptQuestion = (bid: AgentBid, property: Property) => ({
  title: texts.accept.title(formatExactly(bid.amount), bidderName(bid)),
  description: property.contract_step ? texts.accept.prepares : texts.accept.sells(property.title),
  confirmText: texts.accept.confirm,
});

const withdrawQuestion = (bid: AgentBid) => ({
  title: texts.bids.withdrawTitle(bidInWords(bid)),
  description: texts.bids.withdrawText,
  confirmText: texts.bids.withdraw,
  danger: true,
});

export type SaleActions = ReturnType<typeof useSaleActions>;

/** What an agent does to the bids and the sale of a property. Each press says the state that the screen showed. */
export function useSaleActions(property: Property, newest: string | undefined, agent: string) {
  const stepping = useStep();
  const showing = useShow();
  const withdrawing = useWithdraw();

  /** Whether the step was recorded. An acceptance from an old list asks once more, with the bids that came meanwhile. */
  async function record(
    step: Pick<SaleStep, "kind" | "bidId" | "day" | "reason">,
    newestSeen: string | undefined = newest,
  ): Promise<boolean> {
    const expected = saleState(property);
    const outcome = await stepping.run({
      ...step,
      newestSeen,
      propertyId: property.id,
      eventId: randomKey(),
      expected,
      agent,
    });
    if (outcome.status !== "done") return false;
    const answer = outcome.result;
    if (answer.outcome !== "newer_bids") return answer.outcome === "recorded" || answer.outcome === "unchanged";
    return (await confirm(newerQuestion(answer.bids))) && record(step, answer.bids.at(-1)?.id);
  }

  return {
    agent,
    record,
    /** Accepts a bid, after a question; in the place of another one with a reason. */
    accept: async (bid: AgentBid, reason?: string): Promise<boolean> =>
      (reason !== undefined || (await confirm(acceptQuestion(bid, property)))) &&
      record({ kind: "accepted", bidId: bid.id, reason }),
    withdraw: async (bid: AgentBid): Promise<void> => {
      if (await confirm(withdrawQuestion(bid))) await withdrawing.run({ bidId: bid.id, eventId: randomKey(), agent });
    },
    show: (bid: AgentBid, visibility: "public" | "hidden") =>
      void showing.run({ bidId: bid.id, eventId: randomKey(), expected: bid.visibility, visibility, agent }),
  };
}
