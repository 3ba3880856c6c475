import { useRef, useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { type EventResult, type ManyEvent, type ManyEvents, useRecordCaseEvents } from "#data/fines/letters.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { randomKey } from "#shared/random-key.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { letterTexts } from "../letter-texts.ts";

const WORDS = {
  exported: letterTexts.ask,
  recipient_set: letterTexts.owners,
  reminded: letterTexts.remind,
  handed_to_collection: letterTexts.collect,
  collection_told: letterTexts.changes,
  reminder_undone: letterTexts.undo,
  withdrawn: caseTexts.many.withdraw,
  noted: caseTexts.many.note,
  reviewed: caseTexts.many.review,
} as const satisfies Record<ManyEvents["kind"], { done: (count: number) => string; failed: string }>;

export const recordedOf = (results: readonly EventResult[]): EventResult[] =>
  results.filter(({ outcome }) => outcome === "recorded");

/** `sum` is the money in the question before the press. */
type Recorded = ManyEvents & { sum?: string };

const definition = {
  mutation: useRecordCaseEvents,
  done: (results: EventResult[], { kind }: Recorded) => {
    const { length } = recordedOf(results);
    return length === 0 ? undefined : WORDS[kind].done(length);
  },
  failed: (error: unknown, { kind }: Recorded) =>
    isCaseRefusal(error) ? { text: WORDS[kind].failed, description: error.message } : WORDS[kind].failed,
};

/** Records one kind of event for many cases (document 4 §5). */
const useRecordMany = defineAction<Recorded, EventResult[]>(definition);

/** Hands cases over after a question, because two hundred cases cannot be recalled at once. */
const useHandOver = defineAction<Recorded, EventResult[]>({
  ...definition,
  ask: ({ events, sum = "" }) => ({
    title: letterTexts.collect.askTitle,
    description: letterTexts.collect.askText(letterTexts.cases(events.length), sum),
    confirmText: letterTexts.collect.press,
    cancelText: letterTexts.collect.askNo,
  }),
});

/** Takes reminders back after a question, because this can be done only once. */
const useTakeBack = defineAction<Recorded, EventResult[]>({
  ...definition,
  ask: ({ events }) => ({
    title: letterTexts.undo.askTitle,
    description: letterTexts.undo.askText(letterTexts.cases(events.length)),
    confirmText: letterTexts.undo.confirm,
    cancelText: letterTexts.collect.askNo,
    danger: true,
  }),
});

type Scope = Pick<ManyEvents, "project" | "kind">;

/** @param onAnswer gets the result of each event, for parts that outlive the button. */
type Asking = Scope & { onAnswer?: (results: EventResult[]) => void };

/**
 * Records events of many cases by one press. The same events keep their keys until they are answered, so that a press after a lost answer
 * records nothing twice, and a press after an answer is a new one. `run` returns the recorded events, or undefined when the call failed;
 * `results` has the result of each event of the latest press.
 */
export function useManyEvents({ onAnswer, ...scope }: Asking) {
  const remember = useRecordMany();
  const handOver = useHandOver();
  const takeBack = useTakeBack();
  const asking = { handed_to_collection: handOver, reminder_undone: takeBack };
  const { run: record, isPending } = scope.kind in asking ? asking[scope.kind as keyof typeof asking] : remember;
  const keys = useRef(new Map<string, string>());
  const [results, setResults] = useState<EventResult[]>([]);

  function keyOf(event: object): string {
    const content = JSON.stringify(event);
    const key = keys.current.get(content) ?? randomKey();
    keys.current.set(content, key);
    return key;
  }

  async function run(events: readonly Omit<ManyEvent, "eventId">[], sum = ""): Promise<EventResult[] | undefined> {
    setResults([]);
    const keyed = events.map((event) => ({ ...event, eventId: keyOf(event) }));
    const outcome = await record({ ...scope, events: keyed, sum });
    if (outcome.status !== "done") return undefined;
    keys.current.clear();
    setResults(outcome.result);
    onAnswer?.(outcome.result);
    return recordedOf(outcome.result);
  }
  return { run, results, isPending: isPending() };
}
