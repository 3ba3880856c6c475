import { momentsTyped, otherTurn, parseTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import { fieldTexts } from "./texts.ts";

type TimeFieldProps = TextFieldProps & {
  /** The day that the time belongs to, `yyyy-MM-dd`: in one night of the year a time comes twice. */
  day: string;
};

/**
 * A time as HH:mm. A text field, since the browser's own shows AM and PM where the device is English. Short typing as `930` or
 * `9.30` becomes `09:30` when the field is left; what is no time stays as typed, for the schema to refuse. Of two equal times of a night it
 * says which is meant, and a press means the other one.
 */
export function TimeField({ value, onChange, hint = fieldTexts.timeHint, day, ...rest }: TimeFieldProps) {
  const time = parseTime(value);
  const isDouble = time !== undefined && momentsTyped(day, value).length > 1;
  const isSecond = isDouble && otherTurn(time).endsWith("sommartid");
  return (
    // The field stays the same element while somebody types: a new one would lose the focus.
    <div className={isDouble ? "col-span-full grid gap-2" : "contents"}>
      <TextField
        inputMode={isDouble ? "text" : "numeric"}
        autoComplete="off"
        maxLength={15}
        {...rest}
        hint={hint}
        value={value}
        onChange={onChange}
        onBlur={(event) => {
          rest.onBlur?.(event);
          if (time !== undefined && time !== value) onChange(time);
        }}
      />
      {isDouble && (
        <>
          <output className="block">{fieldTexts.comesTwice(time.slice(0, 5), isSecond)}</output>
          <Button size="small" className="justify-self-start" onClick={() => onChange(otherTurn(time))}>
            {fieldTexts.meanOther(isSecond)}
          </Button>
        </>
      )}
    </div>
  );
}
