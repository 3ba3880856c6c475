import { plateKey } from "#contract/plate.ts";
import type { ActingOnDevice } from "#data/acting.ts";
import type { AcceptedWarning, IssueAnswer, NewFine } from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { formatMoney } from "#shared/format/money.ts";
import { keepWaiting } from "#shared/offline/device-store.ts";
import { randomKey } from "#shared/random-key.ts";
import { clockOffsetOf, clockSpan, knownOf, noteHere, recallSite } from "../../offline/knowledge.ts";
import { newEntry, keepPhotos, type ListedFile } from "../../queue/keep.ts";
import { queueTexts } from "../../queue/queue-texts.ts";
import { fineTexts } from "../fine-texts.ts";
import { fineWarnings, notAccepted } from "../rules/fine-warnings.ts";
import { type Known, knownFrom } from "../../offline/rules/known.ts";
import { RIGHT_UNKNOWN } from "#contract/cases.ts";
import { seenSince } from "./correct-offline.ts";
import { storedFrom } from "./waiting-fine.ts";

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

function refuse({ amount, case_number: number = "" }: NewFine, { maxAmount }: FineLimits): void {
  if (number === "") throw new SubmitError(queueTexts.noNumber);
  if (amount > maxAmount) throw new SubmitError("", { amount: fineTexts.problems.amountAbove(formatMoney(maxAmount)) });
}

/**
 * Issues a fine on the phone, with the same refusals and warnings as the database, judged by the phone's data. The fine then waits to be
 * sent, with its photos behind it (document 4 §6). Undefined when the login has ended.
 * @throws SubmitError for a fine that is not allowed, DeviceFull when it cannot be stored
 */
export async function issueOffline(
  acting: ActingOnDevice,
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
    street: fine.street,
    amount: fine.amount,
    moment,
    observedFrom,
    needsNoRight: limits.needsNoRight,
    photos: fine.photos.length,
  };
  const warnings = notAccepted(fineWarnings(known, judged), accepted);
  if (warnings.length > 0) return { outcome: "warnings", warnings };
  const made = { ...fine, ...snapshotOf(known, fine), was_offline: true };
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
      violation_text: made.violation_text,
      isNewParking: accepted.some(({ code }) => code.startsWith("fined-")),
    },
  });
  // Photos are stored apart, so that a phone without room for them keeps the fine.
  await keepPhotos(acting, fine.id, made.photos, files).catch(() => undefined);
  return { outcome: "stored", fine: storedFrom({ fine: made, accepted }, acting, observedFrom) };
}

/**
 * Notes for the reviewer of a fine that a phone issued without a network: the phone did not know whether the car may stand there, with the
 * given reason, and how wrong its clock was (document 4 §4, §6). The database judges the rest by its own data.
 * @param clockSpan how far the clock was wrong, in words; undefined when it was right
 */
export function fineNotes(accepted: readonly AcceptedWarning[], clockSpan: string | undefined): string[] {
  const unknown = accepted.find(({ code }) => code === RIGHT_UNKNOWN);
  return [
    ...(unknown === undefined ? [] : [queueTexts.unknownNote(unknown.reason)]),
    ...(clockSpan === undefined ? [] : [queueTexts.clockNote(clockSpan)]),
  ];
}
