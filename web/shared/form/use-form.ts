import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { safeParse, type GenericSchema } from "valibot";
import { type ActionMessage, showMessage } from "#shared/feedback/action-message.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { useLanguage } from "#shared/ui/language.ts";
import type { FieldBinding } from "./field.tsx";

/**
 * An error that `onSubmit` throws when the form itself should show the failure: `message` above the buttons, `fields` beside the named
 * fields. With an empty message only the fields show theirs.
 */
export class SubmitError extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "SubmitError";
    this.fields = fields;
  }
}

/** The message of a failed save: a toast, or (`at`) a text above the buttons, which stays there and is never covered by a dialog. */
export type FormFailure = ActionMessage | { text: string; description?: string; at: "form" | "both" };

export type FormOptions<Values extends object, Output> = {
  initial: Values;
  /** The schema of the values. An issue with a path shows at its field, other issues show at the form. */
  schema: GenericSchema<Values, Output>;
  /** Fields that must not be blank, with the ONE text for all of them (document 1 §5). They are checked before the schema. */
  required?: {
    fields: readonly (keyof Values & string)[];
    text: string;
    /** A text at each blank field besides, for forms longer than a window. */
    each?: string;
  };
  /** Saves the values. After a rejection the typed values stay; a SubmitError is shown as it says, other errors go to `failed`. */
  onSubmit: (values: Output) => unknown;
  /** The message for a rejection that is not a SubmitError and does not say to wait; undefined shows nothing. */
  failed: (error: unknown) => FormFailure | undefined;
};

export type FormState<Values extends object> = {
  values: Values;
  /** The message of the whole form, shown with role alert. */
  message: string | undefined;
  isPending: boolean;
  /** True while a typed value is wrong and a message says so; false while the messages report a failed save. */
  isWrong: boolean;
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Whether the form could be sent. Problems are shown, as after an attempt to send. */
  check: () => boolean;
  /** Returns the form to the given values, or to the first values, without messages. */
  reset: (values?: Values) => void;
  messageId: string;
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    method: "post";
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
};

type Problems = {
  fields: Readonly<Record<string, string | undefined>>;
  blank: ReadonlySet<string>;
  message: string | undefined;
};

const NONE: Problems = { fields: {}, blank: new Set(), message: undefined };

/**
 * The values, messages and sending of one form. Messages appear with the first attempt to send, and follow the typed values afterwards. A
 * second press during a save does nothing. After a refused attempt the first wrong field gets the focus.
 */
export function useForm<Values extends object, Output>(options: FormOptions<Values, Output>): FormState<Values> {
  const [values, setValues] = useState(options.initial);
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const { problems, isWrong, ...messages } = useProblems(options, values, form);
  useTypedEarlier(form, (typed) => setValues((current) => ({ ...current, ...typed })));

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]) {
    setValues((current) => ({ ...current, [name]: value }));
    messages.forgetFailure();
  }

  function reset(next: Values = options.initial) {
    setValues(next);
    messages.startOver();
  }

  async function send(output: Output) {
    isSending.current = true;
    setIsPending(true);
    messages.forgetFailure();
    try {
      await options.onSubmit(output);
    } catch (error) {
      messages.showFailure(error);
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current || !messages.check()) return;
    const parsed = safeParse(options.schema, values);
    if (parsed.success) void send(parsed.output);
  }

  function field<Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]> {
    const isBlank = problems.blank.has(name);
    return {
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      error: problems.fields[name],
      invalid: isBlank,
      describedBy: isBlank ? messageId : undefined,
    };
  }

  // The page's code sends the form. If the browser ever sends it, `post` keeps the typed values out of the address.
  const formProps = { ref: form, noValidate: true as const, method: "post" as const, onSubmit: handleSubmit };
  const { check } = messages;
  return { values, message: problems.message, isPending, isWrong, field, set, check, reset, messageId, formProps };
}

