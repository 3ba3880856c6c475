import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

/** The shape before a state, in the text's colour and size (`em`). States that are not drawn as a badge use it too. */
export const stateMark = cva("before:shrink-0 before:forced-color-adjust-none", {
  variants: {
    tone: {
      neutral: "before:rounded-full before:border-2 before:border-current",
      brand: "before:rounded-[2px] before:bg-current",
      success: "before:rounded-full before:bg-current",
      warning: "before:bg-current before:[clip-path:polygon(50%_0,100%_100%,0_100%)]",
      danger: "before:rotate-45 before:scale-75 before:bg-current",
    },
  },
  defaultVariants: { tone: "neutral" },
});

const badge = cva(
  "inline-flex items-center h-fit gap-1.5 rounded-full border px-[min(0.625rem,2.5vw)] py-0.5 text-sm font-semibold shrink-0 max-w-full before:size-2.5",
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

/**
 * A short state in words. The shape and colour before it only repeat the word: a disc for good, a triangle for attention, a diamond for
 * wrong, a square for marked, a ring for the rest.
 */
export function Badge({ tone, children }: VariantProps<typeof badge> & { children: ReactNode }) {
  return <span className={stateMark({ tone, className: badge({ tone }) })}>{children}</span>;
}
