import type { TurnEvent, WorkTurn } from "#data/work_turns/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { spanText } from "#shared/format/spans.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { ownHoursTexts } from "./own-hours-texts.ts";
import { pausesMs, timesText, TURN_TONES, wholeMinutes, workedMs } from "./turn-times.ts";

type OwnTurnProps = {
  turn: WorkTurn;
  changes: readonly TurnEvent[];
  now: number;
  /** Whether only an admin may still correct it. */
  isTooOld: boolean;
  onCorrect: () => void;
};

/** An own turn: its times and hours on one line, its state, and what was corrected by whom and why. */
export function OwnTurn({ turn, changes, now, isTooOld, onCorrect }: OwnTurnProps) {
  const texts = ownHoursTexts[useLanguage()];
  const hasHours = turn.ended_at !== null || turn.status === "running";
  const isOpen = turn.status !== "approved";
  const pauses = pausesMs(turn);
  const facts = [
    turn.source === "typed" && texts.typed,
    pauses > 0 && texts.breaks(spanText(pauses)),
    turn.shift_registration_id !== null && texts.registered,
  ].filter((fact) => fact !== false);
  return (
    <li className="grid gap-1 rounded-card border border-line bg-surface px-4 py-3" aria-label={timesText(turn)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex-auto font-semibold tabular-nums">
          {timesText(turn)}
          {hasHours && ` · ${wholeMinutes(workedMs(turn, now))}`}
        </p>
        {/* Both on one line: beside the times, or below them. */}
        <div className="ml-auto flex items-center gap-x-3">
          <Badge tone={TURN_TONES[turn.status]}>{texts.states[turn.status]}</Badge>
          {isOpen && !isTooOld && (
            <Button size="small" onClick={onCorrect}>
              {texts.correct}
            </Button>
          )}
        </div>
      </div>
      {facts.length > 0 && <p className="text-sm text-ink-soft">{facts.join(" · ")}</p>}
      {turn.status === "waiting" && turn.ended_at === null && (
        <p className="font-medium text-danger">{texts.forgotten}</p>
      )}
      {isOpen && isTooOld && <p className="text-sm text-ink-soft">{texts.tooOld}</p>}
      {turn.needs_check && <p className="font-medium text-warning">{texts.needsCheck}</p>}
      {changes.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </li>
  );
}

function Change({ change: { kind, by, received_at: at, data } }: { change: TurnEvent }) {
  const texts = ownHoursTexts[useLanguage()];
  if (kind !== "corrected" && kind !== "rejected" && kind !== "reopened") return null;
  const why = data.reason ?? data.note;
  return (
    <p className="border-l-4 border-line-strong pl-3 text-sm wrap-anywhere">
      <span className="text-ink-soft">{texts.changes[kind](by ?? "–", formatDateTime(at))}</span>
      {data.before?.started_at !== undefined && data.after !== undefined && (
        <>
          <br />
          {texts.changes.fromTo(timesText(data.before), timesText(data.after))}
        </>
      )}
      {why !== undefined && (
        <>
          <br />
          {why}
        </>
      )}
    </p>
  );
}
