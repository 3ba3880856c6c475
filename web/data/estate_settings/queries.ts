/** Reads the rules of bidding that new properties start with (document 5 §5). */
import { ask } from "../ask.ts";
import type { BiddingRules } from "../properties/queries.ts";
import { queryOptions } from "../use-query.ts";

export const estateSettingsQueries = {
  all: ["estate_settings"] as const,
  rules: () =>
    queryOptions({
      queryKey: ["estate_settings", "rules"] as const,
      queryFn: (acting, { signal }): Promise<BiddingRules | null> =>
        ask(acting, (client) =>
          client
            .from("estate_settings")
            .select("bid_mode, higher_only, bid_step, bid_release, hidden_bids, contract_step")
            .eq("project_id", "YSTAD")
            .abortSignal(signal)
            .maybeSingle(),
        ),
    }),
};
