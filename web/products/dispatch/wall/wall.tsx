import { clsx } from "clsx";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import { useLostSince } from "#data/contact.ts";
import { type UnitStatus, unitStatusQueries } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { toTimeValue } from "#shared/format/dates.ts";
import { sinceText } from "#shared/format/since.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { LanguageContext } from "#shared/ui/language.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { SoundState } from "../alarm/alarm-band.tsx";
import { useAlarmedUnits } from "../alarm/use-alarms.ts";
import { alarmTexts } from "../alarm/alarm-texts.ts";
import { barTexts } from "../bar/bar-texts.ts";
import { type Limits, limitsOf, markOf, overdueUnits } from "../rules/attention.ts";
import { dutyOf } from "../rules/on-duty.ts";
import { isInService } from "../rules/roster-filter.ts";
import { OPERATIONAL_TONES, STATUS_TONES, type Tone } from "../rules/tones.ts";
import { wallLayout, type WallRoom, type WallRow } from "../rules/wall-layout.ts";
import { texts } from "../texts.ts";
import { unitTexts } from "../unit-texts.ts";
import { Since } from "../parts/since.tsx";
import { useLimits } from "../parts/use-limits.ts";
import { useUnits } from "../parts/use-units.ts";
import "./wall.css";

const { wall: labels } = texts;

type WallProps = {
  /** The operator whose account is watched. The administrator's account does not belong to the project. */
  operatorId: string | undefined;
  /** Ends the session; the login then shows `reason`. */
  onLeave: (reason?: string) => void;
};

/** The roster on a wall: readable across a room, live, never scrolled, without buttons. */
export function Wall({ operatorId, onLeave }: WallProps) {
  useAccountWatch(DISPATCH_PROJECT, operatorId, onLeave);
  const query = useUnits(() => undefined);
  const statuses = useQuery(unitStatusQueries.list());
  // The limits follow live changes.
  useLimits();
  const alarmed = useAlarmedUnits();
  useEffect(() => {
    document.title = `${texts.centre.wall} · ${texts.centre.title}`;
    document.documentElement.lang = "en";
  }, []);
  return (
    <LanguageContext value="en">
      <main lang="en" className="wall">
        <WallBand />
        <StateView
          query={query}
          loading={<Skeleton className="h-96" />}
          failed={unitTexts.fetchFailed}
          empty={<p className="text-3xl">{unitTexts.none}</p>}
        >
          {(units) => <Board units={units} statuses={statuses.data ?? []} alarmed={alarmed} />}
        </StateView>
      </main>
    </LanguageContext>
  );
}

/** The seconds after which the wall says in large letters how old it is. */
const OLD_MS = 15_000;

/** The band over the wall, with the clock. It is red while nothing new comes, and says since when. */
function WallBand() {
  const lost = useLostSince();
  const clock = useClockText((now) => toTimeValue(new Date(now)));
  const age = useClockText((now) =>
    lost === undefined || now - lost < OLD_MS
      ? ""
      : labels.old(toTimeValue(new Date(lost)), sinceText(new Date(lost).toISOString(), now, labels.underAMinute)),
  );
  return (
    <header className={clsx("wall-band", age !== "" && "bg-danger text-on-danger")}>
      <h1 className="font-bold">{texts.centre.title}</h1>
      <span className="ml-auto text-base">{age === "" ? <LiveState keepsRoom={false} /> : ""}</span>
      <strong role="alert">{age}</strong>
      <span className="text-base">
        <SoundState isPressable={false} />
      </span>
      <span className="font-extrabold tabular-nums">{clock}</span>
    </header>
  );
}

type BoardProps = {
  units: readonly Unit[];
  statuses: readonly UnitStatus[];
  alarmed: ReadonlySet<string>;
  /** The room for rows; measured where it is not given. */
  room?: WallRoom;
};

