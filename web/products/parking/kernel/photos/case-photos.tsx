import { useState } from "react";
import { CASE_LIMITS } from "#contract/cases.ts";
import type { ShownPhoto } from "#data/fine_photos/queries.ts";
import type { Session } from "#session/store.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { photoTexts as texts } from "./photo-texts.ts";
import { PickButtons } from "./pick-button.tsx";
import { useCasePhotos } from "./use-case-photos.ts";

const nameOf = ({ category }: ShownPhoto) => (category === null ? texts.other : texts.shown[category]);

type CasePhotosProps = {
  fine: { id: string; case_number: string };
  photos: readonly ShownPhoto[];
  session: Session;
};

/**
 * The photos of a stored fine; a press opens one large. A photo whose file is missing says so, and the device that has it can send it
 * again. More can be added, up to eight.
 */
export function CasePhotos({ fine, photos, session }: CasePhotosProps) {
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const { has, sendAgain, add, isSending } = useCasePhotos(fine.id, session);
  const addresses = photos.flatMap(({ address }) => address ?? []);
  const room = CASE_LIMITS.photos - photos.length;
  return (
    <>
      {photos.length === 0 && <p>{texts.none}</p>}
      <ul className="grid two-columns gap-3">
        {photos.map((photo) => (
          <li key={photo.id} className="grid min-w-0 content-start gap-1">
            <Thumbnail
              photo={photo}
              onOpen={(address) =>
                setViewed({ addresses, index: addresses.indexOf(address), about: texts.ofCase(fine.case_number) })
              }
            />
            <p className="text-sm">
              <span className="font-semibold">{nameOf(photo)}</span>{" "}
              <time dateTime={photo.taken_at} className="text-ink-soft tabular-nums">
                {formatDateTime(photo.taken_at)}
              </time>
            </p>
            {photo.address === null && has(photo.id) && (
              <Button size="small" pending={isSending} onClick={() => void sendAgain(photo.id)}>
                {texts.sendAgain}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3">
        {room > 0 ? (
          <PickButtons disabled={isSending} onPick={(files) => void add(files.slice(0, room))} />
        ) : (
          <p className="text-sm text-ink-soft">{texts.tooMany(CASE_LIMITS.photos)}</p>
        )}
      </div>
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </>
  );
}

const BOX = "grid aspect-4/3 w-full place-items-center rounded-control border-2 bg-sunken";

function Thumbnail({ photo, onOpen }: { photo: ShownPhoto; onOpen: (address: string) => void }) {
  const { address, taken_at: takenAt } = photo;
  if (address === null)
    return <p className={`${BOX} border-dashed border-line px-3 text-center text-ink-soft`}>{texts.missing}</p>;
  return (
    <button
      type="button"
      aria-label={texts.open(nameOf(photo), formatDateTime(takenAt))}
      onClick={() => onOpen(address)}
      className={`${BOX} overflow-hidden border-line-strong hover:border-ink`}
    >
      <img src={address} alt="" decoding="async" className="size-full object-cover" />
    </button>
  );
}
