/** Keeps the minimums of locations live: the bar and the question before a unit goes rest on them (document 5 §3). */
import { defineLive } from "../define-live.ts";
import { locationMinimumQueries } from "./queries.ts";

export const useLiveMinimums = defineLive(() => ({
  table: "location_minimums",
  refetch: () => [locationMinimumQueries.list().queryKey],
}));
