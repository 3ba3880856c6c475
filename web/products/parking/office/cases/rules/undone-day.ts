import type { FineEvent } from "#data/fine_events/queries.ts";

/**
 * The day on which money that is taken back had come (document 4 §4, `payment_undone`): that of the latest payment of this amount in öre,
 * else of the latest one. Money counts for the reminder's fee by its day, so it is taken from the day it was put on.
 */
export function undoneDay(events: readonly Pick<FineEvent, "kind" | "data">[], ore: number): string | undefined {
  const payments = events.filter(({ kind }) => kind === "payment");
  const undone = payments.findLast(({ data }) => data["amount_ore"] === ore) ?? payments.at(-1);
  const day = undone?.data["value_date"];
  return typeof day === "string" ? day : undefined;
}
