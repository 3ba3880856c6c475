import { useEffect, useMemo, useState } from "react";
import {
  type AskedUnit,
  type CallChanged,
  type Step,
  type StepAnswer,
  useAssignUnits,
  useMarkDuplicate,
  useRecordCallEvent,
  useRecordUnitStep,
  useUndoCallPress,
} from "#data/calls/mutations.ts";
import type { Call } from "#data/calls/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { toast } from "#shared/feedback/toast.ts";
import { randomKey } from "#shared/random-key.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { UNDO_MS } from "../rules/last-press.ts";
import { useStableAll } from "../parts/use-stable.ts";
import { callTexts as texts } from "./call-texts.ts";

const timeOf = (at: string | null) => (at === null ? "" : toTimeValue(new Date(at)));

/** The message about a call that somebody else was faster with. */
export const toldChange = ({ now, by, at }: CallChanged): ActionMessage => ({
  kind: "error",
  text: texts.changed(texts.statuses[now]),
  description: texts.changedBy(by, timeOf(at)),
});

type Named = { number: string };

const useAssign = defineAction({
  mutation: () => useAssignUnits() as Mutation<ReturnType<typeof useAssignUnits>, Named & { names: string[] }>,
  thing: ({ eventId }) => eventId,
  done: (answer, { number, names }) => {
    if (answer.outcome === "changed") return toldChange(answer);
    const asked = new Set(answer.asked.map(({ unit_number }) => unit_number));
    const sent = names.filter((name) => !asked.has(name));
    return sent.length === 0 ? undefined : texts.units.assigned(sent.join(", "), number);
  },
  failed: (error, { number }) => refusedPress(error, texts.units.notAssigned(number), texts.units.notAssigned(number)),
});

/** The message about a step. It says which step the unit had already, and the time that counts where it is not the one that was told. */
export function toldStep(answer: StepAnswer, unitNumber: string, step: Step, at?: string): ActionMessage {
  const { outcome } = answer;
  const time = timeOf(answer.at);
  if (outcome !== "recorded") {
    const known = texts.steps[outcome === "cleared_already" ? "cleared" : step];
    return { kind: "info", text: texts.step.already(unitNumber, known, answer.by, time) };
  }
  const isOther = at !== undefined && Math.abs(Date.parse(answer.at) - Date.parse(at)) >= MINUTE_MS;
  const text = texts.step.recorded(unitNumber, texts.steps[step]);
  return isOther ? { text, description: texts.step.otherTime(time) } : text;
}

const MINUTE_MS = 60_000;

const useStep = defineAction({
  mutation: () => useRecordUnitStep() as Mutation<ReturnType<typeof useRecordUnitStep>, { unitNumber: string }>,
  thing: ({ unitId, step }) => `${unitId} ${step}`,
  done: (answer, { step, unitNumber, at }) => toldStep(answer, unitNumber, step, at),
  failed: (error, { unitNumber }) => refusedPress(error, texts.step.notRecorded(unitNumber), texts.step.failed),
});

const useEvent = defineAction({
  mutation: () => useRecordCallEvent() as Mutation<ReturnType<typeof useRecordCallEvent>, Named>,
  // Commands follow each other quickly, and none is lost.
  thing: ({ eventId }) => eventId,
  done: (answer, { kind, number }) => {
    if (answer.outcome === "changed") return toldChange(answer);
    if (kind === "noted") return texts.note.saved;
    return kind === "closed" ? texts.close.closed(number) : texts.reopen.done(number);
  },
  failed: (error, { kind }) => {
    const failed = { noted: texts.note.failed, closed: texts.close.failed, reopened: texts.reopen.failed }[kind];
    return refusedPress(error, failed, failed);
  },
});

const useDuplicate = defineAction({
  mutation: () => useMarkDuplicate() as Mutation<ReturnType<typeof useMarkDuplicate>, Named & { ofNumber: string }>,
  done: (answer, { number, ofNumber }) =>
    answer.outcome === "changed" ? toldChange(answer) : texts.newCall.isDuplicate(number, ofNumber),
  failed: (error) => refusedPress(error, texts.close.failed, texts.close.failed),
});

const useUndo = defineAction({
  mutation: () => useUndoCallPress() as Mutation<ReturnType<typeof useUndoCallPress>, { what: string }>,
  done: (answer, { what }) => {
    if (answer.outcome === "undone") return texts.undo.doneNamed(what);
    if (answer.outcome === "changed") return toldChange(answer);
    return { kind: "error", text: texts.undo.failed, description: texts.undo.tooLate };
  },
  failed: (error) => refusedPress(error, texts.undo.failed, texts.undo.failed),
});

/** A call's hook, whose input carries names for messages besides. */
type Mutation<Hook extends { mutateAsync: (input: never) => unknown }, Names> = {
  mutateAsync: (input: Parameters<Hook["mutateAsync"]>[0] & Names) => Promise<Awaited<ReturnType<Hook["mutateAsync"]>>>;
};

/** A press on a call that can be taken back, in words. `at` is when it was done, in milliseconds since 1970. */
export type LastCallPress = { eventId: string; what: string; at: number };

type UnitName = { id: string; unit_number: string };

