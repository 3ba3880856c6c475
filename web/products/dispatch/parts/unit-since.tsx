import { clsx } from "clsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { type Attended, type Limits, type Mark, markOf } from "../rules/attention.ts";
import { momentText, spanSince } from "../rules/moment-text.ts";
import { unitTexts as texts } from "../unit-texts.ts";

const LOOKS: Record<Mark, string> = {
  check: "border-warning px-1.5 text-ink",
  overdue: "border-danger bg-danger px-1.5 text-on-danger",
};

/** Since when a unit has its status, following the clock: `since 14:02 · 47 min`; framed past the first limit, filled past the second. */
export function UnitSince({ unit, limits }: { unit: Attended; limits: Limits }) {
  const since = unit.status_since;
  const text = useClockText((now) => texts.sinceThen(momentText(since, now), spanSince(since, now, texts.now)));
  // Where a line is too short, it breaks before the span, never within.
  const end = text.lastIndexOf("· ") + 2;
  const mark = useClockText((now) => markOf(unit, limits, now) ?? "") as Mark | "";
  return (
    <span
      className={clsx(
        "inline-flex flex-wrap items-baseline gap-x-1.5 leading-tight",
        mark !== "" && ["rounded-md border-2 font-semibold", LOOKS[mark]],
      )}
    >
      {mark !== "" && <strong>{texts.marks[mark]}</strong>}
      <time dateTime={since}>
        {text.slice(0, end)}
        <span className="whitespace-nowrap">{text.slice(end)}</span>
      </time>
    </span>
  );
}
