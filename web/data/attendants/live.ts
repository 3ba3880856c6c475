/** Keeps live whether an attendant is still there. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { attendantQueries } from "./queries.ts";

/** Asks again when an attendant is added or removed, in either list, and after each (re)join: that is a few times a day. */
export function useLiveAttendants(): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: attendantQueries.allThere });
  useLive({ table: "attendants" }, refetch, refetch);
  useLive({ table: "project_attendants" }, refetch, refetch);
}
