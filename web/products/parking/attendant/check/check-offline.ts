import { plateKey, readablePlate } from "#contract/plate.ts";
import type { ActingOnDevice } from "#data/acting.ts";
import type { PlateCheck, PlateQuestion } from "#data/plate_checks/mutations.ts";
import { toast } from "#shared/feedback/toast.ts";
import { keepWaiting } from "#shared/offline/device-store.ts";
import { newEntry } from "../queue/keep.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { knownOf, noteHere, recallSite } from "../offline/knowledge.ts";
import { NotKnownHere } from "./not-known-here.ts";
import type { Known, KnownParking } from "../offline/rules/known.ts";
import { isUnknown, rightOf, similarParkings } from "../offline/rules/right-of.ts";

const iso = (moment: number) => new Date(moment).toISOString();
const isoOrNull = (moment: number | null) => (moment === null ? null : iso(moment));

const parkingOf = ({ id, start, end, created, car_model, car_color, street }: KnownParking) => ({
  id,
  start_time: iso(start),
  end_time: iso(end),
  created_at: iso(created),
  car_model,
  car_color,
  street,
});

/** The answer of check_plate from the phone's data, at a moment in milliseconds since 1970 (document 4 §6). @throws NotKnownHere */
export function answerFrom(known: Known, plate: string, moment: number): PlateCheck {
  const key = plateKey(plate);
  const right = rightOf(known, key, moment);
  if (isUnknown(known, right, moment)) throw new NotKnownHere();
  const { outcome, until, since, registered, parking, permit } = right;
  return {
    outcome,
    until: isoOrNull(until),
    since: isoOrNull(since),
    registered_at: isoOrNull(registered),
    parking: parking === null ? null : { ...parkingOf(parking), ref_number: parking.plate },
    permit:
      permit === null
        ? null
        : {
            id: permit.id,
            valid_from: iso(permit.from),
            valid_until: isoOrNull(permit.until),
            attendant_note: permit.note,
          },
    similar: similarParkings(known, key, moment).map((other) => ({
      parking_id: other.id,
      plate: other.plate,
      since: iso(other.start),
      until: iso(other.end),
      registered_at: iso(other.created),
      car_model: other.car_model,
      car_color: other.car_color,
      street: other.street,
    })),
    fines: (known.fines.get(key) ?? [])
      .map(({ id, at, case_number, kind, street, violation_text, status }) => ({
        id,
        case_number,
        issued_at: iso(at),
        kind,
        street,
        violation_text,
        status,
      }))
      .toReversed(),
    parkings: known.parkings.get(key).map(parkingOf),
    checks: [],
    toldAt: iso(known.at),
    ...(outcome === "none" && known.endedCutAt !== null ? { endedCutAt: iso(known.endedCutAt) } : {}),
  };
}

/**
 * Answers a check from the phone's memory, and stores it to be sent; undefined when nothing is known of the site. The attendant at the car
 * does not wait for the storing, and gets a message if it fails.
 * @throws NotKnownHere
 */
export async function checkOffline(
  acting: ActingOnDevice,
  { id, project, plate }: PlateQuestion,
): Promise<PlateCheck | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  await recallSite(owner);
  const known = knownOf(owner);
  if (known === undefined) return undefined;
  const now = Date.now();
  const answer = answerFrom(known, plate, now);
  noteHere(owner, plateKey(plate), { checkedAt: now });
  const check = newEntry("check", id, {
    id,
    project_id: project,
    plate,
    outcome: answer.outcome,
    checked_at: iso(now),
    checked_by: acting.id,
    parking_id: answer.parking?.id ?? null,
    permit_id: answer.permit?.id ?? null,
  });
  void keepWaiting(owner, [check]).catch(() => toast.error(queueTexts.checkLost(readablePlate(plate))));
  return answer;
}
