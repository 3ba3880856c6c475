import * as v from "valibot";
import type { TurnTimes, WorkTurn } from "#data/work_turns/queries.ts";
import { combineDateAndTime, parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import type { CorrectionTexts } from "./correction-texts.ts";

/** A break in the form: its times, whose day is the turn's or, for a time before the turn's start, the next one. */
export type TypedBreak = { start: string; end: string };
export type CorrectionDraft = {
  start_date: string;
  start_time: string;
  end_date: string;
  end_time: string;
  breaks: readonly TypedBreak[];
  reason: string;
};

const DAY_MS = 86_400_000;

const timeOf = (at: string | null) => (at === null ? "" : toTimeValue(new Date(at)));

/** The form's first values: the turn as it is, or an empty one of today. */
export function draftOf(turn: WorkTurn | undefined, now: number): CorrectionDraft {
  const today = toDateValue(new Date(now));
  const day = (at: string | null | undefined) => (at === null || at === undefined ? today : toDateValue(new Date(at)));
  return {
    start_date: day(turn?.started_at),
    start_time: timeOf(turn?.started_at ?? null),
    end_date: day(turn?.ended_at ?? turn?.started_at),
    end_time: timeOf(turn?.ended_at ?? null),
    breaks: (turn?.breaks ?? []).map((pause) => ({ start: timeOf(pause.started_at), end: timeOf(pause.ended_at) })),
    reason: "",
  };
}

/** The schema of the form for a turn: its times as moments. A field that still says what the turn has keeps the turn's own seconds. */
export function correctionSchema(turn: WorkTurn | undefined, texts: CorrectionTexts) {
  const time = v.pipe(
    v.string(),
    v.check((typed) => parseTime(typed) !== undefined, texts.wrongTime),
  );
  return v.pipe(
    v.object({
      start_date: v.string(),
      start_time: time,
      end_date: v.string(),
      end_time: isRunning(turn) ? v.string() : time,
      breaks: v.array(v.object({ start: v.string(), end: v.string() })),
      reason: v.pipe(v.string(), v.trim(), v.maxLength(500)),
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const draft = dataset.value;
      const started = momentOf(draft.start_date, draft.start_time, turn?.started_at);
      const ended = isRunning(turn) ? null : momentOf(draft.end_date, draft.end_time, turn?.ended_at);
      const issue = (message: string, key: "start_time" | "end_time" | "breaks") =>
        addIssue({ message, path: [{ type: "object", origin: "value", input: draft, key, value: draft[key] }] });
      if (started === undefined) issue(texts.wrongTime, "start_time");
      else if (ended === undefined) issue(texts.wrongTime, "end_time");
      else if (ended !== null && ended <= started) issue(texts.endNotAfterStart, "end_time");
      else {
        const breaks = breaksOf(draft.breaks, { started, ended }, turn);
        if (breaks !== undefined)
          return {
            reason: draft.reason,
            times: { started_at: started, ended_at: ended, breaks } satisfies TurnTimes,
          };
        issue(texts.breakOutside, "breaks");
      }
      return NEVER;
    }),
  );
}

const isRunning = (turn: WorkTurn | undefined) => turn?.status === "running";

function momentOf(day: string, typed: string, was: string | null | undefined): string | undefined {
  if (was !== null && was !== undefined && toDateValue(new Date(was)) === day && toTimeValue(new Date(was)) === typed)
    return was;
  return combineDateAndTime(day, typed)?.toISOString();
}

/** The breaks as moments, one after the other within the turn; undefined when one is not. */
function breaksOf(
  typed: readonly TypedBreak[],
  { started, ended }: { started: string; ended: string | null },
  turn: WorkTurn | undefined,
): TurnTimes["breaks"] | undefined {
  const breaks: TurnTimes["breaks"] = [];
  let after = started;
  for (const [at, pause] of typed.entries()) {
    const known = turn?.breaks[at];
    const start = nextAt(pause.start, after, known?.started_at);
    const end = pause.end === "" && ended === null ? null : start && nextAt(pause.end, start, known?.ended_at);
    if (start === undefined || end === undefined) return undefined;
    if (ended !== null && (end ?? start) > ended) return undefined;
    breaks.push({ started_at: start, ended_at: end });
    after = end ?? start;
  }
  return breaks;
}

/** The first moment with a time of day that is not before another moment. */
function nextAt(typed: string, after: string, was: string | null | undefined): string | undefined {
  if (typeof was === "string" && toTimeValue(new Date(was)) === typed && was >= after) return was;
  return (
    [0, DAY_MS]
      .map((later) => combineDateAndTime(toDateValue(new Date(Date.parse(after) + later)), typed)?.toISOString())
      // A break may begin in the very minute in which the turn did.
      .find((moment) => moment !== undefined && Date.parse(moment) >= Date.parse(after) - 60_000)
  );
}
