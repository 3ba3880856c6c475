// The right of a car to stand here, with the same rules as the database's check_plate (private.right_of, private.similar_parkings).
// tests/backend/cases/offline-rules.test.ts compares the two over random data.
import { alikePlates } from "#contract/alike-plates.ts";
import { plateKey } from "#contract/plate.ts";
import { stockholmDay } from "#contract/stockholm-day.ts";
import type { Known, KnownParking, Right } from "./known.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

type Span = { began: number; ended: number; parking: KnownParking };

/** Spans of parkings: back-to-back parkings count as one. A span is represented by its running parking, or else by the last one to end. */
function spansOf(parkings: readonly KnownParking[], moment: number): Span[] {
  const parked = parkings
    .filter(({ end }) => end > moment - DAY_MS)
    .toSorted((a, b) => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1));
  const spans: KnownParking[][] = [];
  let latestEnd = Number.NEGATIVE_INFINITY;
  for (const parking of parked) {
    if (parking.start > latestEnd) spans.push([]);
    spans.at(-1)?.push(parking);
    latestEnd = Math.max(latestEnd, parking.end);
  }
  const runs = ({ start, end }: KnownParking) => Number(start <= moment && end > moment);
  return spans.flatMap((parts) => {
    const [parking] = parts.toSorted((a, b) => runs(b) - runs(a) || b.end - a.end || (a.id < b.id ? -1 : 1));
    if (parking === undefined) return [];
    return [
      { parking, began: Math.min(...parts.map(({ start }) => start)), ended: Math.max(...parts.map(({ end }) => end)) },
    ];
  });
}

/** The item with the largest measure; the first of equals. */
const best = <Item>(items: readonly Item[], measure: (item: Item) => number): Item | undefined =>
  items.toSorted((a, b) => measure(b) - measure(a))[0];

const ofSpan = (outcome: Right["outcome"], { parking }: Span, until: number, since: number): Right => ({
  outcome,
  until,
  since,
  registered: parking.created,
  parking,
  permit: null,
});

/** The best right of a plate key at a moment, in milliseconds since 1970 (document 4 §4). */
export function rightOf(known: Known, key: string, moment: number): Right {
  const spans = spansOf(known.parkings.get(key), moment);
  const graceMs = known.settings.grace_minutes * MINUTE_MS;

  const running = best(
    spans.filter(({ began, ended }) => began <= moment && ended > moment),
    ({ ended }) => ended,
  );
  if (running !== undefined) return ofSpan("valid", running, running.ended, running.began);

  const inForce = (known.permits.get(key) ?? []).filter(
    ({ from, until, ended }) =>
      from <= moment && (until === null || until > moment) && (ended === null || ended > moment),
  );
  const permit = best(
    inForce.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1)),
    ({ until }) => until ?? Number.POSITIVE_INFINITY,
  );
  if (permit !== undefined) {
    return {
      outcome: "permit",
      until: permit.until,
      since: permit.from,
      registered: permit.created,
      parking: null,
      permit,
    };
  }

  const over = best(
    spans.filter(({ ended }) => ended <= moment),
    ({ ended }) => ended,
  );
  if (over !== undefined && over.ended > moment - graceMs) {
    return ofSpan("grace", over, over.ended + graceMs, over.ended);
  }

  const today = stockholmDay(moment);
  const coming = best(
    spans.filter(({ began }) => began > moment && stockholmDay(began) === today),
    ({ began }) => -began,
  );
  if (coming !== undefined) return ofSpan("not_yet", coming, coming.ended, coming.began);
  if (over !== undefined) return ofSpan("expired", over, over.ended, over.ended);
  return { outcome: "none", until: null, since: null, registered: null, parking: null, permit: null };
}

/**
 * Whether a parking missing in the data could change the answer. A running parking that was found is certain; other answers are not, from
 * `cutAt` on.
 */
export const isUnknown = ({ cutAt }: Known, { outcome }: Right, moment: number): boolean =>
  cutAt !== null && moment >= cutAt && outcome !== "valid" && outcome !== "permit";

/** The most similar parkings to list. */
const MOST_ALIKE = 3;

/** Running parkings with an easily mistaken plate, at most three, the nearest first (document 4 §4, `similar`). */
export function similarParkings(known: Known, key: string, moment: number): KnownParking[] {
  const running = [...alikePlates(key)]
    .flatMap(([folded, likeness]) => known.parkings.folded(folded).map((parking) => ({ parking, likeness })))
    .filter(({ parking: { start, end, plate } }) => start <= moment && end > moment && plateKey(plate) !== key);
  return running
    .toSorted(
      (a, b) => a.likeness - b.likeness || b.parking.end - a.parking.end || (a.parking.id < b.parking.id ? -1 : 1),
    )
    .slice(0, MOST_ALIKE)
    .map(({ parking }) => parking);
}
