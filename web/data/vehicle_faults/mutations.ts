/** Reports faults of cars, and says that they are mended (document 5 §4). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { loadCode } from "#shared/feedback/load-code.ts";

const loadStoredFiles = loadCode(() => import("../stored-files.ts"));

export type Severity = "remark" | "not_to_be_driven";
/** A fault that somebody sees; its id is the caller's, so that a report sent twice is one. */
export type NewFault = { id: string; text: string; severity: Severity; photos: readonly NewPhoto[] };
/** A photo as the device has it; its id is the name of its file, so that a photo sent twice is one. */
export type NewPhoto = { id: string; file: File };

/** Stores the photos of faults, and gives the faults as a call names them. @throws DataError when a photo could not be stored */
export async function withStoredPhotos(acting: ActingPerson, faults: readonly NewFault[]) {
  const stored = [];
  for (const { photos, ...fault } of faults) {
    const paths = [];
    // oxlint-disable-next-line no-await-in-loop -- one after the other: a phone's network has room for one
    for (const photo of photos) paths.push(await (await loadStoredFiles()).uploadWorkPhoto(acting, photo));
    stored.push({ ...fault, photos: paths });
  }
  return stored;
}

export type ReportAnswer = { outcome: "reported"; state: string };
export type FixAnswer = { outcome: "fixed" } | { outcome: "fixed_already"; by: string; at: string };

export const reportFault = async (
  acting: ActingPerson,
  { vehicleId, turnId, fault }: { vehicleId: string; turnId: string | undefined; fault: NewFault },
) => {
  const [stored = null] = await withStoredPhotos(acting, [fault]);
  return (await ask(acting, (client) =>
    client.rpc("report_fault", {
      vehicle_id: vehicleId,
      fault: stored,
      // The generated type lacks null.
      turn_id: (turnId ?? null) as string,
      acting_as: acting.id,
    }),
  )) as ReportAnswer;
};

export const fixFault = async (
  acting: ActingPerson,
  { faultId, eventId, note }: { faultId: string; eventId: string; note: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("fix_fault", { fault_id: faultId, event_id: eventId, note, acting_as: acting.id }),
  )) as FixAnswer;

const LISTS = [["vehicle_faults"], ["vehicles"]] as const;
export const useReportFault = definePersonMutation(reportFault, LISTS);
export const useFixFault = definePersonMutation(fixFault, LISTS);
