import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { Words } from "#shared/ui/words.tsx";

/** The props that `useForm().field(name)` gives to a field; a field without a form needs the same. */
export type FieldBinding<Value> = {
  name?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** Marks the field as wrong without a message of its own; the form's message says why. */
  invalid?: boolean | undefined;
  /** The id of an element outside the field that describes the field, such as the form's message. */
  describedBy?: string | undefined;
};

/** The parts around a field's control. The label is the control's whole accessible name; the other parts describe it. */
export type FieldFrame = {
  label: string;
  hint?: ReactNode;
  /** A word beside the label. */
  note?: string | undefined;
  /** Shows "Optional" beside the label. */
  optional?: boolean | undefined;
  /** Sets aria-required. The native attribute would announce an untouched field as wrong. */
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** Attributes that connect a control to its label, hint and message. */
export type ControlProps = {
  id: string;
  name: string | undefined;
  disabled: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "data-invalid": true | undefined;
};

type Around = FieldFrame & Pick<FieldBinding<unknown>, "name" | "error" | "invalid" | "describedBy">;

type FieldProps = Around & {
  /** The message stands above the control, whose lower end may be out of sight: a long list of choices. */
  errorFirst?: boolean;
  children: (control: ControlProps, ids: { label: string }) => ReactNode;
};

/** A field's props in two parts: those for `Field`, and the attributes of the control itself. */
export function splitField<Props extends Around>(props: Props): [Around, Omit<Props, keyof Around>] {
  const { label, hint, note, optional, required, disabled, className, name, error, invalid, describedBy, ...rest } =
    props;
  return [{ label, hint, note, optional, required, disabled, className, name, error, invalid, describedBy }, rest];
}

/**
 * Connects label, control, hint and message, for all kinds of fields. `children` is a function that takes the attributes and returns the
 * control.
 */
export function Field({ label, hint, optional = false, error, errorFirst = false, children, ...props }: FieldProps) {
  const id = useId();
  const optionalText = uiTexts[useLanguage()].optional;
  const note = props.note ?? (optional ? optionalText : undefined);
  const ids = {
    label: `${id}-label`,
    hint: `${id}-hint`,
    note: `${id}-note`,
    error: `${id}-error`,
  };
  const hasHint = hint !== undefined && hint !== null && hint !== "";
  const isInvalid = error !== undefined || props.invalid === true;
  const describedBy = [
    error !== undefined && ids.error,
    props.describedBy,
    hasHint && ids.hint,
    note !== undefined && ids.note,
  ].filter(Boolean);
  const control: ControlProps = {
    id,
    name: props.name,
    disabled: props.disabled,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy.length > 0 ? describedBy.join(" ") : undefined,
    "data-invalid": isInvalid || undefined,
  };
  const message = error !== undefined && <FieldMessage id={ids.error} text={error} isFirst={errorFirst} />;
  return (
    <div className={clsx("min-w-0", props.className)}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label id={ids.label} htmlFor={id} className="min-w-0 font-semibold">
          <Words text={label} />
        </label>
        {note !== undefined && (
          <span id={ids.note} className="text-sm text-ink-soft">
            {note}
          </span>
        )}
      </div>
      {errorFirst && message}
      {children(control, { label: ids.label })}
      {hasHint && (
        <div id={ids.hint} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {!errorFirst && message}
    </div>
  );
}

/** Why a field is wrong. Beside a day, the message of a time is wider than its field, and starts to the left of it. */
const FieldMessage = ({ id, text, isFirst }: { id: string; text: string; isFirst: boolean }) => (
  <p
    id={id}
    className={clsx(
      isFirst ? "mb-1.5" : "mt-1.5",
      "flex items-start gap-1.5 font-medium text-danger @[18rem]:ml-[min(0px,calc(100%-12rem))]",
    )}
  >
    <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
    {text}
  </p>
);

/**
 * The look of text-like controls: 48 px high, with letters of 16 px or more, because smaller letters make phones zoom. A scroll to the
 * control leaves room for the form's message.
 */
export const controlClass =
  "block w-full min-h-12 scroll-mb-24 rounded-control border-2 border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-ink-soft hover:border-ink data-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:opacity-70";
