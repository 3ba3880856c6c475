import { Coffee, Play, Square } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import { clockErrorMs } from "#data/clock-error.ts";
import type { WorkTurn } from "#data/work_turns/queries.ts";
import { useResumeTurn, useSendStamp } from "#data/work_turns/stamps.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { sinceText } from "#shared/format/since.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { useNow } from "#shared/use-now.ts";
import { texts } from "../texts.ts";

const labels = texts.employee;
/** An end by mistake is taken back within ten minutes. */
const RESUMED_MS = 10 * 60_000;

const useStamping = defineAction({
  mutation: useSendStamp,
  done: ({ turn, outcome }, stamp) => {
    if (stamp.step === "in")
      return turn.id === stamp.turnId ? labels.started : { kind: "info", text: labels.startedAlready };
    if (outcome === "ended_already") return { kind: "info", text: labels.endedAlready };
    return stamp.step === "out" ? labels.ended : labels.breaks[stamp.step];
  },
  failed: (_, { step }) =>
    step === "in" ? labels.startFailed : step === "out" ? labels.endFailed : labels.breakFailed,
});

const useEnd = defineAction({
  mutation: useSendStamp,
  ask: () => ({
    title: labels.endTitle,
    description: labels.endText,
    confirmText: labels.end,
    cancelText: labels.keep,
  }),
  done: ({ outcome }) => (outcome === "ended_already" ? labels.endedAlready : labels.ended),
  failed: () => labels.endFailed,
});

const useResume = defineAction({
  mutation: useResumeTurn,
  done: ({ outcome }) =>
    outcome === "resumed" || outcome === "unchanged" ? labels.resumed : { kind: "error", text: labels.resumeLate },
  failed: () => labels.resumeFailed,
});

const pressed = () => ({ at: new Date().toISOString(), clockErrorMs: clockErrorMs() });

/** The employee's duty: whether they are on duty and since when, with the buttons that change it (document 5 §6, §7). */
export function DutyCard({ turns }: { turns: readonly WorkTurn[] }) {
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const focus = () => box.current?.querySelector("button");
  const own = turns.find(({ status }) => status === "running");
  const forgotten = turns.find(({ status, ended_at: over }) => status === "waiting" && over === null);
  return (
    <Card as="section" aria-labelledby={title}>
      <div ref={box} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-auto">
          <h2 id={title} className="text-sm text-ink-soft">
            {labels.duty}
          </h2>
          {own === undefined ? (
            <>
              <p className="text-2xl font-bold">{labels.offDuty}</p>
              <p className="mt-1 max-w-prose text-ink-soft">{labels.offDutyHint}</p>
            </>
          ) : (
            <OnDuty since={own.started_at} breakSince={openBreak(own)?.started_at} />
          )}
        </div>
        {own === undefined ? (
          <>
            <Resume ended={turns.find(({ ended_at: over }) => over !== null)} focus={focus} />
            <Start focus={focus} />
          </>
        ) : (
          <Running own={own} focus={focus} />
        )}
      </div>
      {forgotten !== undefined && <Forgotten turn={forgotten} />}
    </Card>
  );
}

const openBreak = ({ breaks }: WorkTurn) => breaks.find(({ ended_at: over }) => over === null);

type Focus = { focus: () => HTMLElement | null | undefined };

function Start({ focus }: Focus) {
  const stamping = useStamping({ focus });
  const start = () =>
    stamping.run({
      ...pressed(),
      step: "in",
      turnId: randomKey(),
      kind: "ase-employee",
      project: AMBULANCE_PATH,
    });
  return (
    <Button
      variant="primary"
      size="large"
      className="shrink-0 max-sm:w-full"
      pending={stamping.isPending()}
      onClick={() => void start()}
    >
      <Play aria-hidden="true" />
      {labels.start}
    </Button>
  );
}

function Running({ own, focus }: Focus & { own: WorkTurn }) {
  const stamping = useStamping({ focus });
  const end = useEnd({ focus });
  const pause = openBreak(own);
  const rest = () =>
    stamping.run({
      ...pressed(),
      step: pause === undefined ? "break_start" : "break_end",
      turnId: own.id,
      breakId: pause?.id ?? randomKey(),
    });
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-auto">
      <Button size="large" pending={stamping.isPending()} onClick={() => void rest()}>
        <Coffee aria-hidden="true" />
        {pause === undefined ? labels.takeBreak : labels.endBreak}
      </Button>
      <Button
        size="large"
        pending={end.isPending()}
        onClick={() => void end.run({ ...pressed(), step: "out", turnId: own.id, eventId: randomKey() })}
      >
        <Square aria-hidden="true" />
        {labels.end}
      </Button>
    </div>
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

type ResumeProps = Focus & { ended: WorkTurn | undefined };

/** The way back after an end by mistake. */
function Resume({ ended, focus }: ResumeProps) {
  const resume = useResume({ focus });
  const now = useNow();
  const isOffered =
    ended?.status === "waiting" && ended.source === "clock" && Date.parse(ended.ended_at ?? "") > now - RESUMED_MS;
  if (!isOffered) return null;
  return (
    <Button
      size="large"
      className="max-sm:w-full"
      pending={resume.isPending()}
      onClick={() => void resume.run({ turnId: ended.id, eventId: randomKey() })}
    >
      {labels.resume}
    </Button>
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
