import { Camera, ImagePlus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { NewPhoto } from "#data/vehicle_faults/mutations.ts";
import { faultPhotoQueries } from "#data/vehicle_faults/photos.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { PickButton } from "#shared/form/pick-button.tsx";
import { readPhotos } from "#shared/photo-file.ts";
import { randomKey } from "#shared/random-key.ts";
import { useFileImage } from "#shared/use-file-image.ts";
import { Button } from "#shared/ui/button.tsx";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.fault;
const MOST_PHOTOS = 6;
const BOX = "aspect-4/3 w-24 rounded-control border border-line object-cover";

type FieldProps = { photos: readonly NewPhoto[]; onChange: (photos: readonly NewPhoto[]) => void };

/** Photos of a fault (document 5 §4): they are sent with the form, and stay in it while there is no network. */
export function FaultPhotosField({ photos, onChange }: FieldProps) {
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState("");

  async function handlePick(files: File[]) {
    setIsReading(true);
    const room = MOST_PHOTOS - photos.length;
    const read = await readPhotos(files.slice(0, room));
    setIsReading(false);
    const unreadable = read.unreadable.length > 0 ? labels.unreadable(read.unreadable.join(", ")) : "";
    setProblem([unreadable, files.length > room ? labels.tooMany : ""].filter((text) => text !== "").join(" "));
    onChange([...photos, ...read.photos.map((file) => ({ id: randomKey(), file }))]);
  }

  const pick = {
    disabled: isReading || photos.length >= MOST_PHOTOS,
    onPick: (files: File[]) => void handlePick(files),
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-semibold">{labels.photos}</legend>
      <p className="text-sm text-ink-soft">{labels.photosHint}</p>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map((photo, index) => (
            <Chosen
              key={photo.id}
              photo={photo}
              number={index + 1}
              onRemove={() => onChange(photos.filter(({ id }) => id !== photo.id))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <PickButton {...pick} isCamera label={labels.takePhoto} icon={<Camera aria-hidden="true" />} />
        <PickButton {...pick} label={labels.choosePhotos} icon={<ImagePlus aria-hidden="true" />} />
      </div>
      <output className="empty:hidden">{isReading && labels.reading}</output>
      {problem !== "" && (
        <p role="alert" className="font-medium wrap-anywhere text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Chosen({ photo, number, onRemove }: { photo: NewPhoto; number: number; onRemove: () => void }) {
  const image = useFileImage(photo.file);
  return (
    <li className="grid gap-1">
      <img ref={image} alt={labels.photo(number)} className={BOX} />
      <Button size="small" aria-label={labels.removePhoto(number)} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}

/** The photos of a reported fault; a press opens one large. */
export function FaultPhotos({ fault }: { fault: VehicleFault }) {
  const addresses = useQuery(faultPhotoQueries.of(fault)).data ?? [];
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {addresses.map((address, index) => (
          <li key={fault.photos[index]}>
            <button
              type="button"
              aria-label={labels.openPhoto(index + 1)}
              onClick={() => setViewed({ addresses, index, about: fault.text })}
            >
              <img loading="lazy" decoding="async" src={address} alt="" className={BOX} />
            </button>
          </li>
        ))}
      </ul>
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </>
  );
}
