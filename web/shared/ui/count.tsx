import type { ReactNode } from "react";

/** A count behind its word: quieter than the word, without brackets. The caller sets the space between both. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="font-normal text-ink-soft tabular-nums">{children}</span>;
}
