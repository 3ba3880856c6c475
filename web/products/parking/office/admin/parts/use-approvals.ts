import { useEffect, useRef, useState } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { nextWaiting } from "../rules/next-waiting.ts";
import { isReviewed, useAnswer, useUndo } from "./use-answer.ts";

/** How long an approval can be taken back by a press, in milliseconds. */
const UNDO_MS = 5000;
/** How long it cannot yet, in milliseconds: the second press of a double one takes nothing back, and approves nothing again. */
const REST_MS = 500;

/** The button that approves a shift, and the one that takes it back, as the focus finds them. */
export const approveButtonId = (id: string): string => `approve-${id}`;
export const undoButtonId = (id: string): string => `undo-${id}`;
/** Takes the focus when no button of the list can. */
export const REVIEWS_HEADING = "shift-reviews";

/** An approval that can be taken back: of which moment, and since when its button is shown (by the clock of events). */
type Undoable = { reviewedAt: string; shownAt: number };

/**
 * Moves no more of the page than is needed: what was just done stays in sight, and its way back.
 * @returns whether the button is drawn.
 */
function focusOn(id: string): boolean {
  const button = document.getElementById(id);
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: "nearest" });
  return button !== null;
}

/** The heading stands above the list: going there with the page would lose the place in it. */
const focusOnHeading = () => document.getElementById(REVIEWS_HEADING)?.focus({ preventScroll: true });

/** The approvals that can be taken back, each until its time is over. */
function useUndoable() {
  const [undoable, setUndoable] = useState<ReadonlyMap<string, Undoable>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);

  function forget(id: string) {
    // The button that goes must not take the focus along.
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

  /** The button stays until it is forgotten, now or later. */
  const hold = (id: string) => clearTimeout(timers.current.get(id));
  return { all: undoable, add, hold, forget, forgetLater };
}

/**
 * Approvals that are sent with one press. The focus goes on to the next shift that waits, and for five seconds the approval can be
 * taken back.
 */
export function useApprovals({ session, log, shifts }: { session: Session; log: Log; shifts: readonly Shift[] }) {
  const answer = useAnswer({ log });
  const undo = useUndo({ log });
  const undoable = useUndoable();
  /** The button that gets the focus as soon as it is drawn. */
  const awaited = useRef<string>(undefined);
  /** What was taken back last, and when by the clock of events: its button stands where the way back stood. */
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
    /** Nobody approves the own shift. */
    isOwn: ({ attendant_user_id: id }: Shift) => id.toLowerCase() === session.userId.toLowerCase(),
    /** `pressedAt` is the time stamp of the press, here and below. */
    approve: (shift: Shift, pressedAt: number) => void approve(shift, pressedAt),
    takeBack: (id: string, pressedAt: number) => void takeBack(id, pressedAt),
    isUndoable: (id: string) => undoable.all.has(id),
    isApproving: (id: string) => answer.isPending(id),
    isUndoing: (id: string) => undo.isPending(id),
  };
}
