import { CalendarClock, Clock } from "lucide-react";
import { type ReactNode, type RefObject, useImperativeHandle, useRef } from "react";
import type { WorkTurn } from "#data/work_turns/queries.ts";
import type { Session } from "#session/store.ts";
import type { ClockState } from "#session/work-clock/clock-state.ts";
import { wholeMinutes, workedMs } from "#session/work-clock/turn-times.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { FROM_LIST } from "../shell/use-way-back.ts";
import { clockTexts as texts } from "./clock-texts.ts";
import { useClock } from "./use-clock.ts";

const time = (at: string, now: number) => shortMoment(new Date(at), now);

type ClockLineProps = {
  session: Session;
  project: ProjectId;
  /** Gets the press of the phone's menu, where the line stands only while it says something. */
  press: RefObject<(() => void) | null>;
};

/** The clock on the attendant's list: in, breaks, out, and the way to the shift's form (document 5 §6). */
export function ClockLine({ session, project, press }: ClockLineProps) {
  const box = useRef<HTMLElement>(null);
  const clock = useClock(session, project, () => box.current);
  const { state, now } = clock;
  useImperativeHandle(press, () => () => {
    if (state.running === undefined) void clock.clockIn();
    else box.current?.querySelector("button")?.focus();
  });
  return (
    <section ref={box} tabIndex={-1} aria-label={texts.title} className="grid gap-1 outline-none lg:mb-1">
      {state.forgotten.map((turn) => (
        <Forgotten key={turn.id} {...{ turn, project, now }} />
      ))}
      {state.running === undefined ? (
        <div className="flex min-h-11 items-center justify-between gap-x-3 max-lg:hidden">
          <Button size="small" pending={clock.isPending} disabled={!clock.isKnown} onClick={() => void clock.clockIn()}>
            <Clock aria-hidden="true" />
            {texts.clockIn}
          </Button>
          <MyHours project={project} />
        </div>
      ) : (
        <Running clock={clock}>
          <div className="max-lg:hidden">
            <MyHours project={project} />
          </div>
        </Running>
      )}
      {state.ended !== undefined && <Ended {...{ ended: state.ended, project, now }} onResume={clock.resume} />}
    </section>
  );
}

function MyHours({ project }: { project: ProjectId }) {
  if (project === undefined) return null;
  return (
    <ButtonLink size="small" variant="ghost" to={paths.myHours(project)} state={FROM_LIST}>
      {texts.myHours}
    </ButtonLink>
  );
}

function Running({ clock, children }: { clock: ReturnType<typeof useClock>; children: ReactNode }) {
  const { running, breakSince } = clock.state;
  const { now, isPending: pending } = clock;
  if (running === undefined) return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="w-full font-semibold tabular-nums">
        {breakSince === undefined
          ? texts.since(time(running.started_at, now), wholeMinutes(workedMs(running, now)))
          : texts.onBreak(time(breakSince, now), wholeMinutes(now - Date.parse(breakSince)))}
      </p>
      {breakSince === undefined ? (
        <Button size="small" pending={pending} onClick={() => void clock.startBreak()}>
          {texts.startBreak}
        </Button>
      ) : (
        <Button size="small" pending={pending} onClick={() => void clock.endBreak()}>
          {texts.endBreak}
        </Button>
      )}
      <Button size="small" pending={pending} onClick={() => void clock.clockOut()}>
        {texts.clockOut}
      </Button>
      {children}
    </div>
  );
}

/** A turn that nobody ended: its person is asked at the next opening. */
function Forgotten({ turn, project, now }: { turn: WorkTurn; project: ProjectId; now: number }) {
  const month = toDateValue(new Date(turn.started_at)).slice(0, "yyyy-MM".length);
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
      {texts.forgotten(time(turn.started_at, now))}
      {project !== undefined && (
        <ButtonLink size="small" to={paths.myHours(project, month)} state={{ ...FROM_LIST, turn: turn.id }}>
          {texts.correct}
        </ButtonLink>
      )}
    </p>
  );
}

type EndedProps = {
  ended: NonNullable<ClockState["ended"]>;
  project: ProjectId;
  now: number;
  onResume: (turnId: string) => unknown;
};

/** The turn that has just ended: taken up again within ten minutes, or registered as a shift. */
function Ended({ ended, project, now, onResume }: EndedProps) {
  if (ended.isRegistered || ended.ended_at === null) return null;
  const { started_at: start, ended_at: end } = ended;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex-auto text-sm text-ink-soft tabular-nums">
        {texts.ended(`${time(start, now)}–${time(end, now)}`, wholeMinutes(workedMs(ended, now)))}
      </p>
      {ended.isResumable && (
        <Button size="small" onClick={() => void onResume(ended.id)}>
          {texts.resume}
        </Button>
      )}
      <ButtonLink
        size="small"
        to={paths.shiftRegistration(project)}
        state={{ ...FROM_LIST, times: { started_at: start, ended_at: end } }}
      >
        <CalendarClock aria-hidden="true" />
        {texts.register}
      </ButtonLink>
    </div>
  );
}
