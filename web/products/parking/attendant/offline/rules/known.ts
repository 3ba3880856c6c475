import type { CheckOutcome } from "#contract/cases.ts";
import { foldPlate } from "#contract/alike-plates.ts";
import { plateKey } from "#contract/plate.ts";
import type { OfflineData } from "#data/plate_checks/offline.ts";

/** A parking in the phone's data; times in milliseconds since 1970. */
export type KnownParking = {
  id: string;
  plate: string;
  start: number;
  end: number;
  created: number;
  car_model: string;
  car_color: string;
  street: string;
  discord_username: string | null;
};
export type KnownPermit = {
  id: string;
  from: number;
  until: number | null;
  ended: number | null;
  created: number;
  note: string;
};
export type KnownFine = {
  id: string;
  at: number;
  street: string;
  case_number: string;
  kind: "ticket" | "report";
  violation_text: string;
  status: string;
  /** Whether it was accepted as a fine for a new parking. */
  isNewParking: boolean;
};

/** The phone's data about its site, by plate key. */
export type Known = {
  /** The time of the fetch. */
  at: number;
  /** The time from which a running parking may be missing in the data; null when none is missing. */
  cutAt: number | null;
  /** Parkings that ended before this time are incomplete. */
  endedCutAt: number | null;
  settings: Pick<OfflineData, "grace_minutes" | "observation_minutes" | "min_photos" | "max_amount">;
  /**
   * Parkings are built from their rows on demand, because twenty thousand would block the screen. `folded` returns all whose keys fold to
   * this (contract/alike-plates.ts).
   */
  parkings: { get: (key: string) => readonly KnownParking[]; folded: (folded: string) => readonly KnownParking[] };
  permits: ReadonlyMap<string, readonly KnownPermit[]>;
  fines: ReadonlyMap<string, readonly KnownFine[]>;
  /** Removed parkings, with time and person. */
  removed: ReadonlyMap<string, readonly { at: number; by: string }[]>;
  /** The first check of today. */
  checks: ReadonlyMap<string, number>;
};

/** The right of a plate at a moment, as the database's `private.right_of` gives it; times in milliseconds since 1970. */
export type Right = {
  outcome: CheckOutcome;
  until: number | null;
  since: number | null;
  registered: number | null;
  parking: KnownParking | null;
  permit: KnownPermit | null;
};

const ms = (moment: string) => Date.parse(moment);
const msOrNull = (moment: string | null) => (moment === null ? null : Date.parse(moment));

/** A plate that already is its own key, as most are. This test saves time with twenty thousand plates. */
const IS_KEY = /^[\dA-ZÅÄÖ]+$/;
const keyOf = (plate: string) => (IS_KEY.test(plate) ? plate : plateKey(plate));

/** Rows by the keys of their plates, optionally converted. */
function byKey<Row, Item>(
  rows: readonly Row[],
  plateOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
  placeOf: (key: string) => string = (key) => key,
) {
  const found = new Map<string, Item[]>();
  for (const row of rows) {
    const key = placeOf(keyOf(plateOf(row)));
    const others = found.get(key);
    if (others === undefined) found.set(key, [itemOf(row)]);
    else others.push(itemOf(row));
  }
  return found;
}

const parkingOf = ([
  id,
  plate,
  start,
  end,
  created,
  car_model,
  car_color,
  street,
  discord_username,
]: OfflineData["parkings"][number]): KnownParking => ({
  id,
  plate,
  start: ms(start),
  end: ms(end),
  created: ms(created),
  car_model,
  car_color,
  street,
  discord_username,
});

/** Converts the database's data to the form that the rules use (document 4 §6). */
export function knownFrom(data: OfflineData): Known {
  const { grace_minutes, observation_minutes, min_photos, max_amount } = data;
  const parkings = byKey(
    data.parkings,
    (row) => row[1],
    (row) => row,
    foldPlate,
  );
  const rowsOf = (folded: string) => parkings.get(folded) ?? [];
  return {
    at: ms(data.at),
    cutAt: msOrNull(data.cut_at ?? null),
    endedCutAt: msOrNull(data.ended_cut_at ?? null),
    settings: { grace_minutes, observation_minutes, min_photos, max_amount },
    parkings: {
      get: (key) =>
        rowsOf(foldPlate(key))
          .filter(([, plate]) => keyOf(plate) === key)
          .map(parkingOf),
      folded: (folded) => rowsOf(folded).map(parkingOf),
    },
    permits: byKey(
      data.permits,
      (row) => row[1],
      ([id, , from, until, ended, created, note]) => ({
        id,
        from: ms(from),
        until: msOrNull(until),
        ended: msOrNull(ended),
        created: ms(created),
        note,
      }),
    ),
    fines: byKey(
      data.fines,
      (row) => row[1],
      ([id, , at, street, case_number, kind, violation_text, status, isNewParking]) => ({
        id,
        at: ms(at),
        street,
        case_number,
        kind,
        violation_text,
        status,
        isNewParking,
      }),
    ),
    removed: byKey(
      data.removed ?? [],
      (row) => row[0],
      ([, at, by]) => ({ at: ms(at), by }),
    ),
    checks: new Map(data.checks.map(([key, first]) => [key, ms(first)])),
  };
}
