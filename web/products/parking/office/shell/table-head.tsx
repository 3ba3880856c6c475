import { clsx } from "clsx";
import type { ComponentProps } from "react";

/**
 * The head of a list that is a table where it has the room; the head stays in sight. `className` has the columns, and the width from which
 * the head is shown (`@4xl:grid`).
 */
export function TableHead({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={clsx(
        "sticky top-0 z-10 hidden min-h-8 items-center border-b border-line-strong bg-canvas text-sm font-semibold text-ink-soft",
        className,
      )}
    />
  );
}
