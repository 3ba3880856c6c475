import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { Words } from "./words.tsx";

/** A large link with an English name, and a line that says where it leads. */
export function CardLink({ name, hint, to }: { name: string; hint: string; to: string }) {
  const id = useId();
  return (
    <Link
      to={to}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      className="group flex h-full items-center justify-between gap-4 rounded-card border-2 border-line bg-surface p-5 no-underline shadow-raised hover:border-brand sm:p-6"
    >
      <span className="min-w-0">
        <span id={`${id}-name`} lang="en" className="block text-xl font-bold text-brand">
          {name}
        </span>
        <span id={`${id}-hint`} className="mt-1 block text-ink-soft">
          <Words text={hint} />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft group-hover:text-brand" />
    </Link>
  );
}
