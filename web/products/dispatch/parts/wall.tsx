import { clsx } from "clsx";
import { useEffect } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import type { Unit } from "#data/units/queries.ts";
import { LiveState } from "#session/live-state.tsx";
import { toTimeValue } from "#shared/format/dates.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { LanguageContext } from "#shared/ui/language.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { isInService, statusCounts } from "../rules/roster-filter.ts";
import { rosterGroups } from "../rules/roster-groups.ts";
import { OPERATIONAL_TONES, STATUS_TONES, type Tone } from "../rules/tones.ts";
import { wallSize } from "../rules/wall-size.ts";
import { texts } from "../texts.ts";
import { unitTexts } from "../unit-texts.ts";
import { type Limits, markOf } from "../rules/attention.ts";
import { Since } from "./since.tsx";
import { useLimits } from "./use-limits.ts";
import { useUnits } from "./use-units.ts";
import "./wall.css";

const NO_EDITS: ReadonlyMap<string, Unit> = new Map();

type WallProps = {
  /** The operator whose account is watched. The administrator's account does not belong to the project. */
  operatorId: string | undefined;
  /** Ends the session; the login then shows `reason`. */
  onLeave: (reason?: string) => void;
};

/** The roster on a wall: readable across a room, live, without buttons. */
export function Wall({ operatorId, onLeave }: WallProps) {
  useAccountWatch(DISPATCH_PROJECT, operatorId, onLeave);
  const query = useUnits(() => undefined);
  const limits = useLimits();
  const clock = useClockText((now) => toTimeValue(new Date(now)));
  useEffect(() => {
    document.title = `${texts.centre.wall} · ${texts.centre.title}`;
    document.documentElement.lang = "en";
  }, []);
  return (
    <LanguageContext value="en">
      <main lang="en" className="min-h-dvh p-4 sm:p-6">
        <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <h1 className="text-3xl font-bold">{texts.centre.title}</h1>
          <div className="flex flex-wrap items-baseline gap-x-8">
            <span className="text-2xl max-sm:w-full">
              <LiveState keepsRoom={false} />
            </span>
            <span className="text-4xl font-extrabold tabular-nums">{clock}</span>
          </div>
        </header>
        <StateView
          query={query}
          loading={<Skeleton className="h-96" />}
          failed={unitTexts.fetchFailed}
          empty={<p className="text-3xl">{unitTexts.none}</p>}
        >
          {(units) => <Board units={units} limits={limits} />}
        </StateView>
      </main>
    </LanguageContext>
  );
}

/** The units by location, below the counts of statuses. All sizes are relative to one text size that fits all units. */
export function Board({ units, limits }: { units: readonly Unit[]; limits: Limits }) {
  return (
    <div style={{ fontSize: `min(${wallSize(units.length)}rem, 5.5vw)` }}>
      <ul className="wall-statuses flex flex-wrap gap-y-1">
        {statusCounts(units).map(({ status, count }) => (
          <li key={status} className="flex items-center">
            <State tone={STATUS_TONES[status]}>{status}</State>
            <strong className="tabular-nums">{count}</strong>
          </li>
        ))}
      </ul>
      <div className="wall-locations grid items-start">
        {rosterGroups(units, NO_EDITS).map(({ location, rows }) => (
          <section key={location} className="wall-location rounded-card border border-line bg-surface">
            <h2 className="font-bold text-ink-soft wrap-anywhere">{location || unitTexts.noLocation}</h2>
            <ul>
              {rows.map(({ unit }) => (
                <li key={unit.id} className="flex flex-wrap items-baseline justify-end border-t border-line">
                  <strong className="mr-auto wrap-anywhere">{unit.unit_number}</strong>
                  <State tone={STATUS_TONES[unit.status]}>{unit.status}</State>
                  {!isInService(unit.operational_status) && (
                    <State tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</State>
                  )}
                  <span className="wall-since text-right whitespace-nowrap text-ink-soft">
                    <Since at={unit.status_since} />
                  </span>
                  <Overdue unit={unit} limits={limits} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The mark of a unit past its limit, in words beside the time. */
function Overdue({ unit, limits }: { unit: Unit; limits: Limits }) {
  const isOverdue = useClockText((now) => markOf(unit, limits, now) ?? "") === "overdue";
  return isOverdue && <State tone="danger">{unitTexts.marks.overdue}</State>;
}

const COLOURS = {
  neutral: "text-ink-soft",
  brand: "text-brand-strong",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger-strong",
} as const;

function State({ tone = "neutral", children }: { tone: Tone | undefined; children: string }) {
  return (
    <span className={clsx("wall-state inline-flex items-center font-semibold", COLOURS[tone], stateMark({ tone }))}>
      {children}
    </span>
  );
}
