import { ImagePlus, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { randomKey } from "#shared/random-key.ts";
import { sha256 } from "#shared/sha256.ts";
import { Button } from "#shared/ui/button.tsx";
import { Spinner } from "#shared/ui/spinner.tsx";
import { readPhoto } from "#shared/photo-file.ts";
import { useFileImage } from "#shared/use-file-image.ts";
import { isHeic, tellUnreadable } from "#parking/kernel/photos/unreadable-photos.ts";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import type { DraftPhoto, ObjectionDraft } from "./objection-draft.ts";
import { OBJECTION_PHOTOS, photoKind } from "./rules/photo-kind.ts";
import type { ObjectionState } from "./use-objection.ts";

/** The names of refused files, by reason. */
type Refused = { unreadable: string[]; tooLarge: string[]; isFull: boolean };
const NONE: Refused = { unreadable: [], tooLarge: [], isFull: false };

type PhotosFieldProps = { objection: ObjectionState; draft: ObjectionDraft };

/** A field for up to four photos. They are scaled down before they are sent, and stored with the text. */
export function ObjectionPhotosField({ objection, draft }: PhotosFieldProps) {
  const { object: texts } = useDriverTexts();
  const { photos, isUnanswered } = draft;
  const { refused, isReading, add } = usePhotoReading({ objection, draft });
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = "";
    if (files.length > 0) void add(files);
  }
  const told = [
    ...(refused.isFull ? [texts.tooMany] : []),
    ...(refused.tooLarge.length > 0 ? [texts.tooLarge(refused.tooLarge.join(", "))] : []),
    ...(refused.unreadable.length > 0 ? [tellUnreadable(refused.unreadable, texts)] : []),
  ];
  return (
    <div className="grid gap-3">
      <input ref={input} type="file" accept="image/jpeg,image/png,image/webp" multiple hidden onChange={handleChange} />
      {photos.length > 0 && (
        <ul className="grid grid-cols-2 gap-3">
          {photos.map((photo, index) => (
            <ChosenPhoto
              key={photo.id}
              {...{ photo, isFixed: isUnanswered, number: index + 1 }}
              onRemove={() => objection.change({ photos: photos.filter(({ id }) => id !== photo.id) })}
            />
          ))}
        </ul>
      )}
      {isReading && (
        <output className="flex items-center gap-2 text-ink-soft">
          <Spinner />
          {texts.reading}
        </output>
      )}
      {told.length > 0 && (
        <p role="alert" className="font-medium wrap-anywhere whitespace-pre-line text-danger">
          {told.join("\n")}
        </p>
      )}
      {photos.length < OBJECTION_PHOTOS.most && !isUnanswered && (
        <div>
          <Button disabled={isReading} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {texts.addPhotos}
          </Button>
        </div>
      )}
      <p className="text-sm text-ink-soft">{texts.photosHint}</p>
    </div>
  );
}

/** Adds chosen files to the draft, as long as there is room, and names the refused ones. */
function usePhotoReading({ objection, draft: { photos } }: PhotosFieldProps) {
  const [refused, setRefused] = useState(NONE);
  const [isReading, setIsReading] = useState(false);
  async function add(files: readonly File[]): Promise<void> {
    setIsReading(true);
    const room = OBJECTION_PHOTOS.most - photos.length;
    const read = await readPhotos(files.slice(0, room));
    setIsReading(false);
    setRefused({ ...read.refused, isFull: files.length > room });
    objection.change({ photos: [...photos, ...read.photos] });
  }
  return { refused, isReading, add };
}

/** Files are read one by one, because a phone has memory for one open photo. */
async function readPhotos(files: readonly File[]): Promise<{ photos: DraftPhoto[]; refused: Refused }> {
  const photos: DraftPhoto[] = [];
  const refused: Refused = { ...NONE, unreadable: [], tooLarge: [] };
  for (const file of files) {
    if (file.size > OBJECTION_PHOTOS.bytes) {
      refused.tooLarge.push(file.name);
      continue;
    }
    try {
      // oxlint-disable-next-line no-await-in-loop
      const kind = photoKind(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
      // Safari can read HEIC, and all browsers send a JPEG.
      if (kind === undefined && !isHeic(file.name)) throw new DOMException("No photo");
      // oxlint-disable-next-line no-await-in-loop
      const scaled = await readPhoto(file);
      // oxlint-disable-next-line no-await-in-loop
      photos.push({ id: randomKey(), sha256: await sha256(scaled), file: scaled });
    } catch {
      refused.unreadable.push(file.name);
    }
  }
  return { photos, refused };
}

type ChosenPhotoProps = { photo: DraftPhoto; number: number; isFixed: boolean; onRemove: () => void };

function ChosenPhoto({ photo, number, isFixed, onRemove }: ChosenPhotoProps) {
  const { object: texts } = useDriverTexts();
  const image = useFileImage(photo.file);
  return (
    <li className="grid min-w-0 content-start gap-1">
      <img
        ref={image}
        alt={texts.photo(number)}
        className="aspect-4/3 w-full rounded-control border border-line object-cover"
      />
      {!isFixed && (
        <Button size="small" aria-label={texts.removePhoto(number)} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
