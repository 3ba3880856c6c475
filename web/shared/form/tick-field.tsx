import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { FieldBinding } from "./field.tsx";

/** A checkbox with its label. */
export function TickField(props: { label: string; hint?: string | undefined } & Omit<FieldBinding<boolean>, "name">) {
  const { label, hint, value, onChange, error } = props;
  const id = useId();
  return (
    <div>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          // The input has no name: a form takes over early values of named inputs, and a checkbox's value is "on" either way.
          checked={value}
          aria-describedby={`${id}-hint`}
          aria-invalid={error !== undefined || undefined}
          data-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 shrink-0 cursor-pointer accent-brand"
        />
        {label}
      </label>
      <div id={`${id}-hint`}>
        {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
        {error !== undefined && (
          <p className="mt-1.5 flex items-start gap-1.5 font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
