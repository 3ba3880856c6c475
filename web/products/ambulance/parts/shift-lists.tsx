import { type ReactNode, useId } from "react";
import type { TurnRow, WorkTurn } from "#data/work_turns/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { timesAndLength } from "#shared/format/times-of.ts";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type StateQuery, StateView } from "#shared/ui/state-view.tsx";
import { colleaguesOf } from "../rules/shifts.ts";
import { texts } from "../texts.ts";

const labels = texts.employee;

type ColleaguesProps = {
  /** All people on duty. */
  query: StateQuery<TurnRow[]>;
  employeeId: string;
};

/** The employee's colleagues on duty, the longest shift first. */
export function Colleagues({ query, employeeId }: ColleaguesProps) {
  return (
    <Titled title={labels.colleagues}>
      <StateView
        query={{ ...query, data: query.data && colleaguesOf(query.data, employeeId) }}
        loading={<Skeleton className="h-6" />}
        failed={labels.loadFailed}
        empty={<p className="text-ink-soft">{labels.nobody}</p>}
      >
        {(shifts) => (
          <ul>
            {shifts.map((shift) => (
              <li
                key={shift.id}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
              >
                <span className="min-w-0 wrap-anywhere">
                  <strong>{shift.name ?? shift.user_id}</strong>{" "}
                  {shift.name !== null && <span className="text-sm text-ink-soft">{shift.user_id}</span>}
                </span>
                <SinceWhen at={shift.started_at} />
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Titled>
  );
}

function SinceWhen({ at }: { at: string }) {
  const when = useClockText((now) => shortMoment(new Date(at), now));
  return (
    <time dateTime={at} className="text-ink-soft">
      {labels.since(when)}
    </time>
  );
}

/** The employee's own last shifts. */
export function LastShifts({ query }: { query: StateQuery<WorkTurn[]> }) {
  return (
    <Titled title={labels.lastShifts}>
      <StateView
        query={{ ...query, data: query.data?.filter(hasEnded) }}
        loading={<Skeleton className="h-24" />}
        failed={labels.loadFailed}
        empty={<p className="text-ink-soft">{query.data?.length ? labels.noFinishedShifts : labels.noShifts}</p>}
      >
        {(shifts) => (
          <ul>
            {shifts.map(({ id, started_at, ended_at }) => (
              <ShiftLine key={id} started_at={started_at} ended_at={ended_at} />
            ))}
          </ul>
        )}
      </StateView>
    </Titled>
  );
}

const hasEnded = (shift: WorkTurn): shift is WorkTurn & { ended_at: string } => shift.ended_at !== null;

function ShiftLine(shift: { started_at: string; ended_at: string }) {
  const [start, end] = [new Date(shift.started_at), new Date(shift.ended_at)];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 tabular-nums first:border-t-0">
      <strong>{toDateValue(start)}</strong>
      <span className="whitespace-nowrap">{timesAndLength(start, end)}</span>
    </li>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-xl font-bold">
        {title}
      </h2>
      {children}
    </Card>
  );
}
