import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import { useLostSince, usePulse } from "#data/contact.ts";
import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import {
  type WallAlarm,
  ALARMS_EVERY_MS,
  type WallBoard,
  wallQueries,
  type WallCall,
  type WallUnit,
} from "#data/dispatch_links/wall-board.ts";
import { unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { toTimeValue } from "#shared/format/dates.ts";
import { sinceText } from "#shared/format/since.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { LanguageContext } from "#shared/ui/language.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { SoundState, WallAlarms } from "../alarm/alarm-band.tsx";
import { useAlarms } from "../alarm/use-alarms.ts";
import { alarmTexts } from "../alarm/alarm-texts.ts";
import { barTexts } from "../bar/bar-texts.ts";
import { callTexts } from "../calls/call-texts.ts";
import { useOpenCalls } from "../calls/use-open-calls.ts";
import { type Limits, limitsOf, markOf, overdueUnits } from "../rules/attention.ts";
import { dutyOf } from "../rules/on-duty.ts";
import { isInService } from "../rules/roster-filter.ts";
import { OPERATIONAL_TONES, type Tone } from "../rules/tones.ts";
import { isPastLimit } from "../rules/waiting-calls.ts";
import { wallLayout, type WallRoom, type WallRow } from "../rules/wall-layout.ts";
import { texts } from "../texts.ts";
import { unitTexts } from "../unit-texts.ts";
import { Since } from "../parts/since.tsx";
import { GivenStatuses, statusMark, useStatusLook } from "../parts/statuses.tsx";
import { useLimits } from "../parts/use-limits.ts";
import { useUnits } from "../parts/use-units.ts";
import "./wall.css";

const { wall: labels } = texts;

type LiveWallProps = {
  /** The operator whose account is watched. The administrator's account does not belong to the project. */
  operatorId: string | undefined;
  /** Ends the session; the login then shows `reason`. */
  onLeave: (reason?: string) => void;
};

/** The wall of somebody who is logged in: live. */
export function LiveWall({ operatorId, onLeave }: LiveWallProps) {
  useAccountWatch(DISPATCH_PROJECT, operatorId, onLeave);
  const query = useUnits(() => undefined);
  const statuses = useQuery(unitStatusQueries.list());
  const settings = useQuery(dispatchSettingsQueries.own());
  // The limits follow live changes.
  useLimits();
  const calls = useOpenCalls();
  const alarms = useAlarms();
  return (
    <WallFrame alarms={alarms} answeredAt={useLostSince()} state={<LiveState keepsRoom={false} />}>
      <StateView query={query} loading={<Loading />} failed={unitTexts.fetchFailed} empty={<NoUnits />}>
        {(units) =>
          statuses.isPending || calls.isPending ? (
            <Loading />
          ) : (
            <Board
              units={units}
              statuses={statuses.data ?? []}
              calls={calls.data ?? []}
              alarms={alarms}
              waiting_limits={settings.data?.waiting_limits ?? []}
            />
          )
        }
      </StateView>
    </WallFrame>
  );
}

const NO_ALARMS: readonly WallAlarm[] = [];

/** The wall of a link, which outlives every login: fetched again and again by its key, its alarms more often than the rest. */
export function KeyWall({ linkKey }: { linkKey: string }) {
  const query = usePulse(wallQueries.board(linkKey));
  const { data, dataUpdatedAt } = query;
  const alarms = usePulse(wallQueries.alarms(linkKey), ALARMS_EVERY_MS).data?.alarms ?? data?.alarms ?? NO_ALARMS;
  return (
    <WallFrame alarms={alarms} answeredAt={data ? dataUpdatedAt : undefined}>
      <StateView
        query={query}
        loading={<Loading />}
        failed={unitTexts.fetchFailed}
        empty={<p className="text-3xl">{labels.ended}</p>}
      >
        {(board) => (board.units.length === 0 ? <NoUnits /> : <Board {...board} alarms={alarms} />)}
      </StateView>
    </WallFrame>
  );
}

const Loading = () => <Skeleton className="h-96" />;
const NoUnits = () => <p className="text-3xl">{unitTexts.none}</p>;

type FrameProps = {
  alarms: readonly WallAlarm[];
  /** The moment of the last answer, in milliseconds since 1970; undefined while it is not known to be old. */
  answeredAt: number | undefined;
  state?: ReactNode;
  children: ReactNode;
};

/** The wall around its rows: readable across a room, never scrolled, without buttons. */
function WallFrame({ alarms, answeredAt, state, children }: FrameProps) {
  useEffect(() => {
    document.title = `${texts.centre.wall} · ${texts.centre.title}`;
    document.documentElement.lang = "en";
  }, []);
  return (
    <LanguageContext value="en">
      <div className="flex h-dvh flex-col overflow-hidden">
        <WallAlarms alarms={alarms} />
        <main lang="en" className="wall">
          <WallBand answeredAt={answeredAt} state={state} />
          {children}
        </main>
      </div>
    </LanguageContext>
  );
}

/** The milliseconds after which the wall says in large letters how old it is. */
const OLD_MS = 15_000;

/** The band over the wall, with the clock. It is red while nothing new comes, and says since when. */
function WallBand({ answeredAt, state }: Pick<FrameProps, "answeredAt" | "state">) {
  const clock = useClockText((now) => toTimeValue(new Date(now)));
  const age = useClockText((now) =>
    answeredAt === undefined || now - answeredAt < OLD_MS
      ? ""
      : labels.old(
          toTimeValue(new Date(answeredAt)),
          sinceText(new Date(answeredAt).toISOString(), now, labels.underAMinute),
        ),
  );
  return (
    <header className={clsx("wall-band", age !== "" && "bg-danger text-on-danger")}>
      <h1 className="mr-auto font-bold">{texts.centre.title}</h1>
      <span className="text-base max-md:hidden">{age === "" ? state : ""}</span>
      <strong role="alert">{age}</strong>
      <SoundState isPressable={false} />
      <span className="font-extrabold tabular-nums">{clock}</span>
    </header>
  );
}

type BoardProps = { [Part in keyof WallBoard]: Readonly<WallBoard[Part]> } & {
  /** The room for rows; measured where it is not given. */
  room?: WallRoom;
};

/** The figures in one row, the calls that wait, and every unit below them, or as many as there is room for. */
export function Board({ units, statuses, calls, alarms, waiting_limits, room }: BoardProps) {
  const area = useRef<HTMLDivElement>(null);
  const measured = useRoom(area, room);
  const limits = limitsOf(statuses);
  const late = useClockText((now) =>
    overdueUnits(units, limits, now)
      .map(({ id }) => id)
      .join(" "),
  );
  const alarmed = new Set(alarms.map(({ unit_id }) => unit_id));
  const waiting = calls.filter(({ status }) => status === "waiting");
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
        {waiting.length > 0 && <strong>{labels.waiting(waiting.length)}</strong>}
        {waiting.length > WALL_CALLS && <span>{labels.callsLeft(waiting.length - WALL_CALLS)}</span>}
        {overdue.size > 0 && <strong className="text-danger-strong">{labels.overdue(overdue.size)}</strong>}
        {left.map(([meaning, count]) => (
          <span key={meaning}>{labels.left(count, meaning)}</span>
        ))}
      </p>
      {waiting.length > 0 && (
        <ul aria-label={callTexts.statuses.waiting} className="wall-calls">
          {waiting.slice(0, WALL_CALLS).map((call) => (
            <CallLine key={call.id} call={call} limits={waiting_limits} />
          ))}
        </ul>
      )}
      <div ref={area} className="wall-rows">
        <GivenStatuses statuses={statuses}>
          {columns.map((rows) => (
            <Column key={keyOf(rows.at(-1))} {...{ rows, limits, alarmed }} />
          ))}
        </GivenStatuses>
      </div>
    </>
  );
}

