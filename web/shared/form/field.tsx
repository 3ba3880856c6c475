import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";

/** What `useForm().field(name)` hands to a field, and what a field needs when it is used without a form. */
export type FieldBinding<Value> = {
  name?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** Invalid without a message of its own: the form's message says what is wrong. */
  invalid?: boolean | undefined;
  /** Id of an element outside the field that describes it, such as the form's message. */
  describedBy?: string | undefined;
};

/** What every field shows around its control. The label is the control's whole accessible name; the rest describes it. */
export type FieldFrame = {
  label: string;
  hint?: ReactNode;
  /** A word at the label's side, such as "Valfritt". */
  note?: string | undefined;
  /** Said with aria-required: with the native attribute an untouched field is announced as wrong. */
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** Attributes that wire a control to its label, hint and message. */
export type ControlProps = {
  id: string;
  name: string | undefined;
  disabled: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "data-invalid": true | undefined;
};

type FieldProps = FieldFrame &
  Pick<FieldBinding<unknown>, "name" | "error" | "invalid" | "describedBy"> & {
    children: (control: ControlProps, ids: { label: string }) => ReactNode;
  };

/** The one place that joins label, control, hint and message. The control comes as a function that takes the attributes. */
export function Field({ label, hint, note, error, children, ...props }: FieldProps) {
  const id = useId();
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
  return (
    <div className={clsx("min-w-0", props.className)}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label id={ids.label} htmlFor={id} className="min-w-0 font-semibold">
          {label}
        </label>
        {note !== undefined && (
          <span id={ids.note} className="text-sm text-ink-soft">
            {note}
          </span>
        )}
      </div>
      {children(control, { label: ids.label })}
      {hasHint && (
        <div id={ids.hint} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </div>
      )}
      {error !== undefined && (
        // Below a field that is narrower than a message it begins to the left of it.
        <p
          id={ids.error}
          className="mt-1.5 ml-[min(0px,calc(100%-12rem))] flex items-start gap-1.5 font-medium text-danger"
        >
          <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Look of text-like controls: 16 px letters or more (smaller ones make phones zoom), 48 px high, and never scrolled to behind the form's message. */
export const controlClass =
  "block w-full min-h-12 scroll-mb-24 rounded-control border-2 border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-ink-soft hover:border-ink data-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:opacity-70";
