import { clsx } from "clsx";
import { ChevronDown, Ellipsis } from "lucide-react";

type RowToggleProps = {
  /** The button's name for screen readers; it says which row opens. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** The button that opens a row to the rest. It covers the row's head, which is positioned and leaves room for its arrow on the right, or `⋯` in a table. */
export function RowToggle({ name, isOpen, onToggle }: RowToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={name}
      onClick={onToggle}
      className="absolute inset-0 flex items-center justify-end pr-3 text-ink-soft focus-visible:-outline-offset-4"
    >
      <ChevronDown aria-hidden="true" className={clsx("size-5 @2xl:hidden", isOpen && "rotate-180")} />
      <Ellipsis aria-hidden="true" className="hidden size-5 @2xl:block" />
    </button>
  );
}
