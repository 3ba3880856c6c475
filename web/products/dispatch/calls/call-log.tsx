import { useLiveCallEvents } from "#data/calls/live.ts";
import { callQueries } from "#data/calls/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { logWords } from "./log-words.ts";
import { callTexts } from "./call-texts.ts";

const { log: texts } = callTexts;

/** The log of a call, newest first, with the time of each event. */
export function CallLog({ callId, number }: { callId: string; number: string }) {
  useLiveCallEvents(callId);
  const query = useQuery(callQueries.events(callId));
  return (
    <StateView query={query} failed={texts.failed} empty={texts.none}>
      {(events) => (
        <ol aria-label={texts.open(number)} className="mt-3 border-t border-line pt-2 text-sm">
          {events.map((event) => (
            <li key={event.id} className="flex flex-wrap gap-x-3 py-1">
              <time dateTime={event.at} className="text-ink-soft tabular-nums">
                {formatDateTime(event.at)}
              </time>
              <span className="wrap-anywhere">{logWords(event)}</span>
              <span className="text-ink-soft wrap-anywhere">{event.by ?? texts.nobody}</span>
            </li>
          ))}
        </ol>
      )}
    </StateView>
  );
}
