import { useEffect, useRef, useState } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { nextWaiting } from "../rules/next-waiting.ts";
import { isReviewed, useAnswer, useUndo } from "./use-answer.ts";

/** The time in which an approval can be undone, in milliseconds. */
const UNDO_MS = 5000;
/** The time in which a new button ignores presses, in milliseconds, so that the second press of a double press does nothing. */
const REST_MS = 500;

/** The ids of the buttons that approve a shift and take it back, for the focus. */
export const approveButtonId = (id: string): string => `approve-${id}`;
export const undoButtonId = (id: string): string => `undo-${id}`;
/** The id of the heading that takes the focus when no button can. */
export const REVIEWS_HEADING = "shift-reviews";

/** An approval that can be undone: its moment, and the time when its button appeared (by the events' clock). */
type Undoable = { reviewedAt: string; shownAt: number };

/**
 * Focuses a button and scrolls no more than needed, so that the last answer and its undo stay visible.
 * @returns whether the button is drawn.
 */
function focusOn(id: string): boolean {
  const button = document.getElementById(id);
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: "nearest" });
  return button !== null;
}

/** The heading stands above the list; scrolling to it would lose the place in the list. */
const focusOnHeading = () => document.getElementById(REVIEWS_HEADING)?.focus({ preventScroll: true });

/** The approvals that can be undone, each until its time is over. */
function useUndoable() {
  const [undoable, setUndoable] = useState<ReadonlyMap<string, Undoable>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);

  function forget(id: string) {
    // A button that disappears must not take the focus along.
    if (document.activeElement?.id === undoButtonId(id)) focusOnHeading();
    setUndoable((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  function forgetLater(id: string) {
    const timer = setTimeout(() => forget(id), UNDO_MS);
    timers.current.set(id, timer);
  }

  function add(id: string, reviewedAt: string) {
    const shownAt = performance.now();
    setUndoable((before) => new Map(before).set(id, { reviewedAt, shownAt }));
    forgetLater(id);
  }

  /** Stops the timer, so that the button stays until `forget` or `forgetLater`. */
  const hold = (id: string) => clearTimeout(timers.current.get(id));
  return { all: undoable, add, hold, forget, forgetLater };
}

/** Approvals by one press. The focus moves to the next waiting shift, and for five seconds the approval can be undone. */
export function useApprovals({ session, log, shifts }: { session: Session; log: Log; shifts: readonly Shift[] }) {
  const answer = useAnswer({ log });
  const undo = useUndo({ log });
  const undoable = useUndoable();
  /** The button that gets the focus as soon as it is drawn. */
  const awaited = useRef<string>(undefined);
  /** The last approval that was undone, and when (by the events' clock): its approve button appears at the place of the undo button. */
  const takenBack = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    if (awaited.current !== undefined && focusOn(awaited.current)) awaited.current = undefined;
  });

  async function approve(shift: Shift, pressedAt: number) {
    const last = takenBack.current;
    if (last?.id === shift.id && pressedAt - last.at < REST_MS) return;
    const next = nextWaiting(shifts, shift.id);
    if (next !== undefined && !focusOn(approveButtonId(next.id))) focusOnHeading();
    const { id, status: from } = shift;
    const outcome = await answer.run({ id, from, isApproved: true, reviewedBy: session.userId, note: null });
    if (outcome.status !== "done" || outcome.result === null) return;
    if (next === undefined) awaited.current = undoButtonId(id);
    undoable.add(id, outcome.result);
  }

  async function takeBack(id: string, pressedAt: number) {
    const approval = undoable.all.get(id);
    if (approval === undefined || pressedAt - approval.shownAt < REST_MS) return;
    undoable.hold(id);
    const outcome = await undo.run({ id, reviewedBy: session.userId, reviewedAt: approval.reviewedAt });
    if (outcome.status === "done") {
      awaited.current = approveButtonId(id);
      takenBack.current = { id, at: performance.now() };
    }
    if (outcome.status === "done" || (outcome.status === "failed" && isReviewed(outcome.error))) undoable.forget(id);
    else if (outcome.status === "failed") undoable.forgetLater(id);
  }

  return {
    /** Nobody approves their own shift. */
    isOwn: ({ attendant_user_id: id }: Shift) => id.toLowerCase() === session.userId.toLowerCase(),
    /** `pressedAt` is the time stamp of the press, here and below. */
    approve: (shift: Shift, pressedAt: number) => void approve(shift, pressedAt),
    takeBack: (id: string, pressedAt: number) => void takeBack(id, pressedAt),
    isUndoable: (id: string) => undoable.all.has(id),
    isApproving: (id: string) => answer.isPending(id),
    isUndoing: (id: string) => undo.isPending(id),
  };
}
