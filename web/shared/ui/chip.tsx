import type { ReactNode } from "react";

/** A small button beside a field. It fills in a value that people often want. */
export function Chip({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-full border-2 border-line-strong bg-surface px-3.5 font-semibold whitespace-nowrap hover:border-brand hover:text-brand active:bg-brand-soft"
    >
      {children}
    </button>
  );
}
