import { ChevronLeft, ChevronRight } from "lucide-react";
import { clsx } from "clsx";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";
import { Picture } from "../parts/picture.tsx";

const labels = texts.gallery;

/**
 * The pictures of a property, one at a time: arrow keys, Home and End walk, a finger swipes (the strip scrolls and snaps), and the small
 * pictures below jump. After the last picture comes the first.
 */
export function Gallery({ title, urls }: { title: string; urls: readonly string[] }) {
  const section = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const count = urls.length;

  function show(place: number) {
    if (count === 0) return;
    const next = (place + count) % count;
    setAt(next);
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: "instant" });
  }

  useGalleryKeys(section, {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    Home: () => show(0),
    End: () => show(count - 1),
  });

  function handleScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setAt(Math.min(count - 1, Math.round(scrollLeft / Math.max(1, clientWidth))));
  }

  if (count === 0) return <Picture url="" alt={title} className="aspect-4/3 w-full rounded-card" />;
  return (
    <section ref={section} aria-label={labels.label} aria-roledescription="carousel">
      <div className="relative">
        <ul
          ref={strip}
          aria-label={labels.label}
          // A strip that scrolls must be reachable with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={handleScroll}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
        >
          {urls.map((url, index) => (
            <li key={url} aria-hidden={index !== at} className="w-full shrink-0 snap-center">
              <Picture url={url} alt={labels.alt(title, index + 1, count)} className="aspect-4/3 w-full" />
            </li>
          ))}
        </ul>
        {count > 1 && (
          <>
            <StepButton side="left" label={labels.previous} onClick={() => show(at - 1)} />
            <StepButton side="right" label={labels.next} onClick={() => show(at + 1)} />
            <output className="absolute right-2 bottom-2 rounded-full bg-surface px-2.5 py-0.5 text-sm font-semibold tabular-nums">
              {labels.position(at + 1, count)}
            </output>
          </>
        )}
      </div>
      {count > 1 && <Thumbnails urls={urls} at={at} onChoose={show} />}
    </section>
  );
}

function StepButton({ side, label, onClick }: { side: "left" | "right"; label: string; onClick: () => void }) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <Button
      size="icon"
      aria-label={label}
      onClick={onClick}
      className={clsx("absolute top-1/2 -translate-y-1/2 rounded-full", side === "left" ? "left-2" : "right-2")}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}

function Thumbnails({ urls, at, onChoose }: { urls: readonly string[]; at: number; onChoose: (at: number) => void }) {
  const row = useRef<HTMLDivElement>(null);
  useKeptInView(row, at);
  return (
    <div ref={row} className="mt-2 flex gap-2 overflow-x-auto p-1">
      {urls.map((url, index) => (
        <button
          key={url}
          type="button"
          aria-label={labels.show(index + 1)}
          aria-current={index === at || undefined}
          onClick={() => onChoose(index)}
          className={clsx(
            "shrink-0 overflow-hidden rounded-control border-2",
            index === at ? "border-brand" : "border-line opacity-75 hover:opacity-100",
          )}
        >
          <Picture url={url} alt="" className="h-14 w-19" />
        </button>
      ))}
    </div>
  );
}

type GalleryKey = "ArrowLeft" | "ArrowRight" | "Home" | "End";

/**
 * The arrows work whenever no field has the focus, because only one gallery is visible. Home and End scroll the page unless the gallery has
 * the focus.
 */
function useGalleryKeys(section: RefObject<HTMLElement | null>, actions: Record<GalleryKey, () => void>) {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (!isGalleryKey(key) || !(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("textarea, select, input:not([type=checkbox]), [role=alertdialog], [role=tab]") !== null) return;
    if (!key.startsWith("Arrow") && section.current?.contains(target) !== true) return;
    event.preventDefault();
    actions[key]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

const isGalleryKey = (key: string): key is GalleryKey => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);

/** Scrolls the row sideways only, so that the chosen small picture is visible. */
function useKeptInView(row: RefObject<HTMLDivElement | null>, at: number) {
  useEffect(() => {
    const box = row.current;
    const chosen = box?.children[at];
    if (!(box instanceof HTMLElement) || !(chosen instanceof HTMLElement)) return;
    box.scrollTo({ left: chosen.offsetLeft - box.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2 });
  }, [row, at]);
}
