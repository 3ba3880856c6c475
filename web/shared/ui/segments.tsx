import { clsx } from "clsx";
import { Count } from "./count.tsx";

type SegmentsProps<Value extends string> = {
  /** The name of the choice for screen readers. */
  label: string;
  segments: readonly { value: Value; label: string; count?: string | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few choices side by side, of which one is chosen. Each may show a count. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1">
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
          className={clsx(
            "inline-flex min-h-11 min-w-0 flex-auto items-center justify-center gap-2 rounded-[calc(var(--radius-control)-0.125rem)] border-2 px-2.5 font-semibold max-sm:gap-1.5 max-sm:px-1 max-sm:text-[0.9375rem]",
            segment.value === value
              ? "border-brand bg-surface text-ink shadow-raised"
              : "border-transparent text-ink-soft hover:text-ink",
          )}
        >
          {segment.label}
          {segment.count !== undefined && <Count>{segment.count}</Count>}
        </button>
      ))}
    </fieldset>
  );
}
