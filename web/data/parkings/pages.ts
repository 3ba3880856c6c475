/** The cached pages of the list of parkings, and what changes do to them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { Change } from "../live.ts";
import type { Parking, ParkingCursor } from "./queries.ts";

export type ParkingPages = InfiniteData<Parking[], ParkingCursor | null>;

/**
 * The pages after a change: a new parking comes first, a changed one is replaced, a removed one is gone, and so is
 * one that `search` no longer finds. The same object comes back when nothing changed.
 */
export function applyParkingChange(data: ParkingPages, change: Change<"parkings">, search = ""): ParkingPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutParking(data, change.old.id);
  // The table API knows the generated column, a live change comes without it.
  const { search_text: _, ...row } = change.new;
  if (!isFound(row, search)) return withoutParking(data, row.id);
  if (has(data, row.id)) {
    return mapPages(data, (page) => page.map((each) => (each.id === row.id ? row : each)));
  }
  if (change.eventType === "UPDATE") return data;
  return { ...data, pages: data.pages.map((page, index) => (index === 0 ? insertNewestFirst(page, row) : page)) };
}

/** Whether the search finds a parking, as the database's `search_parkings` does: in one of five columns, in any case. */
const isFound = (row: Parking, search: string) =>
  [row.ref_number, row.car_model, row.car_color, row.street, row.discord_username ?? ""].some((text) =>
    text.toLowerCase().includes(search.trim().toLowerCase()),
  );

/** The pages without a parking; the same object when it is on none of them. */
export const withoutParking = (data: ParkingPages, id: string): ParkingPages =>
  has(data, id) ? mapPages(data, (page) => page.filter((row) => row.id !== id)) : data;

const has = (data: ParkingPages, id: string) => data.pages.some((page) => page.some((row) => row.id === id));

const mapPages = (data: ParkingPages, change: (page: Parking[]) => Parking[]): ParkingPages => ({
  ...data,
  pages: data.pages.map(change),
});

/** Two parkings of the same moment may be told in either order; the list keeps the table's. */
function insertNewestFirst(page: Parking[], row: Parking): Parking[] {
  const at = page.findIndex((each) => each.created_at <= row.created_at);
  return at === -1 ? [...page, row] : page.toSpliced(at, 0, row);
}
