import { useSearchParams } from "react-router";
import { QUEUE_OWNERS, type QueueOwner } from "#data/objections/queue.ts";
import { paths } from "#shared/paths.ts";

const NAME = "whose";

/** The queue's filter (all, mine, unassigned), kept in the address, so that the desk follows the same objections. */
export function useQueueOwner(): [whose: QueueOwner, setWhose: (whose: QueueOwner) => void] {
  const [search, setSearch] = useSearchParams();
  const whose = QUEUE_OWNERS.find((owner) => owner === search.get(NAME)) ?? "all";
  const setWhose = (next: QueueOwner) =>
    setSearch(next === "all" ? {} : { [NAME]: next }, { replace: true, preventScrollReset: true });
  return [whose, setWhose];
}

/** The address of the queue, or of a case's desk, with this filter. */
export const deskAddress = (project: string, whose: QueueOwner, caseNumber = "") => ({
  pathname: paths.objections(project, caseNumber),
  search: whose === "all" ? "" : `?${NAME}=${whose}`,
});
