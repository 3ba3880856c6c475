import type { SendingCode } from "#data/calls/mutations.ts";
import type { Call } from "#data/calls/queries.ts";
import type { LocationMinimum } from "#data/location_minimums/queries.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { freeAt } from "./minimums.ts";

type Sent = Pick<Call, "id" | "number"> & { units: readonly Pick<Call["units"][number], "unit_id" | "cleared_at">[] };
export type Reason = { code: SendingCode; number: string | null };

/** The open call that each unit is on; of several the first. */
export const callsOfUnits = <C extends Sent>(calls: readonly C[]): ReadonlyMap<string, C> =>
  new Map(
    calls
      .toReversed()
      .flatMap((call) =>
        call.units.flatMap(({ unit_id, cleared_at }) =>
          unit_id === null || cleared_at !== null ? [] : [[unit_id, call] as const],
        ),
      ),
  );

type Centre = {
  calls: readonly Sent[];
  units: readonly Unit[];
  statuses: readonly Pick<UnitStatus, "code" | "meaning">[];
  minimums: readonly LocationMinimum[];
};

/** The units that a call can get, free ones first, with the reasons for which the database asks before it sends the others. */
export function candidatesFor(
  call: Sent,
  { calls, units, statuses, minimums }: Centre,
): { unit: Unit; why: Reason[] }[] {
  const on = new Set(call.units.flatMap(({ unit_id, cleared_at }) => (cleared_at === null ? [unit_id] : [])));
  const others = callsOfUnits(calls.filter(({ id }) => id !== call.id));
  return units
    .filter(({ id }) => !on.has(id))
    .map((unit) => ({ unit, why: reasonsOf(unit, others.get(unit.id)?.number ?? null, { units, statuses, minimums }) }))
    .toSorted((a, b) => a.why.length - b.why.length || a.unit.unit_number.localeCompare(b.unit.unit_number, "sv"));
}

function reasonsOf(unit: Unit, number: string | null, { units, statuses, minimums }: Omit<Centre, "calls">): Reason[] {
  const minimum = minimums.find(({ location }) => location === unit.location)?.min_free ?? 0;
  const meaning = statuses.find(({ code }) => code === unit.status)?.meaning;
  const codes: (SendingCode | false)[] = [
    number !== null && "on-call",
    meaning === "busy" && number === null && "busy",
    meaning === "off_duty" && "off-duty",
    unit.operational_status === "STANDBY" && "standby",
    unit.operational_status === "MAINTENANCE" && "maintenance",
    freeAt(unit.location, [unit], statuses) === 1 &&
      freeAt(unit.location, units, statuses) <= minimum &&
      "below-minimum",
  ];
  return codes.flatMap((code) => (code === false ? [] : [{ code, number }]));
}
