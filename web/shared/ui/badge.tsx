import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const badge = cva(
  "inline-flex items-center h-fit gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap before:size-2 before:rounded-full before:bg-current",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-ink-soft",
        brand: "border-brand/30 bg-brand-soft text-brand-strong",
        success: "border-success/30 bg-success-soft text-success",
        warning: "border-warning/30 bg-warning-soft text-warning",
        danger: "border-danger/30 bg-danger-soft text-danger-strong",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

/** A short state in words. The colour only repeats what the word says. */
export function Badge({ tone, children }: VariantProps<typeof badge> & { children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>;
}
