import { Field, type FieldBinding, type FieldFrame } from "./field.tsx";

export type SliderFieldProps = FieldFrame & FieldBinding<number> & { min: number; max: number; step?: number };

/** A field for a number on a scale: the browser's own slider, with the number beside it. */
export function SliderField({ value, onChange, min, max, step = 1, ...frame }: SliderFieldProps) {
  return (
    <Field {...frame}>
      {(control) => (
        <div className="flex items-center gap-4">
          <input
            {...control}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-brand"
          />
          <output htmlFor={control.id} className="w-14 text-right text-2xl font-bold tabular-nums">
            {value}
            <span className="text-sm font-medium text-ink-soft">{` / ${max}`}</span>
          </output>
        </div>
      )}
    </Field>
  );
}
