import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass, Field, type FieldBinding, type FieldFrame, splitField } from "./field.tsx";

type Native<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentProps<Tag>,
  "value" | "onChange" | "name" | "id" | "className" | "required" | "disabled" | "children"
>;

export type TextFieldProps = FieldFrame & FieldBinding<string> & Native<"input">;

/** A field for one line of text. The value is the text as typed; the schema trims it. */
export function TextField({ value, onChange, ...props }: TextFieldProps) {
  const [frame, rest] = splitField(props);
  return (
    <Field {...frame}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          aria-required={frame.required}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={clsx(controlClass, "truncate", rest.readOnly === true && "bg-sunken")}
        />
      )}
    </Field>
  );
}

export type NumberFieldProps = TextFieldProps & {
  min?: number;
  max?: number;
  step?: number | "any";
  suffix?: string;
};

/** A field for a number. The value stays a string, so that a half-typed number survives; the schema converts it. */
export function NumberField(props: NumberFieldProps) {
  return <TextField inputMode="decimal" {...props} type="number" />;
}

export type TextAreaProps = FieldFrame & FieldBinding<string> & Native<"textarea">;

/** A field for several lines of text. */
export function TextArea({ value, onChange, ...props }: TextAreaProps) {
  const [frame, rest] = splitField(props);
  return (
    <Field {...frame}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          aria-required={frame.required}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={clsx(controlClass, "field-sizing-content min-h-28 resize-y")}
        />
      )}
    </Field>
  );
}

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: string;
  disabled?: boolean;
};

export type SelectFieldProps<Value extends string> = FieldFrame &
  FieldBinding<Value> &
  Native<"select"> & {
    options: readonly SelectOption<Value>[];
    /** The text while nothing is chosen; the value is then the empty string. */
    placeholder?: string;
  };

/** A field for one choice. It uses the browser's own list, which works best on a phone. */
export function SelectField<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  ...props
}: SelectFieldProps<Value>) {
  const [frame, rest] = splitField(props);
  return (
    <Field {...frame}>
      {(control) => (
        <select
          {...rest}
          {...control}
          aria-required={frame.required}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={clsx(controlClass, "select-arrow pr-10")}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
