import { Play, Square } from "lucide-react";
import { useId, useRef } from "react";
import { useEndShift, useStartShift } from "#data/ase_shifts/mutations.ts";
import type { AseShift } from "#data/ase_shifts/queries.ts";
import { DataError, isDuplicate } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { sinceText } from "#shared/format/since.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { texts } from "../texts.ts";

const labels = texts.employee;

const useStart = defineAction({
  mutation: useStartShift,
  done: () => labels.started,
  failed: (error) => (isDuplicate(error) ? { kind: "info", text: labels.startedAlready } : labels.startFailed),
});

const useEnd = defineAction({
  mutation: useEndShift,
  ask: () => ({
    title: labels.endTitle,
    description: labels.endText,
    confirmText: labels.end,
    cancelText: labels.keep,
  }),
  done: () => labels.ended,
  failed: (error) => (error instanceof DataError && error.code === "gone" ? labels.endedAlready : labels.endFailed),
});

/** The employee's duty: whether they are on duty and since when, with one button that changes it. */
export function DutyCard({ employeeId, own }: { employeeId: string; own: AseShift | undefined }) {
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const focus = () => box.current?.querySelector("button");
  const start = useStart({ focus });
  const end = useEnd({ focus });
  return (
    <Card as="section" aria-labelledby={title}>
      <div ref={box} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
        <div className="min-w-0">
          <h2 id={title} className="text-sm text-ink-soft">
            {labels.duty}
          </h2>
          {own === undefined ? (
            <>
              <p className="text-2xl font-bold">{labels.offDuty}</p>
              <p className="mt-1 max-w-prose text-ink-soft">{labels.offDutyHint}</p>
            </>
          ) : (
            <OnDuty since={own.started_at} />
          )}
        </div>
        {own === undefined ? (
          <Button
            variant="primary"
            size="large"
            className="shrink-0 max-sm:w-full"
            pending={start.isPending()}
            onClick={() => void start.run(employeeId)}
          >
            <Play aria-hidden="true" />
            {labels.start}
          </Button>
        ) : (
          <Button
            size="large"
            className="shrink-0 max-sm:w-full"
            pending={end.isPending()}
            onClick={() => void end.run(own.id)}
          >
            <Square aria-hidden="true" />
            {labels.end}
          </Button>
        )}
      </div>
    </Card>
  );
}

function OnDuty({ since }: { since: string }) {
  const begun = Date.parse(since);
  const when = useClockText((now) => shortMoment(new Date(begun), now));
  const length = useClockText((now) => sinceText(since, now, labels.justStarted));
  return (
    <>
      <p className="flex items-center gap-2.5 text-2xl font-bold text-success before:size-3.5 before:shrink-0 before:rounded-full before:bg-current before:forced-color-adjust-none">
        {labels.onDutySince(when)}
      </p>
      <p className="mt-1 text-ink-soft">{length}</p>
    </>
  );
}
