import { useState } from "react";
import type { ShownPhoto } from "#data/fine_photos/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { caseTexts } from "./case-texts.ts";
import { Section } from "../section.tsx";

const texts = caseTexts.page;

const nameOf = ({ category }: ShownPhoto) =>
  category === null ? caseTexts.otherPhoto : caseTexts.photoCategories[category];

/** The photos of a fine; each opens large, and one whose file has not arrived says so. */
export function CasePhotos({ photos, caseNumber }: { photos: readonly ShownPhoto[]; caseNumber: string }) {
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const addresses = photos.flatMap(({ address }) => address ?? []);
  return (
    <Section title={texts.photos}>
      {photos.length === 0 && <p>{texts.noPhotos}</p>}
      <ul className="grid grid-cols-2 gap-3">
        {photos.map((photo) => (
          <li key={photo.id} className="grid min-w-0 content-start gap-1">
            <Thumbnail
              photo={photo}
              onOpen={(address) =>
                setViewed({ addresses, index: addresses.indexOf(address), about: texts.title(caseNumber) })
              }
            />
            <p className="text-sm">
              <span className="font-semibold">{nameOf(photo)}</span>{" "}
              <time dateTime={photo.taken_at} className="whitespace-nowrap text-ink-soft tabular-nums">
                {formatDateTime(photo.taken_at)}
              </time>
            </p>
          </li>
        ))}
      </ul>
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </Section>
  );
}

const BOX = "grid aspect-4/3 w-full place-items-center overflow-hidden rounded-control border-2 bg-sunken";

function Thumbnail({ photo, onOpen }: { photo: ShownPhoto; onOpen: (address: string) => void }) {
  const { address, taken_at: takenAt } = photo;
  if (address === null)
    return <p className={`${BOX} border-dashed border-line px-3 text-center text-ink-soft`}>{texts.photoMissing}</p>;
  return (
    <button
      type="button"
      aria-label={texts.openPhoto(nameOf(photo), formatDateTime(takenAt))}
      onClick={() => onOpen(address)}
      className={`${BOX} border-line-strong hover:border-ink`}
    >
      <img src={address} alt="" decoding="async" className="size-full object-cover" />
    </button>
  );
}
