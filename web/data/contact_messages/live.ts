/** Keeps the list of contact messages live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { contactMessageQueries } from "./queries.ts";

/**
 * Fetches the list again when a message arrives, changes or goes, and after each (re)join; the list's rows are small.
 * @param onArrived runs for each new message.
 */
export function useLiveContactMessages(onArrived: () => void): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: contactMessageQueries.lists });
  useLive(
    { table: "contact_messages" },
    (change) => {
      if (change.eventType === "INSERT") onArrived();
      refetch();
    },
    refetch,
  );
}
