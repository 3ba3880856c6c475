/** Reads the units on the voice server. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type VoiceUnit = Pick<Row<"teamspeak_units">, "id" | "unit_number" | "is_active" | "last_seen">;

export const voiceUnitQueries = {
  /** The active units, latest seen first (document 2 §7). The dispatch centre fetches them and shows nothing of them (§3). */
  active: () =>
    queryOptions({
      queryKey: ["teamspeak_units", "active"] as const,
      queryFn: (acting, { signal }): Promise<VoiceUnit[]> =>
        ask(acting, (client) =>
          client
            .from("teamspeak_units")
            .select("id, unit_number, is_active, last_seen")
            .eq("is_active", true)
            .order("last_seen", { ascending: false })
            .order("id")
            .limit(1000)
            .abortSignal(signal),
        ),
    }),
};
