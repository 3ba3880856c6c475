import { ArrowLeft, ArrowRight } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useLanguage } from "./language.ts";

// The words stand apart from the design system's texts, which every first page loads.
const words = {
  sv: {
    title: (place: number, count: number) => `Bild ${place} av ${count}`,
    previous: "Föregående bild",
    next: "Nästa bild",
    large: "Full storlek",
    broken: "Bilden kunde inte visas.",
  },
  en: {
    title: (place: number, count: number) => `Photo ${place} of ${count}`,
    previous: "Previous photo",
    next: "Next photo",
    large: "Full size",
    broken: "The photo could not be shown.",
  },
} as const;

/** Photos of one thing, the index of the open photo, and their description: one for all, or one for each. */
export type ViewedPhotos = { addresses: readonly string[]; index: number; about: string | readonly string[] };

/** A photo as large as the window; a press shows its own size. The arrow keys walk through the photos, Escape closes the dialog. */
export function PhotoDialog({
  viewed,
  onView,
}: {
  viewed: ViewedPhotos | null;
  onView: (viewed: ViewedPhotos | null) => void;
}) {
  const texts = words[useLanguage()];
  const [isLarge, setIsLarge] = useState(false);
  if (viewed === null) return null;
  const { addresses, index, about } = viewed;
  const description = typeof about === "string" ? about : (about[index] ?? "");
  const count = addresses.length;
  function leaveFor(next: ViewedPhotos | null) {
    setIsLarge(false);
    onView(next);
  }
  const show = (next: number) => leaveFor({ addresses, about, index: (next + count) % count });
  function handleKeyDown({ key }: KeyboardEvent) {
    // At full size the arrow keys scroll the photo.
    if (isLarge) return;
    if (key === "ArrowLeft") show(index - 1);
    if (key === "ArrowRight") show(index + 1);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leaveFor(null)}
      title={texts.title(index + 1, count)}
      description={description}
      width="wide"
    >
      {/* People press the buttons inside; the arrow keys work wherever the focus is in the dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={handleKeyDown}>
        <LargePhoto
          key={addresses[index]}
          {...{ address: addresses[index] ?? "", alt: description, isLarge }}
          onPress={() => setIsLarge(!isLarge)}
        />
        <div className="mt-4 flex justify-between gap-3">
          {count > 1 && (
            <Button aria-label={texts.previous} onClick={() => show(index - 1)}>
              <ArrowLeft aria-hidden="true" />
            </Button>
          )}
          <Button aria-pressed={isLarge} onClick={() => setIsLarge(!isLarge)}>
            {texts.large}
          </Button>
          {count > 1 && (
            <Button aria-label={texts.next} onClick={() => show(index + 1)}>
              <ArrowRight aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

// Styles instead of classes: the style sheet that every page loads has no room left. The photo also covers the dialog's padding.
const BOX: CSSProperties = { height: "70dvh", marginInline: "-1.25rem" };
const OWN_SIZE: CSSProperties = { maxWidth: "none" };

type LargePhotoProps = { address: string; alt: string; isLarge: boolean; onPress: () => void };

function LargePhoto({ address, alt, isLarge, onPress }: LargePhotoProps) {
  const texts = words[useLanguage()];
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="rounded-control bg-sunken px-6 py-16 text-center text-ink-soft">{texts.broken}</p>;
  return (
    // With focus, the arrow keys scroll a large photo.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="bg-sunken" style={isLarge ? { ...BOX, overflow: "auto" } : BOX} tabIndex={isLarge ? 0 : undefined}>
      {/* The button below does the same for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <img
        src={address}
        alt={alt}
        onError={() => setIsBroken(true)}
        onClick={onPress}
        className={isLarge ? "mx-auto" : "size-full object-contain"}
        style={isLarge ? OWN_SIZE : undefined}
      />
    </div>
  );
}
