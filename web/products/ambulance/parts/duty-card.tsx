import { Coffee, Play, Square } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { WorkTurn } from "#data/work_turns/queries.ts";
import type { WaitingStamp } from "#session/work-clock/keep-stamp.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { sinceText } from "#shared/format/since.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { texts } from "../texts.ts";
import { useAmbulanceClock } from "./use-ambulance-clock.ts";

const labels = texts.employee;

/** The employee's duty: whether they are on duty and since when, with the buttons that change it (document 5 §6, §7). */
export function DutyCard({ employeeId }: { employeeId: string }) {
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const clock = useAmbulanceClock(employeeId, () => box.current?.querySelector("button"));
  const { running, breakSince, forgotten } = clock.state;
  if (!clock.isKnown) return <Skeleton className="h-40" />;
  return (
    <Card as="section" aria-labelledby={title}>
      <div ref={box} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-auto">
          <h2 id={title} className="text-sm text-ink-soft">
            {labels.duty}
          </h2>
          {running === undefined ? (
            <>
              <p className="text-2xl font-bold">{labels.offDuty}</p>
              <p className="mt-1 max-w-prose text-ink-soft">{labels.offDutyHint}</p>
            </>
          ) : (
            <OnDuty since={running.started_at} breakSince={breakSince} />
          )}
        </div>
        {running === undefined ? <OffDutyButtons clock={clock} /> : <OnDutyButtons clock={clock} />}
      </div>
      {forgotten[0] !== undefined && <Forgotten turn={forgotten[0]} />}
      <Waiting stamps={clock.waiting} onRetry={clock.retry} />
    </Card>
  );
}

type ClockProps = { clock: ReturnType<typeof useAmbulanceClock> };

function OffDutyButtons({ clock }: ClockProps) {
  const { ended } = clock.state;
  return (
    <>
      {/* The way back after an end by mistake. */}
      {ended?.isResumable === true && (
        <Button
          size="large"
          className="max-sm:w-full"
          pending={clock.isPending}
          onClick={() => void clock.resume(ended.id)}
        >
          {labels.resume}
        </Button>
      )}
      <Button
        variant="primary"
        size="large"
        className="shrink-0 max-sm:w-full"
        pending={clock.isPending}
        onClick={() => void clock.clockIn()}
      >
        <Play aria-hidden="true" />
        {labels.start}
      </Button>
    </>
  );
}

function OnDutyButtons({ clock }: ClockProps) {
  const isResting = clock.state.breakSince !== undefined;
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-auto">
      <Button
        size="large"
        pending={clock.isPending}
        onClick={() => void (isResting ? clock.endBreak() : clock.startBreak())}
      >
        <Coffee aria-hidden="true" />
        {isResting ? labels.endBreak : labels.takeBreak}
      </Button>
      <Button size="large" pending={clock.isPending} onClick={() => void clock.clockOut()}>
        <Square aria-hidden="true" />
        {labels.end}
      </Button>
    </div>
  );
}

/** The presses that wait on the device, and the words of one that was refused. */
function Waiting({ stamps, onRetry }: { stamps: readonly WaitingStamp[]; onRetry: () => unknown }) {
  const refused = stamps.find((stamp) => stamp.refused !== undefined)?.refused;
  if (stamps.length === 0) return null;
  return (
    <output className="mt-3 flex flex-wrap items-center gap-3 font-medium">
      {labels.waiting(stamps.length)} · {refused === undefined ? labels.waitingHint : labels.refused(refused)}
      {refused !== undefined && (
        <Button size="small" onClick={() => void onRetry()}>
          {labels.tryAgain}
        </Button>
      )}
    </output>
  );
}

const CorrectionDialog = lazy(async () => ({
  default: (await import("#session/work-clock/correction-dialog.tsx")).CorrectionDialog,
}));

/** A shift that nobody ended: its employee is asked at the next opening. */
function Forgotten({ turn }: { turn: WorkTurn }) {
  const [isOpen, setIsOpen] = useState(false);
  const begun = useClockText((now) => shortMoment(new Date(turn.started_at), now));
  return (
    <p role="alert" className="mt-3 flex flex-wrap items-center gap-3 font-medium text-danger">
      {labels.forgotten(begun)}
      <Button size="small" onClick={() => setIsOpen(true)}>
        {labels.correct}
      </Button>
      {isOpen && (
        <Suspense>
          <CorrectionDialog turn={turn} project={AMBULANCE_PATH} kind="ase-employee" onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}

function OnDuty({ since, breakSince }: { since: string; breakSince: string | undefined }) {
  const begun = Date.parse(since);
  const when = useClockText((now) => shortMoment(new Date(begun), now));
  const length = useClockText((now) =>
    breakSince === undefined
      ? sinceText(since, now, labels.justStarted)
      : labels.onBreak(sinceText(breakSince, now, labels.justStarted)),
  );
  return (
    <>
      <p className="flex items-center gap-2.5 text-2xl font-bold text-success before:size-3.5 before:shrink-0 before:rounded-full before:bg-current before:forced-color-adjust-none">
        {labels.onDutySince(when)}
      </p>
      <p className="mt-1 text-ink-soft">{length}</p>
    </>
  );
}
