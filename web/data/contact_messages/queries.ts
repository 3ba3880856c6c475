/** Reads contact messages: the list in pages, newest first, and one message with its text and signature. */
import { REFETCH_MS } from "#contract/limits.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type ContactMessage = Row<"contact_messages">;
/** A message as the list shows it, without the text and the signature, which may be large. */
export type ContactMessageSummary = Omit<ContactMessage, "message" | "signature">;

const SUMMARY = "id, name, subject, email, read, created_at" as const;
const WHOLE = "id, name, subject, email, message, signature, read, created_at" as const;
const PAGE_SIZE = 50;

export const contactMessageQueries = {
  lists: ["contact_messages", "list"] as const,

  /** The messages; fetched again every 30 s and whenever the window gets focus (document 1 §7). */
  list: () =>
    listNewest({
      queryKey: ["contact_messages", "list"],
      size: PAGE_SIZE,
      refetchInterval: REFETCH_MS.contactMessages,
      refetchOnWindowFocus: "always",
      rows: (client) => client.from("contact_messages").select(SUMMARY),
    }),

  /** A message, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["contact_messages", "one", id] as const,
      // Only the mark of a message can change, and the list shows that.
      refetchOnWindowFocus: false,
      queryFn: async (acting, { signal }): Promise<ContactMessage | null> => {
        const client = await acting.client();
        const found = client.from("contact_messages").select(WHOLE).eq("id", id);
        return unwrap(await found.abortSignal(signal).maybeSingle());
      },
    }),
};