/** The figures in one row, and every unit below them, or as many as there is room for. */
export function Board({ units, statuses, alarmed, room }: BoardProps) {
  const area = useRef<HTMLDivElement>(null);
  const measured = useRoom(area, room);
  const limits = limitsOf(statuses);
  const late = useClockText((now) =>
    overdueUnits(units, limits, now)
      .map(({ id }) => id)
      .join(" "),
  );
  const overdue = new Set(late.split(" ").filter(Boolean));
  const meanings = new Map(statuses.map(({ code, meaning }) => [code, meaning]));
  const { columns, left } = wallLayout(
    units,
    measured,
    ({ status }) => meanings.get(status),
    ({ id }) => overdue.has(id) || alarmed.has(id),
  );
  const { free, onDuty } = dutyOf(units, statuses);
  return (
    <>
      <p className="wall-figures">
        <strong>{barTexts.free(free, onDuty)}</strong>
        {overdue.size > 0 && <strong className="text-danger-strong">{labels.overdue(overdue.size)}</strong>}
        {left.map(([meaning, count]) => (
          <span key={meaning}>{labels.left(count, meaning)}</span>
        ))}
      </p>
      <div ref={area} className="wall-rows">
        {columns.map((rows) => (
          <Column key={keyOf(rows[0])} {...{ rows, limits, alarmed }} />
        ))}
      </div>
    </>
  );
}

const keyOf = (row: WallRow | undefined) =>
  row === undefined ? "" : "heading" in row ? `# ${row.heading}` : row.unit.id;

type ColumnProps = { rows: readonly WallRow[]; limits: Limits; alarmed: ReadonlySet<string> };

function Column({ rows, limits, alarmed }: ColumnProps) {
  return (
    <ul>
      {rows.map((row) =>
        "heading" in row ? (
          <li key={keyOf(row)} className="wall-row font-bold text-ink-soft">
            <span className="truncate">{row.heading || unitTexts.noLocation}</span>
          </li>
        ) : (
          <UnitLine key={row.unit.id} unit={row.unit} limits={limits} hasAlarm={alarmed.has(row.unit.id)} />
        ),
      )}
    </ul>
  );
}

function UnitLine({ unit, limits, hasAlarm }: { unit: Unit; limits: Limits; hasAlarm: boolean }) {
  const isOverdue = useClockText((now) => markOf(unit, limits, now) ?? "") === "overdue";
  return (
    <li className="wall-row border-t border-line">
      <strong className="max-w-1/2 shrink-0 truncate">{unit.unit_number}</strong>
      {hasAlarm && <strong className="bg-danger px-1 text-on-danger">{alarmTexts.mark}</strong>}
      <State tone={STATUS_TONES[unit.status]}>{unit.status}</State>
      {!isInService(unit.operational_status) && (
        <State tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</State>
      )}
      <span className={clsx("ml-auto shrink-0 px-1", isOverdue ? "bg-danger text-on-danger" : "text-ink-soft")}>
        {isOverdue && <span className="sr-only">{unitTexts.marks.overdue} </span>}
        <Since at={unit.status_since} />
      </span>
    </li>
  );
}

/** The least width of a column in letters of a row. */
const COLUMN_EM = 14;

/** The columns and rows that an element of the wall has room for; it follows the window. */
function useRoom(area: RefObject<HTMLElement | null>, given: WallRoom | undefined): WallRoom {
  const [room, setRoom] = useState<WallRoom>(given ?? { columns: 1, rows: 2 });
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || given !== undefined) return undefined;
    const measure = () => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      const [letter, row] = [Number.parseFloat(fontSize), Number.parseFloat(lineHeight)];
      setRoom({
        columns: Math.max(1, Math.floor((element.clientWidth + letter) / ((COLUMN_EM + 1) * letter))),
        // A row has a line of one pixel above it.
        rows: Math.max(2, Math.floor(element.clientHeight / (row + 1))),
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, given]);
  return room;
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
    <span className={clsx("wall-state font-semibold", COLOURS[tone], stateMark({ tone }))}>
      <span className="truncate">{children}</span>
    </span>
  );
}
