import { useEffect, useRef, useState } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import { nextWaiting } from "../rules/next-waiting.ts";
import { useAnswer, useUndo } from "./use-answer.ts";

/** How long an approval can be taken back by a press, in milliseconds. */
const UNDO_MS = 5000;

/** The button that approves a shift, and the one that takes it back, as the focus finds them. */
export const approveButtonId = (id: string): string => `approve-${id}`;
export const undoButtonId = (id: string): string => `undo-${id}`;
/** Takes the focus when no button of the list can. */
export const REVIEWS_HEADING = "shift-reviews";

/** Moves no more of the page than is needed: what was just done stays in sight, and its way back. */
function focusOn(...ids: string[]) {
  const target = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

/**
 * Approvals that are sent with one press. The focus goes on to the next shift that waits, and for five seconds the approval can be
 * taken back.
 */
export function useApprovals({ session, log, shifts }: { session: Session; log: Log; shifts: readonly Shift[] }) {
  const answer = useAnswer({ log });
  const undo = useUndo({ log });
  const [undoable, setUndoable] = useState<ReadonlyMap<string, string>>(new Map());
  /** The button that gets the focus as soon as it is drawn. */
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const button = awaited.current === undefined ? null : document.getElementById(awaited.current);
    if (button === null) return;
    awaited.current = undefined;
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "nearest" });
  });
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach(clearTimeout);
  }, []);

  function forget(id: string) {
    // The button that goes must not take the focus along.
    if (document.activeElement?.id === undoButtonId(id)) focusOn(REVIEWS_HEADING);
    setUndoable((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  async function approve(shift: Shift) {
    const next = nextWaiting(shifts, shift.id);
    if (next !== undefined) focusOn(approveButtonId(next.id), REVIEWS_HEADING);
    const { id, status: from } = shift;
    const outcome = await answer.run({ id, from, isApproved: true, reviewedBy: session.userId, note: null });
    if (outcome.status !== "done" || outcome.result === null) return;
    const reviewedAt = outcome.result;
    if (next === undefined) awaited.current = undoButtonId(id);
    setUndoable((before) => new Map(before).set(id, reviewedAt));
    timers.current.add(setTimeout(() => forget(id), UNDO_MS));
  }

  async function takeBack(id: string) {
    const reviewedAt = undoable.get(id);
    if (reviewedAt === undefined) return;
    const { status } = await undo.run({ id, reviewedBy: session.userId, reviewedAt });
    if (status === "done") awaited.current = approveButtonId(id);
    forget(id);
  }

  return {
    approve: (shift: Shift) => void approve(shift),
    takeBack: (id: string) => void takeBack(id),
    isUndoable: (id: string) => undoable.has(id),
    isApproving: (id: string) => answer.isPending(id),
    isUndoing: (id: string) => undo.isPending(id),
  };
}
