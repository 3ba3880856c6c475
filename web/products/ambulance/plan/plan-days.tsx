import { type ReactNode, useState } from "react";
import type { PlannedShift } from "#data/planned_shifts/queries.ts";
import { startOfDay, toDateValue } from "#shared/format/dates.ts";
import { useNow } from "#shared/use-now.ts";
import { byDay, crewsInOrder, daySum, dayWords, openDay } from "./plan-rules.ts";
import { planTexts as texts } from "./plan-texts.ts";
import type { VehicleNames } from "./use-vehicle-names.ts";

type PlanDaysProps = {
  shifts: readonly PlannedShift[];
  vehicles: VehicleNames;
  /** The level of the days' headings. */
  heading: "h2" | "h3";
  /** Whether the days of a long list are folded; today's is open, or else the first. */
  isFolded?: boolean;
  renderShift: (shift: PlannedShift) => ReactNode;
};

/** More shifts than a screen or two show. */
const LONG = 20;

/** Shifts by day, those of a crew side by side. The days of a long week are folded, each with what is to be done there. */
export function PlanDays({ shifts, vehicles, heading: Heading, isFolded = false, renderShift }: PlanDaysProps) {
  const now = useNow();
  const days = byDay(shifts);
  const open = openDay(days, toDateValue(new Date(now)));
  return (
    <div className="grid gap-5">
      {days.map(([day, ofDay]) => {
        const words = dayWords(startOfDay(day) ?? new Date(day));
        const list = (
          <ul className="grid items-start gap-3 lg:grid-cols-2">{crewsInOrder(ofDay, vehicles).map(renderShift)}</ul>
        );
        return isFolded && shifts.length > LONG ? (
          <FoldedDay key={day} words={words} sum={daySum(ofDay, now)} isFirst={day === open}>
            {list}
          </FoldedDay>
        ) : (
          <section key={day} aria-label={words}>
            <Heading className="mb-2 text-xl font-bold">{words}</Heading>
            {list}
          </section>
        );
      })}
    </div>
  );
}

type FoldedDayProps = { words: string; sum: ReturnType<typeof daySum>; isFirst: boolean; children: ReactNode };

function FoldedDay({ words, sum: { count, free, hidden }, isFirst, children }: FoldedDayProps) {
  const [isOpen, setIsOpen] = useState(isFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 border-b border-line content-center">
        <strong className="text-lg">{words}</strong>{" "}
        <span className="text-ink-soft">
          {[texts.dayShifts(count), hidden > 0 && texts.dayHidden(hidden)].filter(Boolean).join(" · ")}
        </span>
        {free > 0 && <strong className="text-warning"> · {texts.dayFree(free)}</strong>}
      </summary>
      {isOpen && <div className="mt-3">{children}</div>}
    </details>
  );
}
