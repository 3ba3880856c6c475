import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { spanText } from "#shared/format/spans.ts";
import { useClockText } from "#shared/ui/clock-text.ts";
import { waitingOf } from "../rules/waiting-calls.ts";
import { callTexts as texts } from "./call-texts.ts";
import { useCallTones } from "./use-call-tones.ts";
import { useOpenCalls } from "./use-open-calls.ts";

const NO_LIMITS: readonly number[] = [];

/** How many calls wait, and how long the longest does. */
export function WaitingCalls() {
  const { data } = useOpenCalls();
  useCallTones(data, useQuery(dispatchSettingsQueries.own()).data?.waiting_limits ?? NO_LIMITS);
  const line = useClockText((now) => {
    if (data === undefined) return "";
    const { count, longest } = waitingOf(data, now);
    return count === 0 ? texts.noneWaiting : texts.waiting(count, spanText(longest * 60_000));
  });
  return (
    <p className="min-h-6 font-bold tabular-nums max-sm:basis-full">
      {line === "" ? <span className="invisible">{texts.noneWaiting}</span> : line}
    </p>
  );
}
