import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { dayWords, mondayOf, weekNumber } from "./plan-rules.ts";
import { planTexts as texts } from "./plan-texts.ts";

const bound = (day: string) => startOfDay(day)?.toISOString() ?? day;

/** The week that a screen shows, by its Monday, with its bounds as moments. */
export function useWeek() {
  const [monday, setMonday] = useState(() => mondayOf(toDateValue(new Date())));
  return {
    monday,
    from: bound(monday),
    to: bound(addDays(monday, 7)),
    step: (weeks: number) => setMonday(addDays(monday, 7 * weeks)),
    toNow: () => setMonday(mondayOf(toDateValue(new Date()))),
  };
}

export type Week = ReturnType<typeof useWeek>;

/** Steps to the week before and after. */
export function WeekSteps({ week: { monday, step, toNow } }: { week: Week }) {
  const thisMonday = mondayOf(toDateValue(new Date(useNow())));
  const [first, last] = [monday, addDays(monday, 6)].map((day) => dayWords(startOfDay(day) ?? new Date(day)));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="icon" aria-label={texts.earlier} onClick={() => step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <h2 className="min-w-32 text-center" aria-live="polite">
        <span className="block text-lg font-bold">{texts.week(weekNumber(monday))}</span>
        <span className="block text-sm text-ink-soft">
          {first} – {last}
        </span>
      </h2>
      <Button size="icon" aria-label={texts.later} onClick={() => step(1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
      {monday !== thisMonday && <Button onClick={toNow}>{texts.thisWeek}</Button>}
    </div>
  );
}
