import type { Delivery } from "#contract/cases.ts";
import type { AcceptedWarning, Correction, NewFine } from "#data/fines/mutations.ts";
import type { OfflineCheck } from "#data/plate_checks/offline.ts";
import type { Stamp } from "#data/work_turns/stamps.ts";
import type { NewShift } from "#data/shift_registrations/mutations.ts";

/** The waiting entries, by kind (document 4 §6). Each has an ID, so that it takes effect once, however often it is sent. */
export type Entries = {
  check: OfflineCheck;
  fine: { fine: NewFine; accepted: AcceptedWarning[] };
  correction: Correction;
  delivery: { fineId: string; eventId: string; delivery: Delivery };
  note: { fineId: string; eventId: string; note: string };
  /** The file of a photo that a fine lists, under the photo's ID. */
  photo: { fineId: string; path: string };
  /** A stamp on the clock. */
  stamp: Stamp;
  /** A shift; its photos are files of the queue, or already stored. */
  shift: { row: Omit<NewShift, "image_urls">; photos: (ShiftPhoto | string)[] };
};
export type ShiftPhoto = { file: string; path: string };

export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind = EntryKind> = { [One in Kind]: { kind: One; payload: Entries[One] } }[Kind];
