import { plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { useLivePlan } from "#data/planned_shifts/live.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type TurnRow, workTurnQueries } from "#data/work_turns/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { missingOn, timesOf } from "./plan-rules.ts";
import { planTexts } from "./plan-texts.ts";
import { isNotChecked } from "../vehicles/check-rules.ts";
import { useAsksForChecks } from "../vehicles/use-fleet.ts";
import { vehicleTexts } from "../vehicles/vehicle-texts.ts";
import { useVehicleNames, useVehicles } from "./use-vehicle-names.ts";

const texts = planTexts.duty;
const MINUTE_MS = 60_000;
const ROW = "flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0";

/** Who is on duty, and who is planned and has not come: for colleagues and the admin. */
export function OnDutyNow() {
  const now = useNow();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLiveWorkTurns("kind=eq.ase-employee");
  useLivePlan();
  const turns = useQuery({ ...workTurnQueries.onDuty("ase-employee"), refetchInterval });
  const planned = useQuery({ ...plannedShiftQueries.now(), refetchInterval });
  const vehicles = useVehicleNames();
  return (
    <StateView query={turns} failed={planTexts.loadFailed} empty={null} isEmpty={() => false}>
      {(present) => {
        const missing = missingOn(planned.data ?? [], new Set(present.map(({ user_id: who }) => who)), now);
        return (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {missing.length > 0 && (
              <section aria-label={texts.missing} className="rounded-card border-2 border-warning bg-surface px-4 py-3">
                <h2 className="text-xl font-bold">{texts.missing}</h2>
                <ul>
                  {missing.map(({ shift, place, late }) => (
                    <li key={place.id} className={ROW}>
                      <Person name={place.name} id={place.employee_id} />
                      <span className="text-ink-soft tabular-nums">{timesOf(shift)}</span>
                      <Facts facts={[shift.position, vehicles.get(shift.vehicle_id)]} />
                      <span className="ml-auto">
                        <Badge tone="warning">
                          {late < 1 ? texts.justBegun : texts.late(spanText(late * MINUTE_MS))}
                        </Badge>
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <section aria-label={texts.title} className="rounded-card border border-line bg-surface px-4 py-3">
              <h2 className="text-xl font-bold">{texts.title}</h2>
              {present.length === 0 && <p className="py-3 text-ink-soft">{texts.nobody}</p>}
              <ul>
                {present.map((turn) => (
                  <li key={turn.id} className={ROW}>
                    <Person name={turn.name} id={turn.user_id} />
                    <Facts facts={[turn.position, vehicles.get(turn.vehicle_id)]} />
                    <NotChecked turn={turn} />
                    <time dateTime={turn.started_at} className="ml-auto text-ink-soft">
                      {texts.since(shortMoment(new Date(turn.started_at), now))}
                    </time>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        );
      }}
    </StateView>
  );
}

/** The mark of a vehicle that its crew has not checked. */
function NotChecked({ turn }: { turn: TurnRow }) {
  const asks = useAsksForChecks();
  const vehicle = useVehicles().find(({ id }) => id === turn.vehicle_id);
  if (!asks || vehicle === undefined || !isNotChecked(vehicle, turn.started_at)) return null;
  return <Badge tone="warning">{vehicleTexts.notChecked}</Badge>;
}

const Person = ({ name, id }: { name: string | null; id: string }) => (
  <span className="min-w-0 wrap-anywhere">
    <strong>{name ?? id}</strong> {name !== null && <span className="text-sm text-ink-soft">{id}</span>}
  </span>
);

function Facts({ facts }: { facts: readonly (string | null | undefined)[] }) {
  const known = facts.filter((fact) => typeof fact === "string");
  return known.length === 0 ? null : <span className="wrap-anywhere">{known.join(" · ")}</span>;
}
