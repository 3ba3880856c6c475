import { type RefObject, useEffect, useRef, useState } from "react";
import { plateKey } from "#contract/plate.ts";
import { useActingPerson } from "#data/acting.ts";
import { useLivePlate } from "#data/parkings/live.ts";
import { checkPlate, type PlateCheck as PlateAnswer, useCheckPlate } from "#data/plate_checks/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { NotKnownHere } from "./not-known-here.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { readySignal, signalAnswer } from "./answer-signal.ts";
import { checkTexts } from "./check-texts.ts";

let offlineCheck: Promise<typeof import("./check-offline.ts")> | undefined;

/**
 * Loads the check for use without a network, once. It loads with the list and is kept, because another import would delay the answer by
 * some frames.
 */
export function loadOfflineCheck() {
  offlineCheck ??= import("./check-offline.ts").catch((error: unknown) => {
    offlineCheck = undefined;
    throw error;
  });
  return offlineCheck;
}

/** The check as an action; the caller shows its answer. */
export const useCheck = defineAction({
  mutation: useCheckPlate,
  withoutNetwork: async (acting, question) => (await loadOfflineCheck()).checkOffline(acting, question),
  done: () => undefined,
  failed: (error) => failureText(error),
});

const failureText = (error: unknown): string =>
  error instanceof NotKnownHere ? queueTexts.notKnown : checkTexts.failed;

/** A checked plate with its answer. `id` is the check's. */
export type Checked = { id: string; plate: string; answer: PlateAnswer };

export type PlateCheck = ReturnType<typeof usePlateCheck>;

/** The check of plates: the typed text, its problem, and the last answer (document 4 §5). */
export function usePlateCheck({ project }: { project: ProjectId }) {
  const { run, isPending } = useCheck();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [checked, setChecked] = useState<Checked>();
  const unanswered = useRef<{ plate: string; id: string }>(undefined);
  const presses = useRef(0);
  const region = useRef<HTMLElement>(null);
  const shown = checked?.id;
  useReadFirst(region, shown);
  useLiveAnswer({ project, checked, setChecked });

  function fail(text: string): undefined {
    setProblem(text);
  }

  async function check(plate = typed.trim()): Promise<Checked | undefined> {
    if (plateKey(plate) === "") return fail(checkTexts.missing);
    setProblem(undefined);
    // The answer about another car must not stay meanwhile.
    setChecked(undefined);
    const press = (presses.current += 1);
    readySignal();
    // After a lost answer the check is repeated under the same key, so that it is recorded once.
    if (unanswered.current?.plate !== plate) unanswered.current = { plate, id: randomKey() };
    const { id } = unanswered.current;
    const outcome = await run({ project: project ?? null, plate, id });
    if (press !== presses.current) return undefined;
    if (outcome.status === "failed") return fail(failureText(outcome.error));
    if (outcome.status !== "done") return undefined;
    unanswered.current = undefined;
    signalAnswer(outcome.result.outcome);
    const now = { id, plate, answer: outcome.result };
    setChecked(now);
    return now;
  }

  return {
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setProblem(undefined);
    },
    problem,
    check,
    isPending: isPending(),
    checked,
    region,
    setChecked,
    startAnew: (plate = "") => {
      presses.current += 1;
      setChecked(undefined);
      setTyped(plate);
    },
  };
}

/** Scrolls to a new answer and gives it the focus. */
function useReadFirst(region: RefObject<HTMLElement | null>, shown: string | undefined): void {
  useEffect(() => {
    if (shown === undefined) return undefined;
    return afterFrame(() => {
      // The focus makes screen readers speak the answer, and hides the phone's keyboard.
      region.current?.focus({ preventScroll: true });
      // At a desk the answer stands beside the list, which keeps its place.
      const isAtDesk = window.matchMedia("(min-width: 68rem)").matches;
      region.current?.scrollIntoView({ block: isAtDesk ? "nearest" : "start" });
    });
  }, [region, shown]);
}

type LiveAnswer = {
  project: ProjectId;
  checked: Checked | undefined;
  setChecked: (change: (current: Checked | undefined) => Checked | undefined) => void;
};

/**
 * Keeps an answer current by repeating the same check, because the driver may extend the parking at any moment (document 4 §4, Receipts).
 */
function useLiveAnswer({ project, checked, setChecked }: LiveAnswer): void {
  const acting = useActingPerson();
  async function refresh() {
    // An answer of the phone itself is not repeated under its key, because that check still waits to be sent.
    if (checked === undefined || checked.answer.toldAt !== undefined) return;
    const { id, plate } = checked;
    try {
      const answer = await checkPlate(acting, { id, plate, project: project ?? null });
      if (answer.outcome !== checked.answer.outcome) signalAnswer(answer.outcome);
      setChecked((current) => (current?.id === id ? { ...current, answer } : current));
    } catch {
      // The old answer stays; it says itself when it is outdated.
    }
  }
  const about = { plate: checked?.plate ?? "", parkingId: checked?.answer.parking?.id };
  useLivePlate(project, about, () => void refresh());
}

/**
 * Runs `work` after the next frame is painted, so that the word shows first: scrolling draws the list again. Returns a function that
 * cancels it.
 */
function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
