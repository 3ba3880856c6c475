import { Car, type LucideIcon, ReceiptText, Search } from "lucide-react";
import { useId, useState } from "react";
import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { checkTexts } from "./check-texts.ts";
import { historyOf, type PastEvent } from "./rules/history.ts";

const ICONS: Record<PastEvent["kind"], LucideIcon> = { fine: ReceiptText, parking: Car, check: Search };

/** The number of events shown before all are asked for. */
const SHORT = 5;

/** The plate's past events, as one timeline. */
export function PlateHistory({ answer }: { answer: PlateAnswer }) {
  const heading = useId();
  const [isWhole, setIsWhole] = useState(false);
  const events = historyOf(answer);
  const shown = isWhole ? events : events.slice(0, SHORT);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-lg font-bold">
        {checkTexts.history}
      </h2>
      {answer.toldAt !== undefined ? (
        <p className="mt-1 text-ink-soft">{checkTexts.historyHere}</p>
      ) : (
        events.length === 0 && <p className="mt-1 text-ink-soft">{checkTexts.nothing}</p>
      )}
      <ol aria-labelledby={heading} className="mt-2 grid gap-2">
        {shown.map((event) => {
          const Icon = ICONS[event.kind];
          return (
            <li key={event.id} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
              <Icon aria-hidden="true" className="mt-0.5 size-5 text-ink-soft" />
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">{event.text}</span>
                <time dateTime={event.at} className="block text-sm text-ink-soft tabular-nums">
                  {formatDateTime(event.at)}
                </time>
              </span>
            </li>
          );
        })}
      </ol>
      {events.length > shown.length && (
        <Button size="large" className="mt-3" onClick={() => setIsWhole(true)}>
          {checkTexts.showAll(events.length)}
        </Button>
      )}
    </section>
  );
}
