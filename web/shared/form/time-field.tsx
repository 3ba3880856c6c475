import { momentsTyped, otherTurn, parseTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import { dayTexts, fieldTexts } from "./texts.ts";

type TimeFieldProps = TextFieldProps & {
  /** The day of the time, `yyyy-MM-dd`. In one night of the year some times come twice. */
  day: string;
};

/**
 * A field for a time, HH:mm. It is a text field, because the browser's own shows AM and PM on an English device. Short typing such as `930`
 * or `9.30` becomes `09:30` when the focus leaves; other text stays, and the schema refuses it. For a time that comes twice in a night, the
 * field says which of the two it means, and a press changes it.
 */
export function TimeField({ value, onChange, hint = fieldTexts.timeHint, day, ...rest }: TimeFieldProps) {
  const texts = dayTexts[useLanguage()];
  const time = parseTime(value);
  const isDouble = time !== undefined && momentsTyped(day, value).length > 1;
  const isSecond = isDouble && otherTurn(time).endsWith("sommartid");
  return (
    // The field stays the same element while a person types; a new element would lose the focus.
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
          <output className="block">{texts.comesTwice(time.slice(0, 5), isSecond)}</output>
          <Button size="small" className="justify-self-start" onClick={() => onChange(otherTurn(time))}>
            {texts.meanOther(isSecond)}
          </Button>
        </>
      )}
    </div>
  );
}
