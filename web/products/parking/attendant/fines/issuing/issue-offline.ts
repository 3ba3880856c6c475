import type { Delivery } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import type { ActingAttendant } from "#data/acting.ts";
import type {
  AcceptedWarning,
  CaseEvent,
  Correction,
  IssueAnswer,
  NewFine,
  RecordedEvent,
  StoredFine,
} from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { formatMoney } from "#shared/format/money.ts";
import { keepWaiting, listWaiting } from "#shared/offline/device-store.ts";
import { randomKey } from "#shared/random-key.ts";
import { clockSpan } from "../../queue/clock.ts";
import { newEntry } from "#parking/kernel/queue/entries.ts";
import { finalFine } from "#parking/kernel/queue/final-fine.ts";
import type { WaitingEntry } from "../../queue/use-waiting.ts";
import { queueTexts } from "../../queue/queue-texts.ts";
import { fineTexts } from "../fine-texts.ts";
import { fineNotes } from "./fine-notes.ts";
import { clockOffsetOf, knownOf, noteHere, recallSite } from "../../offline/knowledge.ts";
import { correctedFine, seenSince } from "./corrected-fine.ts";
import { fineWarnings, notAccepted, observedSince } from "../rules/fine-warnings.ts";
import { type Known, knownFrom } from "../../offline/rules/known.ts";

/** A photo file that a fine lists. */
type ListedFile = { id: string; file: Blob };

/** The site's limits for the fine's violation and amount. */
export type FineLimits = { needsNoRight: boolean; maxAmount: number };

/** The data of a site that the phone never fetched: no parkings and no rules of its own. */
const NOTHING_KNOWN: Known = knownFrom({
  at: new Date(0).toISOString(),
  grace_minutes: 0,
  observation_minutes: 0,
  min_photos: 0,
  max_amount: null,
  parkings: [],
  permits: [],
  fines: [],
  removed: [],
  checks: [],
});

const iso = (moment: number) => new Date(moment).toISOString();

/** The parking as the device knows it. */
function snapshotOf(known: Known, { plate, parking_id: id }: NewFine) {
  const parking = known.parkings.get(plateKey(plate)).find((one) => one.id === id);
  if (parking === undefined) return {};
  return {
    parking_snapshot: {
      id: parking.id,
      ref_number: parking.plate,
      street: parking.street,
      changes: [],
      start_time: iso(parking.start),
      end_time: iso(parking.end),
      created_at: iso(parking.created),
    },
  };
}

/** A waiting fine in the form of a stored one, for screens. */
const storedFrom = (fine: NewFine, accepted: AcceptedWarning[]): StoredFine => ({
  created_at: fine.issued_at,
  received_at: fine.issued_at,
  parking_snapshot: null,
  parking_id: null,
  car_model: "",
  car_color: "",
  street: "",
  discord_username: null,
  violation_id: null,
  violation_code: "",
  notes: "",
  observed_reason: null,
  delivery: null,
  review_reasons: [],
  needs_review: true,
  kind: "report",
  case_number: "",
  public_key: "",
  violation_text: "",
  amount: 0,
  due_date: "",
  issued_by: "",
  was_offline: true,
  photos: [],
  ...fine,
  observed_from: fine.observed_from ?? fine.issued_at,
  accepted_warnings: accepted,
  status: "issued" as const,
  last_event: fine.id,
  fee: 0,
  paid_ore: 0,
  recovered_ore: 0,
  left_ore: (fine.amount ?? 0) * 100,
  erased_at: null,
});

function refuse({ amount, case_number: number }: NewFine, { maxAmount }: FineLimits): void {
  if ((number ?? "") === "") throw new SubmitError(queueTexts.noNumber);
  if ((amount ?? 0) > maxAmount)
    throw new SubmitError("", { amount: fineTexts.problems.amountAbove(formatMoney(maxAmount)) });
}

/**
 * Issues a fine on the phone, with the same refusals and warnings as the database, judged by the phone's data. The fine then waits to be
 * sent, with its photos behind it (document 4 §6). Undefined when the login has ended.
 * @throws SubmitError for a fine that is not allowed, DeviceFull when it cannot be stored
 */
