import { expect, test } from "vitest";
import type { SaleEvent } from "#data/sale_events/queries.ts";
import { describeSaleEvent } from "./describe-sale-event.ts";

const event = (kind: string, data: object, bid_id: string | null = null): SaleEvent => ({
  id: "e1",
  kind,
  by: null,
  at: "2026-11-27T08:00:00+00:00",
  bid_id,
  data: data as never,
});
const spaced = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  [
    event("bid_placed", { amount: 4000, visibility: "hidden", source: "agent" }, "b9"),
    "Bid placed: 4 000 kr",
    ["Hidden from the public", "By phone"],
  ],
  [
    event("accepted", { reason: "Loan fell through" }, "b1"),
    "Bid accepted: 5 kr from Lena",
    ["Reason: Loan fell through"],
  ],
  [event("contract_signed", { day: "2026-11-24" }, "b1"), "Contract signed: 5 kr from Lena", ["Day: 2026-11-24"]],
  [
    event("bidders_joined", { keep: 1, joined: 2, reason: "Same phone" }),
    "Bidders joined",
    ["Bidder 2 is Bidder 1", "Reason: Same phone"],
  ],
  [
    event("rule_changed", { higher_only: true, bid_step: 50_000 }),
    "Bidding rules changed",
    ["Each public bid must be higher: yes", "Smallest step (kr): 50 000"],
  ],
  [
    event("viewing_changed", {
      before: { starts_at: "2026-12-05T12:00:00Z", ends_at: "2026-12-05T13:00:00Z" },
      after: { starts_at: "2026-12-05T13:00:00Z", ends_at: "2026-12-05T14:00:00Z", is_cancelled: false },
    }),
    "Viewing changed",
    ["2026-12-05, 14:00–15:00", "Before: 2026-12-05, 13:00–14:00"],
  ],
  [event("list_printed", { purpose: "seller" }), "Bid list printed", ["For the seller"]],
] as const)("%j is told", (each, title, details) => {
  const told = describeSaleEvent(each, (id) => (id === "b1" ? "5 kr from Lena" : undefined));
  expect([spaced(told.title), told.details.map(spaced)]).toEqual([title, details]);
});

test.each([
  ["contract_signed", "success"],
  ["acceptance_undone", "danger"],
  ["bid_placed", "brand"],
  ["list_printed", "neutral"],
] as const)("the mark of %s is of the tone %s", (kind, tone) => {
  expect(describeSaleEvent(event(kind, {}), () => undefined).tone).toBe(tone);
});
