/** Asking whether a car may stand there (document 4 §4): one call that records the check and answers. */
import { getClient } from "../client.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";

/** The first that holds (document 4 §4). */
export type CheckOutcome = "valid" | "permit" | "grace" | "not_yet" | "expired" | "none";

export type CheckedParking = {
  id: string;
  ref_number: string;
  car_model: string;
  car_color: string;
  street: string;
  start_time: string;
  end_time: string;
  created_at: string;
};

/** The answer to a check; times are ISO strings. The lists are the plate's history at this site, newest first. */
export type PlateAnswer = {
  outcome: CheckOutcome;
  /** Until when the car may stand there; null: until somebody ends it. */
  until: string | null;
  /** Since when it may, from when it may (`not_yet`), or since when it may not any more (`grace`, `expired`). */
  since: string | null;
  registered_at: string | null;
  parking: CheckedParking | null;
  permit: { id: string; valid_from: string; valid_until: string | null; attendant_note: string } | null;
  similar: readonly { parking_id: string; plate: string; until: string }[];
  fines: readonly { id: string; case_number: string; violation_text: string; status: string; issued_at: string }[];
  parkings: readonly Omit<CheckedParking, "ref_number">[];
  checks: readonly { id: string; outcome: CheckOutcome; checked_at: string }[];
};

export type PlateQuestion = {
  project: string | null;
  plate: string;
  /** Made by the caller: a repeated call records one check. */
  checkId: string;
  /** The ID that the screen works for. */
  actingAs: string;
};

/** @throws DataError when the plate cannot be checked. */
export async function checkPlate({ project, plate, checkId, actingAs }: PlateQuestion): Promise<PlateAnswer> {
  const client = await getClient();
  const answer = await client.rpc("check_plate", {
    project: project as string,
    plate,
    check_id: checkId,
    acting_as: actingAs,
  });
  return unwrap(answer) as unknown as PlateAnswer;
}

export const useCheckPlate = defineMutation(checkPlate);
