import { ChevronLeft, ChevronRight } from "lucide-react";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { useTextInAddress } from "../parts/use-in-address.ts";
import { dayWords, mondayOf, weekNumber } from "./plan-rules.ts";
import { planTexts as texts } from "./plan-texts.ts";

/** A day of the weeks that a plan may name. */
const isDay = (text: string) => text.startsWith("20") && startOfDay(text) !== undefined;
const bound = (day: string) => startOfDay(day)?.toISOString() ?? day;

/** The week that a screen shows, by its Monday, with its bounds as moments: that of a day in the address, else this one. */
export function useWeek() {
  const today = toDateValue(new Date(useNow()));
  const [asked, setAsked] = useTextInAddress("week");
  const monday = mondayOf(isDay(asked) ? asked : today);
  return {
    monday,
    from: bound(monday),
    to: bound(addDays(monday, 7)),
    step: (weeks: number) => setAsked(addDays(monday, 7 * weeks)),
    toNow: () => setAsked(mondayOf(today)),
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
