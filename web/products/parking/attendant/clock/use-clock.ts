import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useActingAttendant } from "#data/acting.ts";
import { clockErrorMs } from "#data/clock-error.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type OwnTurnsScope, workTurnQueries } from "#data/work_turns/queries.ts";
import { type Stamp, type StampAnswer, useResumeTurn, useSendStamp } from "#data/work_turns/stamps.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import { hoursText } from "#session/work-clock/turn-times.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import type { ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useNow } from "#shared/use-now.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { runQueue } from "../queue/run-queue.ts";
import { useWaiting, type WaitingEntry } from "../queue/use-waiting.ts";
import { clockTexts as texts } from "./clock-texts.ts";
import { keepStamp } from "./keep-stamp.ts";
import { clockState } from "./rules/clock-state.ts";

type Kept = { outcome: "kept" };
const KEPT: Kept = { outcome: "kept" };

const failure = (error: unknown) => {
  if (error instanceof DeviceFull) return queueTexts.deviceFull;
  return isCaseRefusal(error) ? error.message : texts.failed;
};

const useStamping = defineAction<Stamp, StampAnswer | Kept>({
  mutation: useSendStamp,
  withoutNetwork: async (acting, stamp) => {
    await keepStamp(acting, stamp);
    return KEPT;
  },
  done: (answer, { step }) => {
    if (answer.outcome === "kept") return { kind: "info", text: texts.kept };
    if (answer.earlier_start !== undefined)
      return { kind: "info", text: texts.earlier(toTimeValue(new Date(answer.earlier_start))) };
    return step === "out" ? texts.done.out(hoursText(answer.hours ?? 0)) : texts.done[step];
  },
  failed: failure,
});

const useResuming = defineAction({
  mutation: useResumeTurn,
  done: ({ outcome }) =>
    outcome === "resumed" || outcome === "unchanged" ? texts.resumed : { kind: "error", text: texts.resumeLate },
  failed: failure,
});

const isStamp = (row: WaitingEntry): row is WaitingEntry & { kind: "stamp" } => row.kind === "stamp";

/** The moment of a press, by the device's clock. */
const pressed = () => ({ at: new Date().toISOString(), clockErrorMs: clockErrorMs() });

/** The own turns of an attendant at a site. */
export const ownTurns = (session: Session, project: ProjectId): OwnTurnsScope => ({
  kind: "attendant",
  userId: session.userId,
  project,
});

/** The attendant's clock: its state, and its presses, which wait on the device without a network (document 5 §6). */
export function useClock(session: Session, project: ProjectId, focus: () => HTMLElement | null | undefined) {
  const acting = useActingAttendant();
  const cache = useQueryClient();
  const now = useNow();
  const scope = ownTurns(session, project);
  useLiveWorkTurns(`user_id=eq.${session.userId}`);
  const query = useQuery({ ...workTurnQueries.latest(scope), refetchInterval: useListInterval(false, PROMPT_POLL_MS) });
  const waiting = (useWaiting(session) ?? []).filter(isStamp);
  const stamping = useStamping({ focus });
  const resuming = useResuming({ focus });

  // Stamps that have been sent are turns now.
  const before = useRef(waiting.length);
  useEffect(() => {
    if (waiting.length < before.current) void cache.invalidateQueries({ queryKey: workTurnQueries.all });
    before.current = waiting.length;
  }, [waiting.length, cache]);

  const state = clockState(
    query.data ?? [],
    waiting.map(({ payload }) => payload),
    now,
  );
  const { running } = state;

  async function press(stamp: Stamp) {
    if (waiting.length === 0) {
      await stamping.run(stamp);
      return;
    }
    // Stamps arrive in the order of the presses.
    try {
      await keepStamp(acting, stamp);
      toast.info(texts.kept);
      focus()?.focus({ preventScroll: true });
      await runQueue(acting, session);
    } catch (error) {
      toast.error(failure(error));
    }
  }

  const openBreak = running?.breaks.find(({ ended_at: end }) => end === null);
  return {
    state,
    now,
    isKnown: query.data !== undefined || waiting.length > 0,
    isPending: stamping.isPending() || resuming.isPending(),
    isUnsent: waiting.length > 0,
    clockIn: () =>
      press({ ...pressed(), step: "in", turnId: randomKey(), kind: "attendant", project: project ?? null }),
    startBreak: () => running && press({ ...pressed(), step: "break_start", turnId: running.id, breakId: randomKey() }),
    endBreak: () =>
      running && openBreak && press({ ...pressed(), step: "break_end", turnId: running.id, breakId: openBreak.id }),
    clockOut: () => running && press({ ...pressed(), step: "out", turnId: running.id, eventId: randomKey() }),
    resume: (turnId: string) => resuming.run({ turnId, eventId: randomKey() }),
  };
}