export async function issueOffline(
  acting: ActingAttendant,
  fine: NewFine,
  accepted: AcceptedWarning[],
  { files, limits }: { files: readonly ListedFile[]; limits: FineLimits },
): Promise<IssueAnswer | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  await recallSite(owner);
  const known = knownOf(owner) ?? NOTHING_KNOWN;
  refuse(fine, limits);
  const key = plateKey(fine.plate);
  const moment = Date.parse(fine.issued_at);
  const observedFrom = seenSince(known.checks.get(key), fine, moment);
  const judged = {
    id: fine.id,
    plate: fine.plate,
    street: fine.street ?? "",
    amount: fine.amount ?? 0,
    moment,
    observedFrom,
    needsNoRight: limits.needsNoRight,
    photos: fine.photos?.length ?? 0,
  };
  const warnings = notAccepted(fineWarnings(known, judged), accepted);
  if (warnings.length > 0) return { outcome: "warnings", warnings };
  const made = {
    ...fine,
    ...snapshotOf(known, fine),
    was_offline: true,
  };
  const notes = fineNotes(accepted, clockSpan(clockOffsetOf(owner)));
  await keepWaiting(owner, [
    newEntry("fine", fine.id, { fine: made, accepted }),
    ...notes.map((note) => {
      const eventId = randomKey();
      return newEntry("note", eventId, { fineId: fine.id, eventId, note }, fine.id);
    }),
  ]);
  noteHere(owner, key, {
    fine: {
      id: fine.id,
      at: moment,
      street: judged.street,
      case_number: made.case_number ?? "",
      status: "issued",
      kind: made.kind === "ticket" ? "ticket" : "report",
      violation_text: made.violation_text ?? "",
      isNewParking: accepted.some(({ code }) => code.startsWith("fined-")),
    },
  });
  // Photos are stored apart, so that a phone without room for them keeps the fine.
  await keepPhotos(acting, fine.id, made.photos ?? [], files).catch(() => undefined);
  return { outcome: "stored", fine: storedFrom({ ...made, observed_from: iso(observedFrom) }, accepted) };
}

/** Stores the files of a fine's photos until they have been sent. @throws DeviceFull */
export async function keepPhotos(
  acting: ActingAttendant,
  fineId: string,
  listed: readonly { id: string; path: string }[],
  files: readonly ListedFile[],
): Promise<void> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return;
  const rows = listed.map(({ id, path }) => newEntry("photo", id, { fineId, path }, fineId));
  await keepWaiting(
    owner,
    rows,
    files.map(({ id, file }) => ({ id, file })),
  );
}

/** The waiting rows of a login; none when the login has ended or the device stores nothing. */
async function waitingRows({ device: { owner, isOpen } }: ActingAttendant): Promise<WaitingEntry[]> {
  return !isOpen() ? [] : ((await listWaiting(owner).catch(() => [])) as WaitingEntry[]);
}

/** A waiting fine on this device, as its attendant left it; undefined when there is none. */
export async function waitingFine(acting: ActingAttendant, fineId: string): Promise<StoredFine | undefined> {
  const rows = await waitingRows(acting);
  const entry = rows.find((row) => row.kind === "fine" && row.id === fineId);
  if (entry?.kind !== "fine") return undefined;
  const { fine, accepted } = entry.payload;
  const { owner } = acting.device;
  await recallSite(owner);
  const final = finalFine(fine, rows);
  const check = knownOf(owner)?.checks.get(plateKey(fine.plate));
  const since = observedSince(check, final.observed_from, Date.parse(fine.issued_at));
  return storedFrom({ issued_by: acting.id, ...final, observed_from: iso(since) }, accepted);
}

/** Whether the fine, or an earlier change of it, still waits in the queue. */
export async function isFineWaiting(acting: ActingAttendant, fineId: string): Promise<boolean> {
  const rows = await waitingRows(acting);
  return rows.some(({ id, kind, needs }) => id === fineId || (needs === fineId && kind !== "photo"));
}

/**
 * Corrects a fine on the phone, within ten minutes and only downwards like the database, and stores the correction to be sent.
 * @throws SubmitError, DeviceFull
 */
export async function correctOffline(
  acting: ActingAttendant,
  known: StoredFine,
  correction: Correction,
): Promise<IssueAnswer | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  await recallSite(owner);
  const fine = correctedFine(known, correction.changes, knownOf(owner)?.checks.get(plateKey(known.plate)));
  const whole = { ...correction, changes: { ...correction.changes, was_offline: true } };
  await keepWaiting(owner, [newEntry("correction", correction.eventId, whole, known.id)]);
  return { outcome: "stored", fine };
}

/** Stores how a fine reached its driver, until it can be sent. @throws DeviceFull */
export async function deliverOffline(
  acting: ActingAttendant,
  { fineId, eventId, data }: CaseEvent,
): Promise<RecordedEvent | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  const delivery = data?.["delivery"] as Delivery;
  await keepWaiting(owner, [newEntry("delivery", eventId, { fineId, eventId, delivery }, fineId)]);
  return { outcome: "recorded", status: "issued", left_ore: 0, last_event: fineId };
}
