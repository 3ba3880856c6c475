import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#shared/ui/button.tsx";

/** The part of a paged query that ShowMore uses; results of TanStack Query fit. */
type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type ShowMoreProps = {
  pages: Pages;
  label: string;
  failed: string;
  /** The number of rows shown. After each page the end is looked for again. */
  shown: number;
  /** Fetches the next page by itself when the end comes near the window. */
  byItself?: boolean;
};

/** The end of a list with more pages. A page that failed to load is fetched again only by a press. */
export function ShowMore({ pages, label, failed, shown, byItself = false }: ShowMoreProps) {
  function handleNear() {
    if (!pages.isFetchingNextPage && !pages.isFetchNextPageError) pages.fetchNextPage();
  }
  if (!pages.hasNextPage) return null;
  return (
    <div className="mt-6 grid justify-items-center gap-3">
      {byItself && <End key={shown} onNear={handleNear} />}
      {pages.isFetchNextPageError && (
        <p role="alert" className="font-medium text-danger">
          {failed}
        </p>
      )}
      <Button pending={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}

/** Calls `onNear` when this element comes near the window. */
function End({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const handleNear = useEffectEvent(onNear);
  useEffect(() => {
    if (mark.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleNear();
      },
      { rootMargin: "800px" },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={mark} />;
}
