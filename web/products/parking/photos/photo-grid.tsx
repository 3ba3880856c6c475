import { useState } from "react";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";

/** `address` is null while the file has not arrived; `note` stands below the name. */
export type GridPhoto = { address: string | null; name: string; note: string };

type PhotoGridProps = {
  photos: readonly GridPhoto[];
  /** What they belong to, in words. */
  about: string;
  /** Said of a photo that has not arrived. */
  missing: string;
  /** The name of the button that opens one. */
  open: (name: string) => string;
};

const BOX = "grid aspect-4/3 w-full place-items-center overflow-hidden rounded-control border-2 bg-sunken";

/** Photos side by side; each opens large. */
export function PhotoGrid({ photos, about, missing, open }: PhotoGridProps) {
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const addresses = photos.flatMap(({ address }) => address ?? []);
  return (
    <>
      <ul className="grid grid-cols-2 gap-3">
        {photos.map(({ address, name, note }, index) => (
          <li key={`${name} ${note} ${index}`} className="grid min-w-0 content-start gap-1">
            {address === null ? (
              <p className={`${BOX} border-dashed border-line px-3 text-center text-ink-soft`}>{missing}</p>
            ) : (
              <button
                type="button"
                aria-label={open(note === "" ? name : `${name}, ${note}`)}
                onClick={() => setViewed({ addresses, index: addresses.indexOf(address), about })}
                className={`${BOX} border-line-strong hover:border-ink`}
              >
                <img src={address} alt="" decoding="async" className="size-full object-cover" />
              </button>
            )}
            <p className="text-sm">
              <span className="font-semibold">{name}</span>{" "}
              <span className="whitespace-nowrap text-ink-soft tabular-nums">{note}</span>
            </p>
          </li>
        ))}
      </ul>
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </>
  );
}
