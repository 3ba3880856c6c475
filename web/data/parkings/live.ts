/** Keeps the cached lists of parkings live. */
import { mayBePlate, plateKey } from "#contract/plate.ts";
import { defineLiveLists, refetchAll } from "../define-live.ts";
import { hasRow, type KeysetPages, withoutRow, withRow } from "../keyset-pages.ts";
import { type Change, useLive } from "../live.ts";
import { type Parking, type ParkingCursor, parkingQueries } from "./queries.ts";

export type ParkingPages = KeysetPages<Parking, ParkingCursor>;

const ofProject = (project: string | undefined) => (project === undefined ? undefined : `project_id=eq.${project}`);

/**
 * Keeps the lists of a project (of all parkings without one) live, also under a search. Lists and counts by end time are fetched again.
 * `onArrived` gets each parking that is registered while the screen is open.
 */
export const useLiveParkings = defineLiveLists(
  (project: string | undefined, onArrived?: (parking: Parking) => void) => ({
    table: "parkings",
    filter: ofProject(project),
    lists: parkingQueries.listsOf(project),
    apply: (data: ParkingPages, change, queryKey) =>
      applyParkingChange(data, change, typeof queryKey[3] === "string" ? queryKey[3] : ""),
    refetch: (change) => (change === undefined ? [parkingQueries.byEndOf(project)] : []),
    onChange: (change, cache) => {
      refetchAll(cache, [parkingQueries.byEndOf(project)], { restarts: false });
      if (change.eventType === "INSERT") onArrived?.(change.new);
    },
  }),
);

/**
 * Calls back when a parking of a plate at a project was added, changed or removed, and when changes may have been missed. A removal has
 * only the parking's id.
 */
export function useLivePlate(
  project: string | undefined,
  { plate, parkingId }: { plate: string; parkingId: string | undefined },
  onChanged: () => void,
): void {
  useLive(
    { table: "parkings", filter: ofProject(project) },
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

/**
 * The pages after a change: a new parking is inserted at its place, a changed one is replaced, and a removed one leaves, and so does one
 * that no longer matches `search`. The same object is returned when nothing changed.
 */
export function applyParkingChange(data: ParkingPages, change: Change<"parkings">, search = ""): ParkingPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  // The type has the generated columns, but a live change comes without them.
  const { search_text: _, plate_key: _key, receipt_hash: _hash, ...row } = change.new;
  if (!isFound(row, search)) return withoutRow(data, row.id);
  // A changed parking that is on no loaded page is not added.
  return change.eventType === "UPDATE" && !hasRow(data, row.id) ? data : withRow(data, row);
}

/**
 * Whether a parking matches the search, as the database's `search_parkings` decides: in one of five columns, in any case of letters, with
 * the plate in any spelling.
 */
const isFound = (row: Parking, search: string) =>
  [row.ref_number, row.car_model, row.car_color, row.street, row.discord_username ?? ""].some((text) =>
    text.normalize("NFC").toLowerCase().includes(search.trim().normalize("NFC").toLowerCase()),
  ) ||
  (mayBePlate(search) && plateKey(row.ref_number).includes(plateKey(search)));
