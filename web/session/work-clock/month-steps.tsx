import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { monthWords, type useMonth } from "./month.ts";
import { reviewTexts } from "./review-texts.ts";

/** The month that a screen shows, with a step to the one before and after. */
export function MonthSteps({ month: { month, isLatest, show } }: { month: ReturnType<typeof useMonth> }) {
  const lang = useLanguage();
  const texts = reviewTexts[lang].hours;
  return (
    <div className="flex items-center gap-2">
      <Button aria-label={texts.earlier} onClick={() => show(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <h2 className="min-w-44 flex-auto text-center text-xl font-bold" aria-live="polite">
        {monthWords(month, lang)}
      </h2>
      <Button aria-label={texts.later} disabled={isLatest} onClick={() => show(1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}
