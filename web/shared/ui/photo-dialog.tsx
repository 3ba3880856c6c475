import { ArrowLeft, ArrowRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useLanguage } from "./language.ts";

// Not among the words of the design system, which every first page loads.
const words = {
  sv: {
    title: (place: number, count: number) => `Bild ${place} av ${count}`,
    previous: "Föregående bild",
    next: "Nästa bild",
    broken: "Bilden kunde inte visas.",
  },
  en: {
    title: (place: number, count: number) => `Photo ${place} of ${count}`,
    previous: "Previous photo",
    next: "Next photo",
    broken: "The photo could not be shown.",
  },
} as const;

/** Photos of one thing, which of them is looked at, and what they show in words. */
export type ViewedPhotos = { addresses: readonly string[]; index: number; about: string };

/** A photo at full size. The arrow keys walk through its photos, Escape closes. */
export function PhotoDialog({
  viewed,
  onView,
}: {
  viewed: ViewedPhotos | null;
  onView: (viewed: ViewedPhotos | null) => void;
}) {
  const texts = words[useLanguage()];
  if (viewed === null) return null;
  const { addresses, index, about } = viewed;
  const count = addresses.length;
  const show = (next: number) => onView({ ...viewed, index: (next + count) % count });
  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === "ArrowLeft") show(index - 1);
    if (key === "ArrowRight") show(index + 1);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onView(null)}
      title={texts.title(index + 1, count)}
      description={about}
      width="wide"
    >
      {/* The buttons inside are what can be pressed; the arrow keys work wherever focus stands in the dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={handleKeyDown}>
        <LargePhoto key={addresses[index]} address={addresses[index] ?? ""} alt={about} />
        {count > 1 && (
          <div className="mt-4 flex justify-between gap-3">
            <Button aria-label={texts.previous} onClick={() => show(index - 1)}>
              <ArrowLeft aria-hidden="true" />
            </Button>
            <Button aria-label={texts.next} onClick={() => show(index + 1)}>
              <ArrowRight aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function LargePhoto({ address, alt }: { address: string; alt: string }) {
  const texts = words[useLanguage()];
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="rounded-control bg-sunken px-6 py-16 text-center text-ink-soft">{texts.broken}</p>;
  return (
    <img
      src={address}
      alt={alt}
      onError={() => setIsBroken(true)}
      className="mx-auto max-h-[70dvh] min-h-40 max-w-full rounded-control bg-sunken object-contain"
    />
  );
}
