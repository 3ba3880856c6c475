import { useId } from "react";
import { plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { useLivePlan } from "#data/planned_shifts/live.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useActingPerson } from "#data/acting.ts";
import { useQuery } from "#data/use-query.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { mustBeDone } from "./plan-rules.ts";
import { OwnShift } from "./own-shift.tsx";
import { planTexts } from "./plan-texts.ts";
import { useVehicleNames } from "./use-vehicle-names.ts";

/** The published shifts to come and why the employee may not take some, live. */
export function usePlanAhead(employeeId: string) {
  const acting = useActingPerson();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLivePlan();
  const ahead = useQuery({ ...plannedShiftQueries.ahead(employeeId), refetchInterval });
  const objections = useQuery({ ...plannedShiftQueries.ownObjections(acting), refetchInterval });
  return { ahead, objections: objections.data };
}

/** What an employee has to do with the plan: a changed time, a question, an offer, and the next own shift. */
export function NextShift({ employeeId }: { employeeId: string }) {
  const title = useId();
  const { ahead, objections } = usePlanAhead(employeeId);
  const vehicles = useVehicleNames();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="mb-2 text-xl font-bold">
        {planTexts.next.title}
      </h2>
      <StateView
        query={{ ...ahead, data: ahead.data && mustBeDone(ahead.data, employeeId, objections ?? {}) }}
        loading={<Skeleton className="h-24" />}
        failed={planTexts.loadFailed}
        empty={<p className="text-ink-soft">{planTexts.next.none}</p>}
      >
        {(shifts) => (
          <ul className="grid gap-3">
            {shifts.map((shift) => (
              <OwnShift key={shift.id} {...{ shift, employeeId, objections, vehicles }} hasDay />
            ))}
          </ul>
        )}
      </StateView>
    </section>
  );
}
