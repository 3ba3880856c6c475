// The clock of people with a turn (document 5 §6): one for attendants and for the ambulance's employees, each with words of its own.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useActingOnDevice } from "#data/acting.ts";
import { clockErrorMs } from "#data/clock-error.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useWaitingOf } from "#data/queue/use-waiting.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type OwnTurnsScope, workTurnQueries } from "#data/work_turns/queries.ts";
import { type Stamp, type StampAnswer, useResumeTurn, useSendStamp } from "#data/work_turns/stamps.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { confirm, type ConfirmQuestion } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { randomKey } from "#shared/random-key.ts";
import { useNow } from "#shared/use-now.ts";
import { type ClockState, clockState } from "./clock-state.ts";
import { isStamp, keepStamp } from "./keep-stamp.ts";

export type ClockWords = {
  /** The word after a stamp that the database has. */
  stamped: (answer: StampAnswer, stamp: Stamp) => ActionMessage;
  /** The word after a stamp that waits on the device. */
  kept: string;
  failed: (error: unknown, step: Stamp["step"] | "resume") => string;
  resumed: string;
  resumeLate: string;
  /** The question before an end; without one the end is stamped at once. */
  askEnd?: ConfirmQuestion;
};

type Kept = { outcome: "kept" };
const KEPT: Kept = { outcome: "kept" };

/** The moment of a press, by the device's clock. */
const pressed = () => ({ at: new Date().toISOString(), clockErrorMs: clockErrorMs() });

export type ClockOptions = {
  scope: OwnTurnsScope;
  /** Sends what waits on the device. */
  runQueue: () => Promise<void>;
  /** The element that gets the focus after a press, whose button is gone. */
  focus: () => HTMLElement | null | undefined;
  /** The vehicle that a turn gets which begins at a moment. */
  vehicleAt?: ((moment: string) => string | undefined) | undefined;
};

/** Makes the hook of a clock: its state, and its presses, which wait on the device without a network. */
export function defineClock(words: ClockWords) {
  const useStamping = stampingWith(words);
  const useResuming = defineAction({
    mutation: useResumeTurn,
    done: ({ outcome }) =>
      outcome === "resumed" || outcome === "unchanged" ? words.resumed : { kind: "error", text: words.resumeLate },
    failed: (error) => words.failed(error, "resume"),
  });

  return function useClock({ scope, runQueue, focus, vehicleAt }: ClockOptions) {
    const acting = useActingOnDevice();
    const now = useNow();
    useLiveWorkTurns(`user_id=eq.${scope.userId}`);
    const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
    const query = useQuery({ ...workTurnQueries.latest(scope), refetchInterval });
    const waiting = (useWaitingOf(acting.device.owner) ?? []).filter(isStamp);
    useFetchOnceSent(waiting.length);
    const stamping = useStamping({ focus });
    const resuming = useResuming({ focus });
    const stamps = waiting.map(({ payload }) => payload);
    const state = clockState(query.data ?? [], stamps, now);

    async function press(stamp: Stamp) {
      if (waiting.length === 0) {
        await stamping.run(stamp);
        return;
      }
      // Stamps arrive in the order of the presses.
      try {
        await keepStamp(acting, stamp);
        toast.info(words.kept);
        focus()?.focus({ preventScroll: true });
        await runQueue();
      } catch (error) {
        toast.error(words.failed(error, stamp.step));
      }
    }

    return {
      state,
      now,
      /** The stamps that wait on the device. */
      waiting,
      /** Whether a press says what its person means: a begin on top of a turn that runs means that turn. */
      isKnown: query.data !== undefined || query.isError || waiting.length > 0,
      isPending: stamping.isPending() || resuming.isPending(),
      ...pressesOf({ state, scope, vehicleAt }, press, words.askEnd),
      resume: (turnId: string) => resuming.run({ turnId, eventId: randomKey() }),
    };
  };
}

const stampingWith = (words: ClockWords) =>
  defineAction<Stamp, StampAnswer | Kept>({
    mutation: useSendStamp,
    withoutNetwork: async (acting, stamp) => {
      await keepStamp(acting, stamp);
      return KEPT;
    },
    done: (answer, stamp) =>
      answer.outcome === "kept" ? { kind: "info", text: words.kept } : words.stamped(answer, stamp),
    failed: (error, { step }) => words.failed(error, step),
  });

/** The presses of a clock in its state. */
function pressesOf(
  {
    state: { running },
    scope: { kind, project },
    vehicleAt,
  }: Pick<ClockOptions, "scope" | "vehicleAt"> & { state: ClockState },
  press: (stamp: Stamp) => Promise<void>,
  askEnd: ConfirmQuestion | undefined,
) {
  const openBreak = running?.breaks.find(({ ended_at: end }) => end === null);
  return {
    clockIn() {
      const moment = pressed();
      // The vehicle goes with the stamp: without a network nothing else says on which one the turn began.
      const vehicleId = vehicleAt?.(moment.at);
      const vehicle = vehicleId === undefined ? {} : { vehicleId };
      return press({ ...moment, step: "in", turnId: randomKey(), kind, project: project ?? null, ...vehicle });
    },
    startBreak: () => running && press({ ...pressed(), step: "break_start", turnId: running.id, breakId: randomKey() }),
    endBreak: () =>
      running && openBreak && press({ ...pressed(), step: "break_end", turnId: running.id, breakId: openBreak.id }),
    async clockOut() {
      if (running === undefined) return;
      // An end is stamped with the moment of its press, not of the answer to the question.
      const stamp: Stamp = { ...pressed(), step: "out", turnId: running.id, eventId: randomKey() };
      if (askEnd === undefined || (await confirm(askEnd))) await press(stamp);
    },
  };
}

/** Fetches turns when fewer stamps wait: those that have been sent are turns now. */
export function useFetchOnceSent(count: number) {
  const cache = useQueryClient();
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void cache.invalidateQueries({ queryKey: workTurnQueries.all });
    before.current = count;
  }, [count, cache]);
}