/** The waiting calls that a wall has room for; the others are counted. */
const WALL_CALLS = 4;

function CallLine({ call, limits }: { call: WallCall; limits: readonly number[] }) {
  const isPast = useClockText((now) => (isPastLimit(call, limits, now) ? "past" : "")) !== "";
  return (
    <li className="wall-row border-t border-line">
      <strong className="shrink-0 tabular-nums">{call.number}</strong>
      <span className="shrink-0">{callTexts.priorities[call.priority]}</span>
      <strong className="truncate">{call.place}</strong>
      <WallTime at={call.waiting_since} warning={isPast ? callTexts.overLimit : ""} />
    </li>
  );
}

/** How long something has been so, at the end of its row; filled with the words of its warning. */
function WallTime({ at, warning }: { at: string; warning: string }) {
  return (
    <span className={clsx("ml-auto shrink-0 px-1", warning === "" ? "text-ink-soft" : "bg-danger text-on-danger")}>
      {warning !== "" && <span className="sr-only">{warning} </span>}
      <Since at={at} isShort />
    </span>
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

function UnitLine({ unit, limits, hasAlarm }: { unit: WallUnit; limits: Limits; hasAlarm: boolean }) {
  const look = useStatusLook()(unit.status);
  const isOverdue = useClockText((now) => markOf(unit, limits, now) ?? "") === "overdue";
  return (
    <li className="wall-row border-t border-line">
      <strong className="wall-name">{unit.unit_number}</strong>
      {hasAlarm && <strong className="bg-danger px-1 text-on-danger">{alarmTexts.mark}</strong>}
      <span {...statusMark(look, "wall-state font-semibold")}>
        <span className="truncate">{look.name}</span>
      </span>
      {!isInService(unit.operational_status) && (
        <State tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</State>
      )}
      <WallTime at={unit.status_since} warning={isOverdue ? unitTexts.marks.overdue : ""} />
    </li>
  );
}

/** The least width of a column in letters of a row. */
const COLUMN_EM = 14;

/** The columns and rows that an element of the wall has room for; it follows the window. */
function useRoom(area: RefObject<HTMLElement | null>, given: WallRoom | undefined): WallRoom {
  // Until it is measured everything fits, so that nothing is counted that stands there a moment later.
  const [room, setRoom] = useState<WallRoom>(given ?? { columns: 99, rows: 99 });
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
    measure();
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
