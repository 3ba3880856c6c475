/** Keeps the cached lists of parkings as the table is. */
import { useQueryClient } from "@tanstack/react-query";
import { plateKey } from "#contract/plate.ts";
import { useChangeOf } from "../during-fetch.ts";
import { type Change, useLive } from "../live.ts";
import { applyParkingChange, type ParkingPages } from "./pages.ts";
import { type Parking, parkingQueries } from "./queries.ts";

/**
 * Keeps the lists of a project (of all parkings without one) live, searched ones too; what is ordered or counted by the end is fetched anew.
 * @param onArrived gets each parking that is registered while the screen is open.
 */
export function useLiveParkings(project: string | undefined, onArrived?: (parking: Parking) => void): void {
  const cache = useQueryClient();
  const queryKey = parkingQueries.listsOf(project);
  const apply = useChangeOf(queryKey, (change: Change<"parkings">) => {
    for (const query of cache.getQueryCache().findAll({ queryKey })) {
      const search = query.queryKey[3];
      cache.setQueryData<ParkingPages>(
        query.queryKey,
        (data) => data && applyParkingChange(data, change, typeof search === "string" ? search : ""),
      );
    }
  });

  // What is being fetched is not begun anew: changes may come faster than answers.
  const refetchByEnd = () =>
    void cache.invalidateQueries({ queryKey: parkingQueries.byEndOf(project) }, { cancelRefetch: false });

  useLive(
    { table: "parkings", filter: project === undefined ? undefined : `project_id=eq.${project}` },
    (change) => {
      apply(change);
      refetchByEnd();
      if (change.eventType === "INSERT") onArrived?.(change.new);
    },
    () => {
      void cache.invalidateQueries({ queryKey });
      refetchByEnd();
    },
  );
}

/**
 * Calls back when a parking of a plate came, changed or went at a project, and when changes may have been missed. A removed one is known
 * by its id alone.
 */
export function useLivePlate(
  project: string | undefined,
  { plate, parkingId }: { plate: string; parkingId: string | undefined },
  onChanged: () => void,
): void {
  useLive(
    { table: "parkings", filter: project === undefined ? undefined : `project_id=eq.${project}` },
    (change: Change<"parkings">) => {
      const isIts =
        change.eventType === "DELETE"
          ? change.old.id === parkingId
          : plateKey(change.new.ref_number) === plateKey(plate);
      if (isIts) onChanged();
    },
    onChanged,
  );
}
