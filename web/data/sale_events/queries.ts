/** Reads what happened in the sale of a property, newest first (document 5 §5). Agents alone read it. */
import { ask } from "../ask.ts";
import { listInOrder } from "../list-in-pages.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type SaleEvent = Pick<Row<"sale_events">, "id" | "kind" | "by" | "at" | "bid_id" | "data">;

export type SaleMark = Pick<SaleEvent, "kind" | "at" | "data">;

const PAGE_SIZE = 50;
const LATEST_FIRST = { column: "at", ascending: false } as const;

export const saleEventQueries = {
  all: ["sale_events"] as const,
  ofProperty: (propertyId: string) =>
    listInOrder(LATEST_FIRST, {
      queryKey: ["sale_events", propertyId],
      size: PAGE_SIZE,
      rows: (client) =>
        client.from("sale_events").select("id, kind, by, at, bid_id, data").eq("property_id", propertyId),
    }),

  /** The latest contracts, ends of the assignment and printed lists, newest first. */
  marks: (propertyId: string) =>
    queryOptions({
      queryKey: ["sale_events", propertyId, "marks"] as const,
      queryFn: (acting, { signal }): Promise<SaleMark[]> =>
        ask(acting, (client) =>
          client
            .from("sale_events")
            .select("kind, at, data")
            .eq("property_id", propertyId)
            .in("kind", ["contract_signed", "assignment_ended", "list_printed"])
            .order("at", { ascending: false })
            .limit(200)
            .abortSignal(signal),
        ),
    }),
};
