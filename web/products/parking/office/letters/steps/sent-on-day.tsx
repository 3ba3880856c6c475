import { useState } from "react";
import { DateField } from "#shared/form/date-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { letterTexts } from "../letter-texts.ts";

type SentOnDayProps = {
  words: { sentTitle: string; sentAgain: string };
  isPending?: boolean;
  onDay: (day: string) => void;
};

/** Asks for a day, and saves or prints again the cases that were sent on it, for example after a paper jam. */
export function SentOnDay({ words, isPending = false, onDay }: SentOnDayProps) {
  const [today] = useState(() => toDateValue(new Date()));
  const [day, setDay] = useState(today);
  return (
    <details className="comes-after mt-6">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {words.sentTitle}
      </summary>
      <div className="mt-3 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <DateField label={letterTexts.sent.day} value={day} onChange={setDay} max={today} />
        <Button pending={isPending} onClick={() => onDay(day)}>
          {words.sentAgain}
        </Button>
      </div>
    </details>
  );
}
