/** Reads the acceptance that stands in the sale of a property (document 5 §5). Agents alone read it. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Sale = Pick<Row<"property_sales">, "id" | "bid_id" | "accepted_by" | "accepted_at" | "contract_signed_on">;

export const saleQueries = {
  all: ["property_sales"] as const,
  /** The acceptance that stands; null without one. */
  standing: (propertyId: string) =>
    queryOptions({
      queryKey: ["property_sales", "standing", propertyId] as const,
      queryFn: (acting, { signal }): Promise<Sale | null> =>
        ask(acting, (client) =>
          client
            .from("property_sales")
            .select("id, bid_id, accepted_by, accepted_at, contract_signed_on")
            .eq("property_id", propertyId)
            .is("undone_at", null)
            .abortSignal(signal)
            .maybeSingle(),
        ),
    }),
};
