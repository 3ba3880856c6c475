import { useLiveParkings } from "#data/parkings/live.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import type { ProjectId } from "#shared/paths.ts";
import { useBoardView } from "./board-view.tsx";
import { useArrivals } from "./use-arrivals.ts";
import { useParkingList, useParkingsByEnd } from "./use-parking-list.ts";
import { useParkingSearch } from "./use-parking-search.ts";

export type BoardState = ReturnType<typeof useBoard>;

/** A project's parkings: live, searchable, all or some by their end. The address keeps the choice. */
export function useBoard(project: ProjectId, log: Log) {
  const search = useParkingSearch(log);
  const arrivals = useArrivals();
  const [shown, setShown] = useBoardView();
  const list = useParkingList({ project, search: search.term }, log);
  // A search covers all parkings.
  const end = search.term === "" && shown !== "all" ? shown : undefined;
  const byEnd = useParkingsByEnd(project, end);
  useLiveParkings(project, arrivals.add);
  const isAnswered = search.term !== "" && list.data !== undefined && !list.isPlaceholderData;
  return {
    project,
    search,
    shown,
    setShown,
    arrivals,
    query: end === undefined ? list : byEnd,
    /** The result count of a search, once it is answered. */
    hits: isAnswered ? { count: list.data?.length ?? 0, hasMore: list.hasNextPage } : undefined,
  };
}
