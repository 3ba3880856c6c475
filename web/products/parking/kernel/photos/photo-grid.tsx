import { useState } from "react";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";

/** A photo; `address` is null until the file has arrived, `note` stands below the name. */
export type GridPhoto = { address: string | null; name: string; note: string };

type PhotoGridProps = {
  photos: readonly GridPhoto[];
  /** The text for a photo that has not arrived. */
  missing: string;
  /** The name of the button that opens a photo. */
  open: (name: string) => string;
  /** `tiles` stand beside their names, small, for a page that is read on a slow phone. */
  layout?: keyof typeof LAYOUTS;
};

const BOX = "grid aspect-4/3 place-items-center rounded-control border-2 bg-sunken";
const LAYOUTS = {
  halves: { list: "grid two-columns gap-3", item: "grid min-w-0 content-start gap-1", box: "w-full", missing: "px-3" },
  tiles: {
    list: "grid gap-3 sm:grid-cols-2",
    item: "flex items-center gap-3",
    box: "w-[min(6rem,40%)] shrink-0",
    missing: "px-1 text-sm",
  },
};

const nameOf = (name: string, note: string) => (note === "" ? name : `${name}, ${note}`);

/** A list of photos; a press opens one large. They load after everything else, and only near the view. */
export function PhotoGrid({ photos, missing, open, layout = "halves" }: PhotoGridProps) {
  const look = LAYOUTS[layout];
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const arrived = photos.flatMap(({ address, name, note }) =>
    address === null ? [] : [{ address, name: nameOf(name, note) }],
  );
  const addresses = arrived.map(({ address }) => address);
  const about = arrived.map(({ name }) => name);
  return (
    <>
      <ul className={look.list}>
        {photos.map(({ address, name, note }, index) => (
          <li key={`${name} ${note} ${index}`} className={look.item}>
            {address === null ? (
              // The box grows with large text: it hides nothing that stands over its edge.
              <p className={`${BOX} ${look.box} ${look.missing} border-dashed border-line text-center text-ink-soft`}>
                {missing}
              </p>
            ) : (
              <button
                type="button"
                aria-label={open(nameOf(name, note))}
                onClick={() => setViewed({ addresses, index: addresses.indexOf(address), about })}
                className={`${BOX} ${look.box} overflow-hidden border-line-strong hover:border-ink`}
              >
                <img
                  // The attributes stand before the address, so that it loads by their rules.
                  loading="lazy"
                  fetchPriority="low"
                  decoding="async"
                  src={address}
                  alt=""
                  className="size-full object-cover"
                />
              </button>
            )}
            <p className="text-sm">
              <span className="font-semibold">{name}</span> <span className="text-ink-soft tabular-nums">{note}</span>
            </p>
          </li>
        ))}
      </ul>
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </>
  );
}
