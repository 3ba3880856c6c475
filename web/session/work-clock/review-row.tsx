import type { WorkTurn } from "#data/work_turns/queries.ts";
import { spanText } from "#shared/format/spans.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { useNow } from "#shared/use-now.ts";
import { reviewTexts } from "./review-texts.ts";
import { TURN_TONES, pausesMs, timesText, wholeMinutes, workedMs } from "./turn-times.ts";

type ReviewRowProps = {
  turn: WorkTurn;
  /** Whether the turn is marked; undefined where nothing is marked. */
  isMarked: boolean | undefined;
  onMark: () => void;
  onCorrect: () => void;
  onReopen: () => void;
};

/** A turn in an admin's list: who, the times and hours on one line, and what does not fit. */
export function ReviewRow({ turn, isMarked, onMark, onCorrect, onReopen }: ReviewRowProps) {
  const now = useNow();
  const texts = reviewTexts[useLanguage()];
  const who = turn.name ?? turn.user_id;
  const isReviewed = turn.status === "approved" || turn.status === "rejected";
  const pauses = pausesMs(turn);
  const facts = [
    turn.position,
    turn.source === "typed" && texts.typed,
    pauses > 0 && texts.breaks(spanText(pauses)),
    turn.shift_registration_id !== null && texts.registered,
    turn.reviewed_by !== null && texts.by(turn.reviewed_by),
    turn.review_note,
    turn.note,
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return (
    <div className="flex items-start gap-3 rounded-card border border-line bg-surface px-4 py-3">
      {isMarked !== undefined && (
        <label className="-m-2 grid place-items-center p-2">
          <input
            type="checkbox"
            aria-label={texts.mark(who, timesText(turn))}
            checked={isMarked}
            onChange={onMark}
            className="size-6 cursor-pointer accent-brand"
          />
        </label>
      )}
      <div className="min-w-0 flex-auto">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="wrap-anywhere">{who}</strong>
          {turn.name !== null && <span className="text-sm text-ink-soft">{turn.user_id}</span>}
          <span className="tabular-nums">
            {timesText(turn)}
            {(turn.ended_at !== null || turn.status === "running") && ` · ${wholeMinutes(workedMs(turn, now))}`}
          </span>
        </p>
        {turn.status === "waiting" && turn.ended_at === null && (
          <p className="font-medium text-danger">{texts.noEnd}</p>
        )}
        {turn.needs_check && <p className="font-medium text-warning">{texts.needsCheck}</p>}
        {facts.length > 0 && <p className="text-sm wrap-anywhere text-ink-soft">{facts.join(" · ")}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Badge tone={TURN_TONES[turn.status]}>{texts.states[turn.status]}</Badge>
        {turn.status !== "approved" && (
          <Button size="small" onClick={onCorrect}>
            {texts.correct}
          </Button>
        )}
        {isReviewed && (
          <Button size="small" onClick={onReopen}>
            {texts.reopen}
          </Button>
        )}
      </div>
    </div>
  );
}
