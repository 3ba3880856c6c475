import type { FineEvent } from "#data/fine_events/queries.ts";

/**
 * The day of money that is taken back (document 4 §4, `payment_undone`): that of the latest payment of this amount in öre, or else of the
 * latest payment. The day decides about the reminder's fee, so money leaves the day that it was booked on.
 */
export function undoneDay(events: readonly Pick<FineEvent, "kind" | "data">[], ore: number): string | undefined {
  const payments = events.filter(({ kind }) => kind === "payment");
  const undone = payments.findLast(({ data }) => data["amount_ore"] === ore) ?? payments.at(-1);
  const day = undone?.data["value_date"];
  return typeof day === "string" ? day : undefined;
}
