/** Asking whether a car may stand at a site (document 4 §4). */
import type { CheckOutcome } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
import type { Row } from "../live.ts";

type PlateParking = Pick<
  Row<"parkings">,
  "id" | "start_time" | "end_time" | "created_at" | "car_model" | "car_color" | "street"
>;

/** A parking named as `Liknande`. Of a removed one who did it and when; its times are null where nobody knows them. */
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

/** An answer; times are ISO strings. Names of people, amounts and the holder of a permit are told to admins only. */
export type PlateCheck = {
  outcome: CheckOutcome;
  /** When the right ends or ended; of grace when the grace ends. Null for a permit without an end, and for none. */
  until: string | null;
  /** When it began, or for what is over when it ended. */
  since: string | null;
  registered_at: string | null;
  parking: (PlateParking & { ref_number: string; discord_username?: string | null }) | null;
  permit: { id: string; valid_from: string; valid_until: string | null; attendant_note: string } | null;
  /** Running parkings with a plate that a hand takes for this one, at most three, nearest first; before them a removed one of this plate. */
  similar: AlikeParking[];
  /** The plate's history at this site, newest first, at most 20 of each. */
  fines: (Pick<Row<"fines">, "id" | "case_number" | "issued_at" | "kind" | "street" | "violation_text" | "status"> &
    Partial<Pick<Row<"fines">, "issued_by" | "amount" | "left_ore">>)[];
  parkings: (PlateParking & { discord_username?: string | null })[];
  checks: { id: string; checked_at: string; outcome: CheckOutcome; checked_by?: string }[];
  /** Of an answer that the phone gave itself: when the database told it what it knows. */
  toldAt?: string;
  /** Of such an answer that found nothing: the phone does not know all parkings that ended until then. */
  endedCutAt?: string;
};

export type PlateQuestion = {
  /** Made by the screen: a repeated call records the check once. */
  id: string;
  project: string | null;
  plate: string;
  actingAs: string;
};

/** Records a check and gives its answer. @throws DataError PK008 for a text without letters and digits, 42501 without a right. */
export const checkPlate = ({ id, project, plate, actingAs }: PlateQuestion): Promise<PlateCheck> =>
  callFunction<PlateCheck>("check_plate", { project, plate, check_id: id, acting_as: actingAs });

/** What the camera says of a check: how sure it was (0 to 1), and the other plates that it held possible. */
export type CameraCheck = { certainty: number; readings: readonly string[] };

/** Notes that a check was read by the camera; repeated it changes nothing. Gives running parkings of the other plates. @throws DataError PK008, PK010, 42501. */
export const noteCameraCheck = (
  { id, project, actingAs }: Pick<PlateQuestion, "id" | "project" | "actingAs">,
  { certainty, readings }: CameraCheck,
) =>
  callFunction<{ outcome: "noted"; similar: AlikeParking[] }>("note_camera_check", {
    project,
    check_id: id,
    certainty,
    readings,
    acting_as: actingAs,
  });

export const useCheckPlate = defineMutation(checkPlate);