export type CallActions = {
  last: LastCallPress | undefined;
  undo: () => Promise<void>;
  /** Sends units; asks about those that are not free. */
  assign: (call: Pick<Call, "id" | "number">, units: readonly UnitName[]) => Promise<void>;
  /** Records a step, now or at a moment that was told later, and says whether that is done. */
  step: (callId: string, unit: UnitName, step: Step, at?: string) => Promise<boolean>;
  note: (call: Pick<Call, "id" | "number">, text: string) => Promise<boolean>;
  close: (call: Pick<Call, "id" | "number" | "status">, result: string) => Promise<boolean>;
  reopen: (call: Pick<Call, "id" | "number" | "status">, text: string) => Promise<boolean>;
  markDuplicate: (call: Pick<Call, "id" | "number">, of: Pick<Call, "id" | "number">) => Promise<boolean>;
};

const question = (asked: readonly AskedUnit[]) => ({
  title: texts.units.ask(namesOf(asked)),
  description: asked
    .map(({ unit_number, codes, call_number }) =>
      texts.units.asked(unit_number, codes.map((code) => texts.units.codes[code](call_number)).join(", ")),
    )
    .join(" "),
  confirmText: texts.units.sendAnyway,
});

/** The last press that can be taken back, for 60 s. */
function useLast() {
  const undoing = useUndo();
  const [last, setLast] = useState<LastCallPress>();

  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  async function undo() {
    if (last === undefined) return;
    const { eventId, what } = last;
    const outcome = await undoing.run({ eventId, what, undoId: randomKey() });
    if (outcome.status === "done") setLast((current) => (current?.eventId === eventId ? undefined : current));
  }

  return { last, undo, remember: (eventId: string, what: string) => setLast({ eventId, what, at: Date.now() }) };
}

const namesOf = (units: readonly { unit_number: string }[]) => units.map(({ unit_number }) => unit_number).join(", ");

/** Sends units, and those that are not free once the dispatcher said so. */
function useSending(remember: (eventId: string, what: string) => void) {
  const assigning = useAssign();
  return async function assign(
    call: Pick<Call, "id" | "number">,
    units: readonly UnitName[],
    accepted: readonly AskedUnit[] = [],
  ): Promise<void> {
    const eventId = randomKey();
    const outcome = await assigning.run({
      callId: call.id,
      number: call.number,
      eventId,
      unitIds: units.map(({ id }) => id),
      names: units.map(({ unit_number }) => unit_number),
      accepted: accepted.map(({ unit, codes }) => ({ unit_id: unit, codes })),
    });
    if (outcome.status !== "done" || outcome.result.outcome !== "assigned") return;
    const { asked } = outcome.result;
    const sent = units.filter(({ id }) => !asked.some(({ unit }) => unit === id));
    if (sent.length > 0) remember(eventId, texts.units.assignNamed(namesOf(sent)));
    if (asked.length === 0) return;
    // Whoever pressed Enter twice stands on Cancel, and reads that nothing went.
    if (!(await confirm(question(asked)))) return toast.info(texts.units.notSent(namesOf(asked), call.number));
    const again = asked.map(({ unit, unit_number }) => ({ id: unit, unit_number }));
    await assign(call, again, asked);
  };
}

/** What a dispatcher does to calls, and taking the last of it back (document 5 §3). */
export function useCallActions(): CallActions {
  const { last, undo, remember } = useLast();
  const assign = useSending(remember);
  const stepping = useStep();
  const telling = useEvent();
  const duplicating = useDuplicate();

  /** Whether it was recorded. A closing can be taken back. */
  async function tell(input: Parameters<typeof telling.run>[0]): Promise<boolean> {
    const outcome = await telling.run(input);
    if (outcome.status !== "done" || outcome.result.outcome === "changed") return false;
    if (input.kind === "closed" && outcome.result.outcome === "recorded")
      remember(input.eventId, texts.close.title(input.number));
    return true;
  }

  const acts = useStableAll<Omit<CallActions, "last">>({
    undo,
    assign,
    step: async (callId, { id, unit_number }, step, at) => {
      const eventId = randomKey();
      const moment = at === undefined ? {} : { at };
      const outcome = await stepping.run({ callId, unitId: id, unitNumber: unit_number, eventId, step, ...moment });
      if (outcome.status === "done" && outcome.result.outcome === "recorded")
        remember(eventId, texts.step.named(texts.steps[step], unit_number));
      return outcome.status === "done";
    },
    note: ({ id, number }, text) => tell({ callId: id, number, eventId: randomKey(), kind: "noted", text }),
    close: ({ id, number, status }, result) =>
      tell({ callId: id, number, eventId: randomKey(), kind: "closed", expected: status, result }),
    reopen: ({ id, number, status }, text) =>
      tell({ callId: id, number, eventId: randomKey(), kind: "reopened", expected: status, text }),
    markDuplicate: async ({ id, number }, of) => {
      const eventId = randomKey();
      const outcome = await duplicating.run({ callId: id, number, of: of.id, ofNumber: of.number, eventId });
      if (outcome.status !== "done" || outcome.result.outcome === "changed") return false;
      remember(eventId, texts.newCall.duplicateOf(of.number));
      return true;
    },
  });
  // The same object until a press can be taken back, so that a list of calls is not drawn again at each press on a unit.
  return useMemo(() => ({ last, ...acts }), [last, acts]);
}
