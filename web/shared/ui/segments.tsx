import { clsx } from "clsx";

type SegmentsProps<Value extends string> = {
  /** Name of the choice for screen readers. */
  label: string;
  segments: readonly { value: Value; label: string; count?: string | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few choices of which one holds, side by side: what a list shows. Each may say how many there are. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex max-w-full gap-1 rounded-control bg-sunken p-1">
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
          className={clsx(
            "inline-flex min-h-11 min-w-0 flex-1 items-center justify-center gap-2 rounded-[calc(var(--radius-control)-0.125rem)] px-3 font-semibold",
            segment.value === value
              ? "bg-surface text-ink shadow-raised outline-2 -outline-offset-2 outline-brand"
              : "text-ink-soft hover:text-ink",
          )}
        >
          {segment.label}
          {segment.count !== undefined && <span className="font-normal text-ink-soft">{segment.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
