import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Words } from "#shared/ui/words.tsx";

/** Facts side by side, each with a name and a value. `inOneRow` is for up to five in a row at a desk. */
export function Facts({ inOneRow = false, children }: { inOneRow?: boolean; children: ReactNode }) {
  return (
    <dl className={clsx("grid two-columns gap-x-6 gap-y-3", inOneRow ? "lg:grid-cols-5" : "lg:grid-cols-3")}>
      {children}
    </dl>
  );
}

type FactProps = { name: string; wide?: boolean; className?: string; children: ReactNode };

/** A fact. `wide` takes the whole row. */
export function Fact({ name, wide = false, className, children }: FactProps) {
  return (
    <div className={clsx("min-w-0", wide && "col-span-full", className)}>
      <dt className="text-sm text-ink-soft">
        <Words text={name} />
      </dt>
      <dd className="font-semibold wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** `isCut` keeps the first line of a text that may be long. */
type CellProps = { name: string; className?: string; isCut?: boolean; children: ReactNode };

/** A fact in a row of a table, whose head says its name to eyes. */
export function Cell({ name, className, isCut = false, children }: CellProps) {
  return (
    <div className={clsx("min-w-0", className)}>
      <dt className="sr-only">{name}</dt>
      <dd className={isCut ? "line-clamp-1 break-all" : "inline"}>{children}</dd>
    </div>
  );
}
