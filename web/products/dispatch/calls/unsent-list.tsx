import { confirm } from "#shared/feedback/confirm.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { callTexts } from "./call-texts.ts";
import type { UnsentCall } from "./unsent-calls.ts";
import type { Unsent } from "./use-unsent.ts";

const { newCall: texts, priorities } = callTexts;

/** The calls that wait on this device for a network, each with the time at which it was typed (document 5 §3). */
export function UnsentList({ unsent: { rows, drop, retry } }: { unsent: Unsent }) {
  if (rows.length === 0) return null;
  async function handleDiscard({ call }: UnsentCall) {
    if (await confirm(texts.discardAsk(call.place))) await drop(call.id);
  }
  return (
    <section aria-label={texts.notSent} className="mb-5 rounded-card border-2 border-warning bg-warning-soft px-4 py-2">
      <p>
        <strong>{texts.notSent}</strong> {texts.notSentText}
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.call.id} className="flex flex-wrap items-center gap-3 py-1">
            <time className="tabular-nums">{toTimeValue(new Date(row.call.received_at ?? ""))}</time>
            <span className="mr-auto wrap-anywhere">
              <b>{row.call.place}</b>
              {[priorities[row.call.priority], row.call.nature, row.call.caller].map((each) => each && ` · ${each}`)}
            </span>
            {row.refused !== undefined && (
              <>
                <span className="text-danger-strong wrap-anywhere">{row.refused}</span>
                <Button size="small" onClick={() => void retry(row)}>
                  {texts.tryAgain}
                </Button>
              </>
            )}
            <Button
              size="small"
              variant="ghost"
              aria-label={texts.discardNamed(row.call.place)}
              onClick={() => void handleDiscard(row)}
            >
              {texts.discard}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
