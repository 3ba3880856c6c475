/** Keeps what is known of attendants live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { attendantQueries } from "./queries.ts";

/** Fetches again when an attendant is added or removed, in either list, and after each (re)join: that is a few times a day. */
export function useLiveAttendants(): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: attendantQueries.all });
  useLive({ table: "attendants" }, refetch, refetch);
  useLive({ table: "project_attendants" }, refetch, refetch);
}
