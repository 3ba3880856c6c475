import { clsx } from "clsx";
import { useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";

/** A grey block in place of content that loads; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse rounded-control bg-line", className)} />;
}

/** Grey rows for a list that loads. Screen readers speak `label`. */
export function SkeletonList({ rows = 3, label }: { rows?: number; label?: string }) {
  const { loading } = uiTexts[useLanguage()];
  return (
    <div aria-busy="true" className="grid gap-3">
      <output className="sr-only">{label ?? loading}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="rounded-card border border-line bg-surface p-4 sm:p-6">
          <Skeleton className="h-9 w-36" />
          <Skeleton className="mt-4 h-4 w-3/4" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}
