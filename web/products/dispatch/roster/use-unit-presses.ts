import { useEffect, useState } from "react";
import {
  type Overtaken,
  type StatusAnswer,
  type StatusPress,
  useConfirmUnit,
  useSetUnitStatus,
  useUndoPress,
} from "#data/units/presses.ts";
import type { Unit } from "#data/units/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { type ActionMessage, showMessage } from "#shared/feedback/action-message.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { useStatusName } from "../parts/statuses.tsx";
import { refusedPress } from "../parts/refused-press.ts";
import { isSamePress, type LastPress, UNDO_MS } from "../rules/last-press.ts";
import { unitTexts } from "../unit-texts.ts";
import { useStable } from "../parts/use-stable.ts";

const { press: texts } = unitTexts;

const timeOf = (at: string) => toTimeValue(new Date(at));

/** The message about a press that somebody else was faster than. */
const overtaken = (text: string, answer: Overtaken, nameOf = (status: string) => status): ActionMessage => ({
  kind: "error",
  text,
  description:
    answer.outcome === "gone"
      ? texts.gone
      : texts.isNow(nameOf(answer.now), answer.by, timeOf(answer.at ?? answer.since)),
});

const useSetStatus = defineAction({
  mutation: () => useSetUnitStatus() as { mutateAsync: (input: Named<StatusPress>) => Promise<StatusAnswer> },
  thing: ({ unit }) => unit.id,
  done: (answer, { unit, status, nameOf }) => {
    if (answer.outcome === "set") return texts.set(unit.unit_number, nameOf(status));
    if (answer.outcome !== "unchanged") return overtaken(texts.notSet(unit.unit_number), answer, nameOf);
    return { kind: "info", text: texts.unchanged(unit.unit_number, nameOf(status), timeOf(answer.since)) };
  },
  failed: (error, { unit }) => refusedPress(error, texts.notSet(unit.unit_number), unitTexts.updateFailed),
});

const useCheck = defineAction({
  mutation: useConfirmUnit,
  thing: ({ unit }) => unit.id,
  done: (answer, { unit }) =>
    answer.outcome === "confirmed"
      ? texts.checked(unit.unit_number)
      : overtaken(texts.notChecked(unit.unit_number), answer),
  failed: (error, { unit }) => refusedPress(error, texts.notChecked(unit.unit_number), unitTexts.updateFailed),
});

type UndoInput = Named<{ unitId: string; eventId: string; undoId: string; unitNumber: string }>;

const useUndo = defineAction({
  mutation: () => useUndoPress() as { mutateAsync: (input: UndoInput) => ReturnType<Mutate> },
  done: (answer, { unitNumber, nameOf }) => {
    if (answer.outcome === "undone") return texts.undone(unitNumber, nameOf(answer.status));
    if (answer.outcome !== "too_late") return overtaken(texts.notUndone(unitNumber), answer, nameOf);
    return { kind: "error", text: texts.notUndone(unitNumber), description: texts.tooLate };
  },
  failed: (error, { unitNumber }) => refusedPress(error, texts.notUndone(unitNumber), unitTexts.updateFailed),
});

type Mutate = ReturnType<typeof useUndoPress>["mutateAsync"];
/** Input and names of statuses for messages. */
type Named<Input> = Input & { nameOf: (status: string) => string };

export type UnitPresses = {
  /** The press that can be taken back now. */
  last: LastPress | undefined;
  isPressing: (id: string) => boolean;
  /** Sets the status of a unit; a status that somebody else set is not overwritten. */
  setStatus: (unit: Unit, status: string) => void;
  /** Says that somebody looked after the unit. */
  check: (unit: Unit) => void;
  undo: () => void;
};

/** The presses of a dispatcher on units, and taking the last one back for 60 s (document 5 §3). */
export function useUnitPresses(units: readonly Unit[] | undefined): UnitPresses {
  const pressing = useSetStatus();
  const checking = useCheck();
  const undoing = useUndo();
  const nameOf = useStatusName();
  const [last, setLast] = useState<LastPress>();
  const shown = last !== undefined && isSamePress(last, units) ? last : undefined;

  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  async function press(unit: Unit, status: string) {
    const eventId = randomKey();
    const outcome = await pressing.run({ unit, eventId, status, nameOf });
    // A press while the one before has no answer is not sent; none is lost in silence.
    if (outcome.status === "running")
      showMessage("error", { text: texts.notSet(unit.unit_number), description: texts.underway });
    if (outcome.status !== "done" || outcome.result.outcome !== "set") return;
    const { since } = outcome.result;
    setLast({
      eventId,
      unitId: unit.id,
      unitNumber: unit.unit_number,
      from: unit.status,
      to: status,
      since,
      at: Date.now(),
    });
  }

  async function undo() {
    if (shown === undefined) return;
    const { unitId, eventId, unitNumber } = shown;
    const outcome = await undoing.run({ unitId, eventId, undoId: randomKey(), unitNumber, nameOf });
    if (outcome.status === "done") setLast((current) => (current?.eventId === eventId ? undefined : current));
  }

  return {
    last: shown,
    isPressing: (id) => pressing.isPending(id) || checking.isPending(id),
    setStatus: useStable((unit, status) => void press(unit, status)),
    check: useStable((unit) => void checking.run({ unit, eventId: randomKey() })),
    undo: useStable(() => void undo()),
  };
}
