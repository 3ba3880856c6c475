/** Actions of people on data. An action is defined once, with its call, question, texts and log entries, and used by its name. */
import { useRef, useState } from "react";
import { type ActingOnDevice, hasDevice, useActing } from "#data/acting.ts";
import type { Json } from "#data/database.gen.ts";
import { messageOf } from "#data/data-error.ts";
import { confirm, type ConfirmQuestion } from "#shared/feedback/confirm.ts";
import { type ActionMessage, showMessage, showFailure } from "#shared/feedback/action-message.ts";
import type { FormFailure } from "#shared/form/use-form.ts";
import type { Log } from "./use-activity-log.ts";
import { orWithoutNetwork } from "./without-network.ts";

type Data = { [key: string]: Json };

export type ActionDefinition<Input, Result> = {
  /** The call and the lists that it makes stale: a hook of data/<table>/mutations.ts or of session/staff. */
  mutation: () => { mutateAsync: (input: Input) => Promise<Result> };
  /**
   * The replacement for an attendant without a network, such as storing the work on the device until it can be sent. Its result counts as done; undefined
   * means that it failed. The first call may still have arrived, so both use the same key.
   */
  withoutNetwork?: (acting: ActingOnDevice, input: Input) => Promise<Result | undefined>;
  /** The thing that the action changes. The action runs once at a time for one thing; without `thing`, once at a time. */
  thing?: (input: Input) => string;
  /** The question before the action. After a no, nothing happens. */
  ask?: (input: Input) => ConfirmQuestion;
  /** The message after success; undefined shows nothing. */
  done: (result: Result, input: Input) => ActionMessage | undefined;
  /** The message after a failure; `at` says where a form shows it. An error that says to wait shows its own message instead. */
  failed: (error: unknown, input: Input) => FormFailure;
  /**
   * The entry in the activity log (document 1 §7). With `tries` there are three entries: `{name}` at the start, then `{name}_failed` or
   * `{name}_success`.
   */
  log?: { name: string | ((input: Input) => string); about: (input: Input) => Data; tries?: boolean };
};

export type Outcome<Result> =
  | { status: "done"; result: Result }
  | { status: "failed"; error: unknown }
  | { status: "refused" | "running" };

export type ActionOptions = {
  /** The activity log; an action without log entries needs none. */
  log?: Log;
  /** The element that gets the focus afterwards, because the pressed button is often gone with its row. */
  focus?: () => HTMLElement | null | undefined;
};

export type Action<Input, Result> = {
  /** Asks, calls, shows the message and writes the log. It never throws, and a press while the same action runs does nothing. */
  run: (input: Input) => Promise<Outcome<Result>>;
  /** For a form's `onSubmit`: calls, shows the success message and writes the log. It throws the call's error, for the form's `failed`. */
  submit: (input: Input) => Promise<Result>;
  /** For a form's `failed`: the action's message about its last submit. */
  failed: (error: unknown) => FormFailure;
  /** Whether the call runs, for this thing or for any. */
  isPending: (thing?: string) => boolean;
};

const ANY = "";

/** Makes the hook of an action. */
export function defineAction<Input, Result>(
  definition: ActionDefinition<Input, Result>,
): (options?: ActionOptions) => Action<Input, Result> {
  const thingOf = definition.thing ?? (() => ANY);

  return function useDefinedAction({ log, focus } = {}) {
    const acting = useActing();
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
        const result = await (instead !== undefined && hasDevice(acting)
          ? orWithoutNetwork(call, () => instead(acting, input))
          : call());
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

/** Writes the log entries of an action, if it has any. */
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
