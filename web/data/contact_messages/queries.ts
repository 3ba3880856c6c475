/** Reading contact messages: the list in pages, newest first, and one with its text and signature. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { REFETCH_MS } from "#contract/limits.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type ContactMessage = Row<"contact_messages">;
/** A message as the list shows it: without the text and the signature, which may be large. */
export type ContactMessageSummary = Omit<ContactMessage, "message" | "signature">;

const SUMMARY = "id, name, subject, email, read, created_at" as const;
const WHOLE = "id, name, subject, email, message, signature, read, created_at" as const;
const PAGE_SIZE = 50;

export const contactMessageQueries = {
  lists: ["contact_messages", "list"] as const,

  /** The messages; fetched again every 30 s and whenever the window gets focus (document 1 §7). */
  list: () =>
    infiniteQueryOptions({
      queryKey: ["contact_messages", "list"] as const,
      refetchInterval: REFETCH_MS.contactMessages,
      refetchOnWindowFocus: "always",
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listContactMessages(pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),

  /** One message, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["contact_messages", "one", id] as const,
      // A message does not change; only its mark does, and that the list shows.
      refetchOnWindowFocus: false,
      queryFn: async ({ signal }): Promise<ContactMessage | null> => {
        const client = await getClient();
        const found = client.from("contact_messages").select(WHOLE).eq("id", id);
        return unwrap(await found.abortSignal(signal).maybeSingle());
      },
    }),
};

async function listContactMessages(after: NewestCursor | null, signal: AbortSignal): Promise<ContactMessageSummary[]> {
  const client = await getClient();
  const rows = client.from("contact_messages").select(SUMMARY);
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
