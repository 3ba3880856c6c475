import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { type VehicleTurn, vehicleTurnQueries } from "#data/vehicle_turns/queries.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CorrectTurn } from "../fleet/car-dialogs.tsx";
import { useNow } from "#shared/use-now.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";
import { TurnTable } from "../fleet/turn-table.tsx";
import { useFleet } from "../fleet/use-fleet.ts";
import { texts } from "../texts.ts";
import { FaultList } from "./car-screen.tsx";

const labels = fleetTexts.dayPage;

/** Turns and faults of a day, by car, live (document 5 §4). The day stands in the address. */
export function DayScreen() {
  return <FleetPage title={fleetTexts.day}>{({ project }) => <Day project={project} />}</FleetPage>;
}

function Day({ project }: { project: string }) {
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("day") ?? "";
  const day = startOfDay(asked) === undefined ? toDateValue(new Date(now)) : asked;
  const setDay = (next: string) => setSearch({ day: next }, { replace: true });
  const fleet = useFleet(project);
  const turns = useQuery({ ...vehicleTurnQueries.ofDay(project, day), refetchInterval: useListInterval() });
  const [correcting, setCorrecting] = useState<VehicleTurn>();
  const within = { from: startOfDay(day)?.getTime() ?? 0, to: startOfDay(addDays(day, 1))?.getTime() ?? 0 };
  const nameOf = ({ vehicle_id: id, slot }: { vehicle_id: string; slot?: number }) =>
    fleet.data?.vehicles.find((vehicle) => vehicle.id === id)?.name ?? texts.cars.car(slot ?? 0);
  const reported = (fleet.data?.faults ?? []).filter(({ reported_at: at }) => toDateValue(new Date(at)) === day);
  return (
    <>
      <div className="mb-6 flex items-end gap-2">
        <Button size="icon" aria-label={labels.before} onClick={() => setDay(addDays(day, -1))}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <div className="min-w-0 basis-56">
          <DateField name="day" label={labels.day} value={day} onChange={setDay} error={undefined} />
        </div>
        <Button size="icon" aria-label={labels.after} onClick={() => setDay(addDays(day, 1))}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <StateView
        // The faults stand below the turns: they come together, so that nothing moves.
        query={{ ...turns, data: fleet.data && turns.data, error: turns.error ?? fleet.error }}
        failed={fleetTexts.loadFailed}
        empty={null}
        isEmpty={() => false}
      >
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <EmptyState text={labels.none} />
            ) : (
              <TurnTable turns={rows} nameOf={nameOf} within={within} onCorrect={setCorrecting} />
            )}
            <section aria-labelledby="day-faults" className="mt-8">
              <h2 id="day-faults" className="mb-2 text-xl font-bold">
                {labels.faults}
              </h2>
              {reported.length === 0 ? (
                <p className="text-ink-soft">{labels.noFaults}</p>
              ) : (
                <FaultList faults={reported} renderName={nameOf} />
              )}
            </section>
          </>
        )}
      </StateView>
      {correcting !== undefined && <CorrectTurn turn={correcting} onClose={() => setCorrecting(undefined)} />}
    </>
  );
}
