import { type RefObject, useEffect, useRef, useState } from "react";
import { plateKey } from "#contract/plate.ts";
import { useLivePlate } from "#data/parkings/live.ts";
import { checkPlate, type PlateCheck as PlateAnswer, useCheckPlate } from "#data/plate_checks/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import type { ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { NotKnownHere } from "../offline/not-known-here.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { readySignal, signalAnswer } from "./answer-signal.ts";
import { checkTexts } from "./check-texts.ts";

let offlineCheck: Promise<typeof import("../offline/check-offline.ts")> | undefined;

/** What answers a check without a network. Asked for with the list and kept: to import it anew, though it is there, costs the word some frames. */
export function loadOfflineCheck() {
  offlineCheck ??= import("../offline/check-offline.ts").catch((error: unknown) => {
    offlineCheck = undefined;
    throw error;
  });
  return offlineCheck;
}

/** The check as an action, whose answer is shown by whoever asked. */
export const useCheck = defineAction({
  mutation: useCheckPlate,
  withoutNetwork: async (question) => (await loadOfflineCheck()).checkOffline(question),
  done: () => undefined,
  failed: (error) => failureText(error),
});

const failureText = (error: unknown): string =>
  error instanceof NotKnownHere ? queueTexts.notKnown : checkTexts.failed;

/** A plate that was asked about, and what was answered. `id` is the check's. */
export type Checked = { id: string; plate: string; answer: PlateAnswer };

export type PlateCheck = ReturnType<typeof usePlateCheck>;

/** The check of plates: what is typed, what is wrong with it, and the answer to the last one (document 4 §5). */
export function usePlateCheck({ session, project }: { session: Session; project: ProjectId }) {
  const { run, isPending } = useCheck();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [checked, setChecked] = useState<Checked>();
  const unanswered = useRef<{ plate: string; id: string }>(undefined);
  const presses = useRef(0);
  const region = useRef<HTMLElement>(null);
  const shown = checked?.id;
  useReadFirst(region, shown);
  useLiveAnswer({ session, project, checked, setChecked });

  function fail(text: string): undefined {
    setProblem(text);
  }

  async function check(plate = typed.trim()): Promise<Checked | undefined> {
    if (plateKey(plate) === "") return fail(checkTexts.missing);
    setProblem(undefined);
    // The answer of another car must not stand there meanwhile.
    setChecked(undefined);
    const press = (presses.current += 1);
    readySignal();
    // A lost answer is asked for again under the same key, so that one check stands there.
    if (unanswered.current?.plate !== plate) unanswered.current = { plate, id: randomKey() };
    const { id } = unanswered.current;
    const outcome = await run({ project: project ?? null, plate, id, actingAs: session.userId });
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

/** Brings a new answer into view and gives it the focus. */
function useReadFirst(region: RefObject<HTMLElement | null>, shown: string | undefined): void {
  useEffect(() => {
    if (shown === undefined) return undefined;
    return afterFrame(() => {
      // Read first, and the phone's keyboard goes from over it.
      region.current?.focus({ preventScroll: true });
      region.current?.scrollIntoView({ block: "start" });
    });
  }, [region, shown]);
}

type LiveAnswer = {
  session: Session;
  project: ProjectId;
  checked: Checked | undefined;
  setChecked: (change: (current: Checked | undefined) => Checked | undefined) => void;
};

/** Keeps an answer as the parkings are, by the same check: its driver may have extended it a second ago (document 4 §4, Receipts). */
function useLiveAnswer({ session, project, checked, setChecked }: LiveAnswer): void {
  async function refresh() {
    // What the phone answered itself is not asked under that key: it waits to be sent.
    if (checked === undefined || checked.answer.toldAt !== undefined) return;
    const { id, plate } = checked;
    try {
      const answer = await checkPlate({ id, plate, project: project ?? null, actingAs: session.userId });
      if (answer.outcome !== checked.answer.outcome) signalAnswer(answer.outcome);
      setChecked((current) => (current?.id === id ? { ...current, answer } : current));
    } catch {
      // What was answered stays, and says itself when it is over.
    }
  }
  const about = { plate: checked?.plate ?? "", parkingId: checked?.answer.parking?.id };
  useLivePlate(project, about, () => void refresh());
}

/** Runs `work` once the next frame is painted, so that the word is seen first: to scroll draws the list anew. Gives back the way to call it off. */
function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
