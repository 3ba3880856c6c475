/** Reads the receivers of a site's messages (docs/messages.md). */
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

/** A receiver. For a webhook, `address` is only the host and the last four characters. */
export type MessageHook = Omit<Row<"message_hooks">, "site_id" | "created_at" | "project_id">;

/** More receivers than the database allows: twenty for each site. */
const MOST = 100;

export const messageHookQueries = {
  all: ["message_hooks"] as const,
  /** The receivers of a site, in the order in which they were added. */
  of: (project: string) =>
    queryOptions({
      queryKey: ["message_hooks", project] as const,
      queryFn: async ({ signal }): Promise<MessageHook[]> => {
        const client = await getClient();
        const columns = "id, channel, address, events, is_active, with_plate, with_name" as const;
        const rows = client.from("message_hooks").select(columns).eq("project_id", project);
        return unwrap(await rows.order("created_at").order("id").limit(MOST).abortSignal(signal));
      },
    }),
  /** The address of the screens that messages link to; null when it is not set. */
  ownAddress: () =>
    queryOptions({
      queryKey: ["message_hooks", "address"] as const,
      queryFn: ({ signal }): Promise<string | null> => ask((client) => client.rpc("own_address").abortSignal(signal)),
    }),
  /** Whether the server can send mail. */
  isMailSetUp: () =>
    queryOptions({
      queryKey: ["message_hooks", "mail"] as const,
      queryFn: ({ signal }): Promise<boolean> => ask((client) => client.rpc("is_mail_set_up").abortSignal(signal)),
    }),
};