/** The problems of the typed values, or of the failed save, from the first attempt to send on. */
function useProblems<Values extends object, Output>(
  options: FormOptions<Values, Output>,
  values: Values,
  form: RefObject<HTMLFormElement | null>,
) {
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState(NONE);
  const failed = useRef<unknown>(undefined);
  const lang = useLanguage();
  const found = useMemo(
    () => (attempts === 0 ? NONE : findProblems(options, values)),
    // The options are new objects at each render, but schema and texts change only with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [attempts > 0, values, lang],
  );
  const problems = found === NONE || isClean(found) ? failure : found;
  useFocusOnFirstProblem(form, attempts);
  function keepFailure(error: unknown) {
    failed.current = error;
    const wait = waitText(error, form.current);
    setFailure(wait === undefined ? describeFailure(error, options.failed) : { ...NONE, message: wait });
  }
  // A failure that stays on the screen is shown again in the newly chosen language.
  const showAgain = useEffectEvent(() => failure.message !== undefined && keepFailure(failed.current));
  useEffect(() => void showAgain(), [lang]);
  const countAttempt = () => setAttempts((count) => count + 1);
  return {
    problems,
    isWrong: problems === found && !isClean(found),
    forgetFailure: () => setFailure(NONE),
    startOver: () => {
      setAttempts(0);
      setFailure(NONE);
    },
    check: (): boolean => {
      setFailure(NONE);
      const isRight = isClean(findProblems(options, values));
      if (!isRight) countAttempt();
      return isRight;
    },
    showFailure: (error: unknown) => {
      keepFailure(error);
      countAttempt();
    },
  };
}

function findProblems<Values extends object, Output>(options: FormOptions<Values, Output>, values: Values): Problems {
  const blank = new Set(options.required?.fields.filter((name) => isBlankValue(values[name])));
  if (blank.size > 0) {
    const each = options.required?.each;
    const fields = each === undefined ? {} : Object.fromEntries([...blank].map((name) => [name, each]));
    return { fields, blank, message: options.required?.text };
  }
  const parsed = safeParse(options.schema, values);
  if (parsed.success) return NONE;
  const fields: Record<string, string> = {};
  let message: string | undefined;
  for (const issue of parsed.issues) {
    const name = issue.path?.[0]?.key;
    if (typeof name === "string") fields[name] ??= issue.message;
    else message ??= issue.message;
  }
  return { fields, blank: NONE.blank, message };
}

function isClean(problems: Problems): boolean {
  return problems.message === undefined && problems.blank.size === 0 && Object.keys(problems.fields).length === 0;
}

function isBlankValue(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function describeFailure(error: unknown, failed: (error: unknown) => FormFailure | undefined): Problems {
  if (error instanceof SubmitError)
    return { fields: error.fields, blank: NONE.blank, message: error.message || undefined };
  const failure = failed(error);
  const staying = typeof failure === "object" && "at" in failure ? failure : undefined;
  if (staying?.at !== "form") showMessage("error", failure);
  return { ...NONE, message: staying && [staying.text, staying.description].filter(Boolean).join(": ") };
}

function useFocusOnFirstProblem(form: RefObject<HTMLFormElement | null>, attempts: number) {
  useEffect(() => {
    if (attempts === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>("[data-invalid]");
    wrong?.focus();
  }, [form, attempts]);
}

/**
 * Takes over values that a person typed, or the browser filled in, before the prerendered form came alive. React keeps such values on the
 * screen but reports no change.
 */
function useTypedEarlier(form: RefObject<HTMLFormElement | null>, adopt: (typed: Record<string, string>) => void) {
  const handleTyped = useEffectEvent(adopt);
  useLayoutEffect(() => {
    const inputs = [...(form.current?.elements ?? [])].filter((element) => element instanceof HTMLInputElement);
    const typed = inputs.filter((input) => input.name !== "" && input.value !== defaultShown(input));
    if (typed.length > 0) handleTyped(Object.fromEntries(typed.map(({ name, value }) => [name, value])));
  }, [form]);
}

/** The first value of a field as the browser shows it: a field of one line leaves line breaks out. */
const defaultShown = (input: HTMLInputElement): string =>
  Object.assign(input.cloneNode() as HTMLInputElement, { value: input.defaultValue }).value;
