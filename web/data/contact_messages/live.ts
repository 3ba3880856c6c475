/** Keeps the list of contact messages live; its rows are small. */
import { defineLive } from "../define-live.ts";
import { contactMessageQueries } from "./queries.ts";

/** Called for each new message. */
export const useLiveContactMessages = defineLive((onArrived: () => void) => ({
  table: "contact_messages",
  refetch: () => [contactMessageQueries.lists],
  onChange: ({ eventType }) => {
    if (eventType === "INSERT") onArrived();
  },
}));
