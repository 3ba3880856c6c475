import { Copy, Plus, Send } from "lucide-react";
import { useState } from "react";
import { useLivePlan } from "#data/planned_shifts/live.ts";
import { type PlannedShift, plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { copyOf, firstGaps, isGap } from "./plan-rules.ts";
import { AdminShift } from "./admin-shift.tsx";
import { useCopying, usePublishing } from "./plan-actions.ts";
import { PlanDays } from "./plan-days.tsx";
import { planTexts } from "./plan-texts.ts";
import { ShiftDialog, type Wanted } from "./shift-dialog.tsx";
import { draftAfter } from "./shift-schema.ts";
import { useVehicleNames, type VehicleNames } from "./use-vehicle-names.ts";
import { useWeek, type Week, WeekSteps } from "./week-steps.tsx";

const texts = planTexts.admin;

/** `Schedule`: the gaps first, then a week, planned and published. */
export function AdminSchedule() {
  const now = useNow();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLivePlan();
  const week = useWeek();
  const ahead = useQuery({ ...plannedShiftQueries.ahead(null), refetchInterval });
  const ofWeek = useQuery({ ...plannedShiftQueries.between(week.from, week.to, false), refetchInterval });
  const vehicles = useVehicleNames();
  return (
    <div className="grid gap-6">
      <section aria-label={texts.gaps}>
        <h2 className="mb-2 text-xl font-bold">{texts.gaps}</h2>
        <StateView
          query={{ ...ahead, data: ahead.data?.filter((shift) => isGap(shift, now)) }}
          loading={1}
          failed={planTexts.loadFailed}
          empty={<p className="text-ink-soft">{texts.noGaps}</p>}
        >
          {(gaps) => <Gaps {...{ gaps, vehicles }} />}
        </StateView>
      </section>
      <section aria-label={planTexts.schedule.week}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <WeekSteps week={week} />
          <WeekPresses week={week} shifts={ofWeek.data ?? []} />
        </div>
        <StateView query={ofWeek} failed={planTexts.loadFailed} empty={texts.none}>
          {(shifts) => (
            <PlanDays
              {...{ shifts, vehicles }}
              key={week.monday}
              heading="h3"
              isFolded
              renderShift={(shift) => <AdminShift key={shift.id} {...{ shift, vehicles }} />}
            />
          )}
        </StateView>
      </section>
    </div>
  );
}

/** The next gaps, and on demand all of them: a week that was just published has little else. */
function Gaps({ gaps, vehicles }: { gaps: readonly PlannedShift[]; vehicles: VehicleNames }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, more } = firstGaps(gaps, isWhole);
  return (
    <>
      <ul className="grid items-start gap-3 lg:grid-cols-2">
        {shown.map((shift) => (
          <AdminShift key={shift.id} {...{ shift, vehicles }} hasDay />
        ))}
      </ul>
      {more && (
        <Button className="mt-3" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? texts.fewGaps : texts.allGaps(gaps.length)}
        </Button>
      )}
    </>
  );
}

/** What is done to a whole week: a new shift in it, its copy to the next, and its publication. */
function WeekPresses({ week, shifts }: { week: Week; shifts: readonly PlannedShift[] }) {
  const [isNew, setIsNew] = useState(false);
  const [last, setLast] = useState<readonly Wanted[]>();
  const publishing = usePublishing();
  const copying = useCopying();
  const planned = shifts.filter(({ cancelled_at: cancelled }) => cancelled === null);
  const hidden = planned.filter(({ published_at: published }) => published === null);
  const today = toDateValue(new Date(useNow()));
  async function publish() {
    const published_at = new Date().toISOString();
    await publishing.run({
      shifts: hidden.map(({ id }) => ({ id, published_at })),
      expected: Object.fromEntries(hidden.map(({ id }) => [id, { published_at: null }])),
    });
  }
  async function copy() {
    const copies = planned.flatMap((shift) => copyOf(shift, 7, randomKey()) ?? []);
    const outcome = await copying.run({ shifts: copies, expected: {} });
    if (outcome.status === "done") week.step(1);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setIsNew(true)}>
        <Plus aria-hidden="true" />
        {texts.newShift}
      </Button>
      <Button disabled={planned.length === 0} pending={copying.isPending()} onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {texts.copyWeek}
      </Button>
      <Button
        variant="primary"
        disabled={hidden.length === 0}
        pending={publishing.isPending()}
        onClick={() => void publish()}
      >
        <Send aria-hidden="true" />
        {texts.publish}
      </Button>
      {isNew && (
        <ShiftDialog
          shift={undefined}
          draft={draftAfter(
            last,
            today >= week.monday && today < addDays(week.monday, 7) ? today : week.monday,
            week.monday,
          )}
          onPlanned={setLast}
          onClose={() => setIsNew(false)}
        />
      )}
    </div>
  );
}
