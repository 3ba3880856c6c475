/** Checks whether a car may stand at a site (document 4 §4). */
import type { CheckOutcome } from "#contract/cases.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { Row } from "../live.ts";

type PlateParking = Pick<
  Row<"parkings">,
  "id" | "start_time" | "end_time" | "created_at" | "car_model" | "car_color" | "street"
>;

/** A parking shown as `Liknande`. A removed parking has the person and time of the removal; its times are null when they are unknown. */
export type AlikeParking = {
  parking_id: string;
  plate: string;
  since: string | null;
  until: string | null;
  registered_at: string | null;
  car_model: string;
  car_color: string;
  street: string;
  removed_at?: string;
  removed_by?: string;
};

/** The answer of a check; times are ISO strings. Names of people, amounts and the holder of a permit are for admins only. */
export type PlateCheck = {
  outcome: CheckOutcome;
  /** The end of the right to stand here, or of the grace time. Null for a permit without an end, and when there is no right. */
  until: string | null;
  /** The start of the right to stand here; for a right that has ended, its end. */
  since: string | null;
  registered_at: string | null;
  parking: (PlateParking & { ref_number: string; discord_username?: string | null }) | null;
  permit: { id: string; valid_from: string; valid_until: string | null; attendant_note: string } | null;
  /**
   * Running parkings with a plate that is easily mistaken for this one, at most three, the nearest first. A removed parking of this plate
   * comes before them.
   */
  similar: AlikeParking[];
  /** The plate's history at this site, newest first, at most 20 of each. */
  fines: (Pick<Row<"fines">, "id" | "case_number" | "issued_at" | "kind" | "street" | "violation_text" | "status"> &
    Partial<Pick<Row<"fines">, "issued_by" | "amount" | "left_ore">>)[];
  parkings: (PlateParking & { discord_username?: string | null })[];
  checks: { id: string; checked_at: string; outcome: CheckOutcome; checked_by?: string }[];
  /** In an answer of the phone itself: the time at which the database gave the phone its data. */
  toldAt?: string;
  /** In such an answer without a find: the phone does not know all parkings that ended before this time. */
  endedCutAt?: string;
};

export type PlateQuestion = {
  /** The screen makes the ID. A repeated call records the check once. */
  id: string;
  project: string | null;
  plate: string;
};

/** Records a check and returns its answer. @throws DataError PK008 for a text without letters and digits, 42501 without a right. */
export const checkPlate = (acting: ActingPerson, { id, project, plate }: PlateQuestion): Promise<PlateCheck> =>
  callFunction<PlateCheck>(acting, "check_plate", { project, plate, check_id: id, acting_as: acting.id });

/** The camera's part of a check: its certainty (0 to 1), and the other plates that were possible. */
export type CameraCheck = { certainty: number; readings: readonly string[] };

/**
 * Notes that the camera read the plate of a check; a repetition changes nothing. Returns running parkings of the other plates.
 * @throws DataError PK008, PK010, 42501.
 */
export const noteCameraCheck = (
  acting: ActingPerson,
  { id, project }: Pick<PlateQuestion, "id" | "project">,
  { certainty, readings }: CameraCheck,
) =>
  callFunction<{ outcome: "noted"; similar: AlikeParking[] }>(acting, "note_camera_check", {
    project,
    check_id: id,
    certainty,
    readings,
    acting_as: acting.id,
  });

export const useCheckPlate = definePersonMutation(checkPlate);
