/** The cached pages of the list of parkings, and what changes do to them. */
import type { InfiniteData } from "@tanstack/react-query";
import { mayBePlate, plateKey } from "#contract/plate.ts";
import type { Change } from "../live.ts";
import type { Parking, ParkingCursor } from "./queries.ts";

/** A page keeps where the next one starts, so that a row that leaves it does not make it look like the last one. */
export type ParkingPage = { rows: Parking[]; next: ParkingCursor | null };
export type ParkingPages = InfiniteData<ParkingPage, ParkingCursor | null>;

/** The rows of all pages, in the table's order. */
export const rowsOf = ({ pages }: ParkingPages): Parking[] => pages.flatMap(({ rows }) => rows);

/**
 * The pages after a change: a new parking comes first, a changed one is replaced, a removed one is gone, and so is
 * one that `search` no longer finds. The same object comes back when nothing changed.
 */
export function applyParkingChange(data: ParkingPages, change: Change<"parkings">, search = ""): ParkingPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutParking(data, change.old.id);
  // The table API knows the generated column, a live change comes without it.
  const { search_text: _, plate_key: _key, ...row } = change.new;
  if (!isFound(row, search)) return withoutParking(data, row.id);
  if (has(data, row.id)) {
    return mapRows(data, (rows) => rows.map((each) => (each.id === row.id ? row : each)));
  }
  if (change.eventType === "UPDATE") return data;
  const [first, ...others] = data.pages;
  if (first === undefined) return data;
  return { ...data, pages: [{ ...first, rows: insertNewestFirst(first.rows, row) }, ...others] };
}

/**
 * Whether the search finds a parking, as the database's `search_parkings` does: in one of five columns, in any case, and its plate in any
 * way of writing.
 */
const isFound = (row: Parking, search: string) =>
  [row.ref_number, row.car_model, row.car_color, row.street, row.discord_username ?? ""].some((text) =>
    text.normalize("NFC").toLowerCase().includes(search.trim().normalize("NFC").toLowerCase()),
  ) ||
  (mayBePlate(search) && plateKey(row.ref_number).includes(plateKey(search)));

/** The pages without a parking; the same object when it is on none of them. */
export const withoutParking = (data: ParkingPages, id: string): ParkingPages =>
  has(data, id) ? mapRows(data, (rows) => rows.filter((row) => row.id !== id)) : data;

const has = (data: ParkingPages, id: string) => data.pages.some(({ rows }) => rows.some((row) => row.id === id));

const mapRows = (data: ParkingPages, change: (rows: Parking[]) => Parking[]): ParkingPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })),
});

/** Two parkings of the same moment may be told in either order; the list keeps the table's. */
function insertNewestFirst(rows: Parking[], row: Parking): Parking[] {
  const at = rows.findIndex((each) => each.created_at <= row.created_at);
  return at === -1 ? [...rows, row] : rows.toSpliced(at, 0, row);
}
