/** The cached pages of the list of parkings, and what changes do to them. */
import { mayBePlate, plateKey } from "#contract/plate.ts";
import { hasRow, type KeysetPages, withoutRow, withRow } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import type { Parking, ParkingCursor } from "./queries.ts";

export type ParkingPages = KeysetPages<Parking, ParkingCursor>;

/**
 * The pages after a change: a new parking comes at its place, a changed one is replaced, a removed one is gone, and so is
 * one that `search` no longer finds. The same object comes back when nothing changed.
 */
export function applyParkingChange(data: ParkingPages, change: Change<"parkings">, search = ""): ParkingPages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  // The table API knows the generated column, a live change comes without it.
  const { search_text: _, plate_key: _key, receipt_hash: _hash, ...row } = change.new;
  if (!isFound(row, search)) return withoutRow(data, row.id);
  // A changed parking that is on no loaded page stays on its own.
  return change.eventType === "UPDATE" && !hasRow(data, row.id) ? data : withRow(data, row);
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
