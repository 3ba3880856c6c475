// The warnings and refusals of a fine, judged by the phone's data with the same rules as the database's issue_fine (private.fine_warnings,
// private.fine_refusals). tests/backend/cases/offline-rules.test.ts compares the two.
import { FINE } from "#contract/limits.ts";
import { CASE_LIMITS, NEW_PARKING_REASON, RIGHT_UNKNOWN } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import { stockholmDay } from "#contract/stockholm-day.ts";
import type { AcceptedWarning, FineWarning } from "#data/fines/mutations.ts";
import type { Known } from "../../offline/rules/known.ts";
import { isUnknown, rightOf, similarParkings } from "../../offline/rules/right-of.ts";

const MINUTE_MS = 60_000;
const SIX_HOURS_MS = 6 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const MOST_IN_A_ROW = 5;

/** The facts of a fine that the rules use. */
export type JudgedFine = {
  id: string;
  plate: string;
  street: string;
  amount: number;
  /** Whether a parking or permit is no excuse for its violation. */
  needsNoRight: boolean;
  photos: number;
  /** The moment of issue and the start of the observation, in milliseconds since 1970. */
  moment: number;
  observedFrom: number;
};

const iso = (moment: number) => new Date(moment).toISOString();

/** The key of a place, the same for all spellings of it. */
const placeKey = (street: string) =>
  street
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^ +| +$/g, "")
    .normalize("NFKC")
    .toLowerCase();

/** Warnings about earlier fines of the same plate at the same place (SFS 1984:318 §5). */
function earlierFines(known: Known, { id, plate, street, moment }: JudgedFine): FineWarning[] {
  const same = (known.fines.get(plateKey(plate)) ?? []).filter(
    (fine) => fine.id !== id && fine.status !== "withdrawn" && placeKey(fine.street) === placeKey(street),
  );
  if (same.length === 0) return [];
  const latest = iso(Math.max(...same.map(({ at }) => at)));
  const awaySince = Math.max(Number.NEGATIVE_INFINITY, ...same.filter((fine) => fine.isNewParking).map(({ at }) => at));
  const times = same.filter(({ at }) => at >= awaySince).length;
  const today = stockholmDay(moment);
  return [
    ...(same.some(({ at }) => Math.abs(moment - at) < SIX_HOURS_MS)
      ? [{ code: "fined-within-6-hours" as const, latest }]
      : []),
    ...(same.some(({ at }) => stockholmDay(at) === today) ? [{ code: "fined-today" as const, latest }] : []),
    ...(times >= MOST_IN_A_ROW ? [{ code: "fined-five-times" as const, times }] : []),
  ];
}

/**
 * Warnings about the car's right to stand here; none when a right is no excuse. A phone with incomplete data says that it does not know;
 * the database never has to.
 */
function rightWarnings(known: Known, { plate, moment, observedFrom, needsNoRight }: JudgedFine): FineWarning[] {
  if (needsNoRight) return [];
  const right = rightOf(known, plateKey(plate), moment);
  const { outcome, until } = right;
  const more = until === null ? {} : { until: iso(until) };
  const minutes = known.settings.observation_minutes;
  return [
    ...(outcome === "valid" ? [{ code: "valid-parking" as const, ...more }] : []),
    ...(outcome === "permit" ? [{ code: "valid-permit" as const, ...more }] : []),
    ...(outcome === "grace" ? [{ code: "in-grace" as const, ...more }] : []),
    ...(outcome === "valid" || outcome === "permit" ? [] : removedWarnings(known, plate, moment)),
    ...(isUnknown(known, right, moment) ? [{ code: RIGHT_UNKNOWN } as const] : []),
    ...(moment - observedFrom < minutes * MINUTE_MS ? [{ code: "observed-too-short" as const, minutes }] : []),
  ];
}

/** A parking that was removed within the last day warns like a valid one (private.removed_right). */
function removedWarnings({ removed }: Known, plate: string, moment: number): FineWarning[] {
  const [latest] = (removed.get(plateKey(plate)) ?? [])
    .filter(({ at }) => at <= moment && at > moment - DAY_MS)
    .toSorted((a, b) => b.at - a.at);
  return latest === undefined ? [] : [{ code: "removed-parking", at: iso(latest.at), by: latest.by }];
}

/** The warnings that need a reason before a fine is issued (document 4 §4). */
export function fineWarnings(known: Known, fine: JudgedFine): FineWarning[] {
  const { plate, street, moment, amount, photos } = fine;
  const similar = similarParkings(known, plateKey(plate), moment);
  const wanted = known.settings.min_photos;
  return [
    ...rightWarnings(known, fine),
    ...(similar.length > 0
      ? [
          {
            code: "similar-plate" as const,
            similar: similar.map((parking) => ({ plate: parking.plate, until: iso(parking.end) })),
          },
        ]
      : []),
    ...(amount > CASE_LIMITS.legalMaximum
      ? [{ code: "above-legal-maximum" as const, maximum: CASE_LIMITS.legalMaximum }]
      : []),
    ...(street.trim() === "" ? [{ code: "no-place" as const }] : []),
    ...(photos < wanted ? [{ code: "few-photos" as const, wanted }] : []),
    ...earlierFines(known, fine),
  ];
}

/**
 * The start of a car's observation, in milliseconds: the day's first check, or the given time if it is earlier or there was no check
 * (private.fine_of_call). `check` is the first known check of its plate.
 */
export function observedSince(check: number | undefined, start: string | null | undefined, moment: number): number {
  const given = typeof start === "string" ? Date.parse(start) : undefined;
  return Math.min(check ?? given ?? moment, given ?? Number.POSITIVE_INFINITY);
}

const LEAST_LETTERS = 5;

const hasLetters = (reason: string) => (reason.match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS;

/**
 * Whether a reason is missing: for an observation that began before the check, or more than a minute ago without a check (document 4 §3).
 */
export const lacksReason = (
  check: number | undefined,
  { since, moment, reason }: { since: number; moment: number; reason: string | null | undefined },
): boolean => since < (check ?? moment - MINUTE_MS) && !hasLetters(reason ?? "");

const isReason = (code: string, reason: string) =>
  code.startsWith("fined-") ? reason === NEW_PARKING_REASON : hasLetters(reason);

/** The warnings that have not been accepted. */
export function notAccepted(warnings: readonly FineWarning[], accepted: readonly AcceptedWarning[]): FineWarning[] {
  return warnings.filter(({ code }) => !accepted.some((given) => given.code === code && isReason(code, given.reason)));
}

/** The highest amount of a fine: by document 1, by the site and by its violation. */
export const maxAmount = (...limits: readonly (number | null | undefined)[]): number =>
  Math.min(FINE.maxAmount, ...limits.filter((limit) => limit !== null && limit !== undefined));
