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
import { type Told, tell } from "#shared/feedback/told.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { useLanguage } from "#shared/ui/language.ts";
import type { FieldBinding } from "./field.tsx";

/**
 * Thrown by `onSubmit` when the save failed in a way that the form itself should tell: `message` above the buttons, `fields`
 * beside the fields they name. An empty message shows the fields' messages alone.
 */
export class SubmitError extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "SubmitError";
    this.fields = fields;
  }
}

/** Told as a toast, or where it says so above the buttons: there it stays, and no dialog lies over it. */
export type FormFailure = Told | { text: string; description?: string; at: "form" | "both" };

type FormOptions<Values extends object, Output> = {
  initial: Values;
  /** Issues with a path go to their field, the others to the form. */
  schema: GenericSchema<Values, Output>;
  /** Fields that must not be blank, with the ONE text that stands for all of them (document 1 §5); checked before the schema. */
  required?: {
    fields: readonly (keyof Values & string)[];
    text: string;
    /** Said at each of them besides, where the form is longer than a window. */
    each?: string;
  };
  /** Saves. A rejection keeps what was typed; a SubmitError is shown as it says, others go to `failed`. */
  onSubmit: (values: Output) => unknown;
  /** What is told of a rejection that is not a SubmitError and does not say to wait; undefined tells nothing. */
  failed: (error: unknown) => FormFailure | undefined;
};

export type FormState<Values extends object> = {
  values: Values;
  /** The message of the whole form, shown with role alert. */
  message: string | undefined;
  isPending: boolean;
  /** What is typed is wrong, and the message or the fields say so; false while they tell of a save that failed. */
  isWrong: boolean;
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Whether it could be sent; what is wrong is shown as by an attempt to. */
  check: () => boolean;
  /** Takes the form back to the given values, or to the first ones, without messages. */
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
 * Values, messages and sending of one form. Messages come with the first attempt to send and follow what is typed from then on.
 * A second press while a save runs does nothing. A refused attempt puts focus on the first field that is wrong.
 */
export function useForm<Values extends object, Output>(options: FormOptions<Values, Output>): FormState<Values> {
  const [values, setValues] = useState(options.initial);
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const { problems, isWrong, ...telling } = useProblems(options, values, form);
  useTypedEarlier(form, (typed) => setValues((current) => ({ ...current, ...typed })));

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]) {
    setValues((current) => ({ ...current, [name]: value }));
    telling.forgetFailure();
  }

  function reset(next: Values = options.initial) {
    setValues(next);
    telling.startOver();
  }

  async function send(output: Output) {
    isSending.current = true;
    setIsPending(true);
    telling.forgetFailure();
    try {
      await options.onSubmit(output);
    } catch (error) {
      telling.tellFailure(error);
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current || !telling.check()) return;
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

  // The page's code sends forms; should the browser ever do it, nothing typed may stand in an address.
  const formProps = { ref: form, noValidate: true as const, method: "post" as const, onSubmit: handleSubmit };
  const { check } = telling;
  return { values, message: problems.message, isPending, isWrong, field, set, check, reset, messageId, formProps };
}

/** What is wrong with what is typed, or with the save that failed, from the first attempt to send on. */
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
    // The options are written anew at each render; schema and texts change with the language alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [attempts > 0, values, lang],
  );
  const problems = found === NONE || isClean(found) ? failure : found;
  useFocusOnFirstProblem(form, attempts);
  function tellFailure(error: unknown) {
    failed.current = error;
    const wait = waitText(error, form.current);
    setFailure(wait === undefined ? describeFailure(error, options.failed) : { ...NONE, message: wait });
  }
  // What stays on the screen is told again in the language that was chosen.
  const tellAgain = useEffectEvent(() => failure.message !== undefined && tellFailure(failed.current));
  useEffect(() => void tellAgain(), [lang]);
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
    tellFailure: (error: unknown) => {
      tellFailure(error);
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
  if (staying?.at !== "form") tell("error", failure);
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
 * Takes over what was typed, or filled in by the browser, before a prerendered form came alive: React keeps it on the screen and
 * tells nobody.
 */
function useTypedEarlier(form: RefObject<HTMLFormElement | null>, adopt: (typed: Record<string, string>) => void) {
  const handleTyped = useEffectEvent(adopt);
  useLayoutEffect(() => {
    const inputs = [...(form.current?.elements ?? [])].filter((element) => element instanceof HTMLInputElement);
    const typed = inputs.filter(({ name, value, defaultValue }) => name !== "" && value !== defaultValue);
    if (typed.length > 0) handleTyped(Object.fromEntries(typed.map(({ name, value }) => [name, value])));
  }, [form]);
}
