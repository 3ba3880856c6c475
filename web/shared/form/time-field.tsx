import { parseTime } from "#shared/format/dates.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/**
 * A time as HH:mm. A text field, since the browser's own shows AM and PM where the device is English. Short typing as `930` or
 * `9.30` becomes `09:30` when the field is left; what is no time stays as typed, for the schema to refuse.
 */
export function TimeField({ value, onChange, hint = uiTexts.timeHint, ...rest }: TextFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      {...rest}
      hint={hint}
      value={value}
      onChange={onChange}
      onBlur={(event) => {
        rest.onBlur?.(event);
        const time = parseTime(value);
        if (time !== undefined && time !== value) onChange(time);
      }}
    />
  );
}
