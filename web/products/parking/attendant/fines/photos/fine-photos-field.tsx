import { clsx } from "clsx";
import { Trash2 } from "lucide-react";
import type { PhotoCategory } from "#contract/cases.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { Button } from "#shared/ui/button.tsx";
import { Spinner } from "#shared/ui/spinner.tsx";
import { photoTexts as texts } from "#parking/kernel/photos/photo-texts.ts";
import { PickButtons } from "#parking/kernel/photos/pick-button.tsx";
import { tellUnreadable } from "#parking/kernel/photos/unreadable-photos.ts";
import { type FinePhotos, MOST_PHOTOS } from "./use-fine-photos.ts";
import type { TakenPhoto } from "./use-kept-photos.ts";
import { useOpenCamera } from "./use-open-camera.ts";

const CATEGORIES = Object.entries(texts.categories) as [PhotoCategory, string][];

/** The camera's code is fetched with the form, so that it opens without a network too. */
const loadCamera = () => import("./photo-camera.tsx");

/** The photos of a fine: on a phone the camera comes first, and a tap says what a photo shows (document 4 §5). */
export function FinePhotosField({ photos, disabled }: { photos: FinePhotos; disabled: boolean }) {
  const { unreadable, isReading, room } = photos;
  const code = useLazyCode(loadCamera);
  const camera = useOpenCamera(photos.isRecalled && photos.photos.length === 0 && !isReading);
  const isOpen = code !== undefined && camera.isOpen;
  const picker = <PickButtons onPick={photos.take} />;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-2 font-semibold">{texts.title}</legend>
      {isOpen && <code.PhotoCamera photos={photos} onClose={camera.close} otherwise={picker} />}
      <ul className={clsx("grid gap-3", isOpen && photos.photos.length > 0 && "mt-3")}>
        {photos.photos.map((photo, index) => (
          <PhotoRow key={photo.id} number={index + 1} {...{ photo, photos }} />
        ))}
      </ul>
      {isReading && (
        <output className="mt-2 flex items-center gap-2 text-ink-soft">
          <Spinner />
          {texts.reading}
        </output>
      )}
      {unreadable.length > 0 && (
        <p role="alert" className="mt-1.5 font-medium wrap-anywhere whitespace-pre-line text-danger">
          {tellUnreadable(unreadable, texts)}
        </p>
      )}
      {room > 0 ? (
        !isOpen && (
          <div className="mt-3">
            {/* An early press opens the camera when its code comes. Without the code, the next press chooses files. */}
            <PickButtons onPick={photos.take} {...(!camera.isOpen && { onCamera: camera.open })} />
          </div>
        )
      ) : (
        <p className="mt-2 text-sm text-ink-soft">{texts.tooMany(MOST_PHOTOS)}</p>
      )}
    </fieldset>
  );
}

function PhotoRow({ photo, photos, number }: { photo: TakenPhoto; photos: FinePhotos; number: number }) {
  return (
    <li className="grid grid-cols-[min(6rem,40%)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2">
      <img
        src={photo.address}
        alt={texts.photo(number)}
        className="aspect-4/3 w-full rounded-control border border-line object-cover"
      />
      {/* On a phone the subjects stand in a row of their own below the photo (pinned.css). */}
      <fieldset aria-label={texts.category(number)} className="photo-subjects flex min-w-0 flex-wrap gap-1.5">
        {CATEGORIES.map(([category, label]) => (
          <Button
            key={category}
            size="small"
            variant={photo.category === category ? "primary" : "secondary"}
            aria-pressed={photo.category === category}
            onClick={() => photos.categorize(photo.id, category)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Button size="icon" variant="ghost" aria-label={texts.remove(number)} onClick={() => photos.remove(photo.id)}>
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}
