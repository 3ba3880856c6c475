import { type PlannedShift, plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { Segments } from "#shared/ui/segments.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { useInAddress } from "../parts/use-in-address.ts";
import { isGap, placeOf } from "./plan-rules.ts";
import { usePlanAhead } from "./next-shift.tsx";
import { OwnShift } from "./own-shift.tsx";
import { PlanDays } from "./plan-days.tsx";
import { planTexts } from "./plan-texts.ts";
import { useVehicleNames } from "./use-vehicle-names.ts";
import { useWeek, WeekSteps } from "./week-steps.tsx";

const texts = planTexts.schedule;
const VIEWS = ["open", "own", "week"] as const;

/** The plan as an employee sees it: what is open, what is one's own, and a week. */
export function EmployeeSchedule({ employeeId }: { employeeId: string }) {
  const [view, setView] = useInAddress("shifts", VIEWS);
  const now = useNow();
  const { ahead, objections } = usePlanAhead(employeeId);
  const week = useWeek();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  const ofWeek = useQuery({
    ...plannedShiftQueries.between(week.from, week.to, true),
    enabled: view === "week",
    refetchInterval,
  });
  const vehicles = useVehicleNames();
  const isShown = (shift: PlannedShift) => {
    const state = placeOf(shift, employeeId)?.state;
    if (view === "week") return shift.cancelled_at === null || state === "cancelled";
    if (view === "own") return state !== undefined;
    const isOffered = shift.offers.some(({ employee_id: who }) => who !== employeeId);
    // A shift that has begun is open to whom the admin asked.
    const isOpen = Date.parse(shift.starts_at) > now || objections?.[shift.id]?.was_asked === true;
    return isOpen && state !== "assigned" && (isGap(shift, now) || (isOffered && shift.cancelled_at === null));
  };
  const query = view === "week" ? ofWeek : ahead;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segments
          label={texts.label}
          value={view}
          onChange={setView}
          segments={VIEWS.map((value) => ({ value, label: texts[value] }))}
        />
        {view === "week" && <WeekSteps week={week} />}
      </div>
      <StateView
        query={{ ...query, data: query.data?.filter(isShown) }}
        failed={planTexts.loadFailed}
        empty={texts.none[view]}
      >
        {(shifts) => (
          <PlanDays
            {...{ shifts, vehicles }}
            key={`${view} ${week.monday}`}
            heading="h2"
            isFolded={view === "week"}
            renderShift={(shift) => <OwnShift key={shift.id} {...{ shift, employeeId, objections, vehicles }} />}
          />
        )}
      </StateView>
    </>
  );
}
