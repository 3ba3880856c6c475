/** What a live change does to the list of parkings. */
import type { InfiniteData } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { type Change, useLive } from "../live.ts";
import { type Parking, type ParkingCursor, type ParkingListScope, parkingQueries } from "./queries.ts";

export type ParkingPages = InfiniteData<Parking[], ParkingCursor | null>;

/**
 * The pages after a change: a new parking comes first, a changed one is replaced, a removed one is gone, and so is
 * one that `search` no longer finds. The same object comes back when nothing changed.
 */
export function applyParkingChange(data: ParkingPages, change: Change<"parkings">, search = ""): ParkingPages {
  if (change.eventType === "DELETE") return withoutRow(data, change.old.id);
  const { search_text: searchText, ...row } = change.new;
  if (!(searchText ?? "").includes(search.toLowerCase())) return withoutRow(data, row.id);
  if (has(data, row.id)) {
    return mapPages(data, (page) => page.map((each) => (each.id === row.id ? row : each)));
  }
  if (change.eventType === "UPDATE") return data;
  return { ...data, pages: data.pages.map((page, index) => (index === 0 ? insertNewestFirst(page, row) : page)) };
}

const has = (data: ParkingPages, id: string | undefined) =>
  data.pages.some((page) => page.some((row) => row.id === id));

const withoutRow = (data: ParkingPages, id: string | undefined): ParkingPages =>
  has(data, id) ? mapPages(data, (page) => page.filter((row) => row.id !== id)) : data;

const mapPages = (data: ParkingPages, change: (page: Parking[]) => Parking[]): ParkingPages => ({
  ...data,
  pages: data.pages.map(change),
});

/** Two parkings of the same moment may be told in either order; the list keeps the table's. */
function insertNewestFirst(page: Parking[], row: Parking): Parking[] {
  const at = page.findIndex((each) => each.created_at <= row.created_at);
  return at === -1 ? [...page, row] : page.toSpliced(at, 0, row);
}

/** Keeps the list of a project (of all without one) live. */
export function useLiveParkings({ project, search }: ParkingListScope): void {
  const cache = useQueryClient();
  const { queryKey } = parkingQueries.list({ project, search });
  useLive(
    { table: "parkings", filter: project === undefined ? undefined : `project_id=eq.${project}` },
    (change) => cache.setQueryData<ParkingPages>(queryKey, (data) => data && applyParkingChange(data, change, search)),
    () => void cache.invalidateQueries({ queryKey: parkingQueries.lists }),
  );
}
