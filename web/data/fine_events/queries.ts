/** Reading what happened to a case, for admins of its site. */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type FineEvent = Omit<Row<"fine_events">, "project_id" | "site_id" | "by_account">;

export const fineEventQueries = {
  /** The timeline of a case, oldest first. */
  of: (fineId: string) =>
    queryOptions({
      queryKey: ["fine_events", fineId] as const,
      queryFn: async ({ signal }): Promise<FineEvent[]> => {
        const client = await getClient();
        return unwrap(
          await client
            .from("fine_events")
            .select(
              "id, created_at, fine_id, number, kind, by_kind, by_id, at, note, data, status_before, status_after",
            )
            .eq("fine_id", fineId)
            .order("number", { ascending: true })
            .limit(1000)
            .abortSignal(signal),
        );
      },
    }),
};
