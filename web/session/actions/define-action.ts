/** What people do to data: an action is defined once, with its call, question, texts and log entries, and used by its name. */
import { useRef, useState } from "react";
import type { Json } from "#data/database.gen.ts";
import { messageOf } from "#data/data-error.ts";
import { confirm, type ConfirmQuestion } from "#shared/feedback/confirm.ts";
import { type ActionMessage, showMessage, showFailure } from "#shared/feedback/action-message.ts";
import type { FormFailure } from "#shared/form/use-form.ts";
import type { Log } from "./use-activity-log.ts";
import { orWithoutNetwork } from "./without-network.ts";

type Data = { [key: string]: Json };

export type ActionDefinition<Input, Result> = {
  /** The call, and the lists that it makes old: a hook of data/<table>/mutations.ts or of session/staff. */
  mutation: () => { mutateAsync: (input: Input) => Promise<Result> };
  /**
   * What is done instead where there is no network, such as keeping it on the device until it can be sent. Its result counts as done;
   * undefined where it cannot be, and then it has failed. The call may have arrived all the same, so both bear the same key.
   */
  withoutNetwork?: (input: Input) => Promise<Result | undefined>;
  /** Which thing it is done to. An action runs once at a time for one thing; left out, once at a time. */
  thing?: (input: Input) => string;
  /** What is asked first. Whoever says no has done nothing. */
  ask?: (input: Input) => ConfirmQuestion;
  /** What is told when it is done; undefined tells nothing. */
  done: (result: Result, input: Input) => ActionMessage | undefined;
  /** What is told when it fails; `at` says where a form tells it. An error that says to wait is told as such instead. */
  failed: (error: unknown, input: Input) => FormFailure;
  /** The entry in the activity log (document 1 §7). With `tries`, also `{name}_failed` and `{name}_success`, after `{name}` at the start. */
  log?: { name: string | ((input: Input) => string); about: (input: Input) => Data; tries?: boolean };
};

export type Outcome<Result> =
  | { status: "done"; result: Result }
  | { status: "failed"; error: unknown }
  | { status: "refused" | "running" };

export type ActionUse = {
  /** Writes the entries; an action without them needs none. */
  log?: Log;
  /** Gives where the focus goes when it is done, since the pressed button is often gone with its row. */
  focus?: () => HTMLElement | null | undefined;
};

export type Action<Input, Result> = {
  /** Asks, does it, tells and notes. Never throws; a press while the same runs does nothing. */
  run: (input: Input) => Promise<Outcome<Result>>;
  /** For a form's `onSubmit`: does it, tells success and notes. Throws what the call throws, for the form's `failed`. */
  submit: (input: Input) => Promise<Result>;
  /** For a form's `failed`: what the action tells of its last submit. */
  failed: (error: unknown) => FormFailure;
  /** Whether the call runs, for this thing or for any. */
  isPending: (thing?: string) => boolean;
};

const ANY = "";

/** The hook of an action. */
export function defineAction<Input, Result>(
  definition: ActionDefinition<Input, Result>,
): (use?: ActionUse) => Action<Input, Result> {
  const thingOf = definition.thing ?? (() => ANY);

  return function useDefinedAction({ log, focus } = {}) {
    const { mutateAsync } = definition.mutation();
    const started = useRef(new Set<string>());
    const last = useRef<Input>(undefined);
    const [pending, setPending] = useState<readonly string[]>([]);

    async function submit(input: Input): Promise<Result> {
      last.current = input;
      const thing = thingOf(input);
      const note = noter(definition.log, log, input);
      note.start();
      setPending((things) => [...things, thing]);
      try {
        const instead = definition.withoutNetwork;
        const call = () => mutateAsync(input);
        const result = await (instead === undefined ? call() : orWithoutNetwork(call, () => instead(input)));
        note.done();
        showMessage("success", definition.done(result, input));
        focus?.()?.focus({ preventScroll: true });
        return result;
      } catch (error) {
        note.failed(error);
        throw error;
      } finally {
        setPending((things) => things.filter((_, index) => index !== things.indexOf(thing)));
      }
    }

    async function run(input: Input): Promise<Outcome<Result>> {
      const thing = thingOf(input);
      if (started.current.has(thing)) return { status: "running" };
      started.current.add(thing);
      try {
        if (definition.ask !== undefined && !(await confirm(definition.ask(input)))) return { status: "refused" };
        return { status: "done", result: await submit(input) };
      } catch (error) {
        showFailure(error, definition.failed(error, input));
        return { status: "failed", error };
      } finally {
        started.current.delete(thing);
      }
    }

    const failed = (error: unknown) => definition.failed(error, last.current as Input);
    const isPending = (thing?: string) => (thing === undefined ? pending.length > 0 : pending.includes(thing));
    return { run, submit, failed, isPending };
  };
}

/** Writes an action's entries, where it has some. */
function noter<Input>(entry: ActionDefinition<Input, unknown>["log"], log: Log | undefined, input: Input) {
  if (entry === undefined || log === undefined) return { start() {}, done() {}, failed() {} };
  const name = typeof entry.name === "string" ? entry.name : entry.name(input);
  const data = entry.about(input);
  const tries = entry.tries === true;
  return {
    start: () => void (tries && log(name, data)),
    done: () => log(tries ? `${name}_success` : name, data),
    failed: (error: unknown) => void (tries && log(`${name}_failed`, { ...data, error: messageOf(error) })),
  };
}
