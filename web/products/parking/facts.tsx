import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Facts side by side, each a name and what it is. `inOneRow` is for rows of a list at a desk: all of them beside each other. */
export function Facts({ inOneRow = false, children }: { inOneRow?: boolean; children: ReactNode }) {
  return (
    <dl
      className={clsx(
        "grid two-columns gap-x-6 gap-y-3",
        inOneRow ? "lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none" : "lg:grid-cols-3",
      )}
    >
      {children}
    </dl>
  );
}

/** One of them. `wide` takes the whole row. */
export function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-full min-w-0" : "min-w-0"}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
