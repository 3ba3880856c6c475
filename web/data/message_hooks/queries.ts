/** Reads the receivers of a site's messages (docs/messages.md). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

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
      queryFn: async (acting, { signal }): Promise<MessageHook[]> => {
        const client = await acting.client();
        const columns = "id, channel, address, events, is_active, with_plate, with_name" as const;
        const rows = client.from("message_hooks").select(columns).eq("project_id", project);
        return unwrap(await rows.order("created_at").order("id").limit(MOST).abortSignal(signal));
      },
    }),
  /** The address of the screens that messages link to; null when it is not set. */
  ownAddress: () =>
    queryOptions({
      queryKey: ["message_hooks", "address"] as const,
      queryFn: (acting, { signal }): Promise<string | null> =>
        ask(acting, (client) => client.rpc("own_address").abortSignal(signal)),
    }),
  /** Whether the server can send mail. */
  isMailSetUp: () =>
    queryOptions({
      queryKey: ["message_hooks", "mail"] as const,
      queryFn: (acting, { signal }): Promise<boolean> =>
        ask(acting, (client) => client.rpc("is_mail_set_up").abortSignal(signal)),
    }),
};
