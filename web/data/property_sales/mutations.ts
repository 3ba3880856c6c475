/** Steps of a sale that an agent records (document 5 §5). */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { propertyQueries } from "../properties/queries.ts";
import type { SaleChanged } from "../property_bids/broker.ts";
import { bidQueries } from "../property_bids/queries.ts";
import { saleEventQueries } from "../sale_events/queries.ts";
import { saleQueries } from "./queries.ts";

/** The state of a sale: the property's status, or that its contract is being prepared. */
export type SaleState = "available" | "pending" | "sold" | "off_market" | "contract_pending";
export type SaleStepKind =
  | "accepted"
  | "acceptance_undone"
  | "contract_signed"
  | "contract_undone"
  | "assignment_ended";

/** A bid that came after the newest one on the agent's screen. */
export type NewerBid = {
  id: string;
  amount: number;
  bidder_name: string;
  name: string | null;
  visibility: string;
  has_conditions: boolean;
  created_at: string;
};

export type SaleAnswer =
  | { outcome: "recorded" | "unchanged"; status: SaleState }
  | { outcome: "newer_bids"; bids: NewerBid[] }
  | { outcome: "withdrawn"; at: string }
  | { outcome: "gone" }
  | SaleChanged;

export type SaleStep = {
  propertyId: string;
  eventId: string;
  kind: SaleStepKind;
  /** The state of the sale on the agent's screen. */
  expected: SaleState;
  bidId?: string | undefined;
  /** The newest bid on the agent's screen. */
  newestSeen?: string | undefined;
  /** The day of the contract, or of the assignment's end, `yyyy-MM-dd`. */
  day?: string | undefined;
  reason?: string | undefined;
  agent: string;
};

/** Records a step of a sale. */
export const recordSaleEvent = async (acting: Acting, step: SaleStep) =>
  (await ask(acting, (client) =>
    client.rpc("record_sale_event", {
      property_id: step.propertyId,
      event_id: step.eventId,
      kind: step.kind,
      expected: step.expected,
      bid_id: step.bidId ?? (null as never),
      newest_seen_bid_id: step.newestSeen ?? (null as never),
      day: step.day ?? (null as never),
      reason: step.reason ?? (null as never),
      acting_as: step.agent,
    }),
  )) as SaleAnswer;

export const useRecordSaleEvent = defineMutation(recordSaleEvent, [
  bidQueries.all,
  propertyQueries.all,
  saleQueries.all,
  saleEventQueries.all,
]);
