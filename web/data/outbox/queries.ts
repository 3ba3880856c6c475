/** Reading the messages of a site that are not sent: what waits, and what was given up. */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type UnsentMessage = Pick<
  Row<"outbox">,
  "id" | "made_at" | "hook_id" | "channel" | "event" | "facts" | "attempts" | "due_at" | "gave_up_at" | "last_error"
>;

/** How often the lists are fetched, in milliseconds: the server delivers meanwhile. */
const POLL_MS = 5000;
const MOST = 50;
/** Before all moments: whatever has one is later. */
const BEGINNING = "1970-01-01T00:00:00Z";

export const outboxQueries = {
  all: ["outbox"] as const,
  /** The newest messages that wait, or those that were given up. */
  unsent: (project: string, state: "waiting" | "failed") =>
    queryOptions({
      queryKey: ["outbox", project, state] as const,
      queryFn: async ({ signal }): Promise<UnsentMessage[]> => {
        const client = await getClient();
        const columns =
          "id, made_at, hook_id, channel, event, attempts, due_at, gave_up_at, last_error, facts" as const;
        const rows = client.from("outbox").select(columns).eq("project_id", project).is("sent_at", null);
        const ofState = state === "waiting" ? rows.is("gave_up_at", null) : rows.gte("gave_up_at", BEGINNING);
        return unwrap(await ofState.order("number", { ascending: false }).limit(MOST).abortSignal(signal));
      },
      refetchInterval: POLL_MS,
    }),
};
