import { Camera, ImagePlus } from "lucide-react";
import { useState } from "react";
import { useUploadPropertyImage } from "#data/properties/pictures.ts";
import { useAccount } from "#session/account/account-role.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { toast } from "#shared/feedback/toast.ts";
import { PickButton } from "#shared/form/pick-button.tsx";
import { readPhotos } from "#shared/photo-file.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

const labels = texts.form;

/** A photo with the path at which it is stored, however often it is sent. */
type Photo = { path: string; photo: File };

const useUpload = defineAction({
  mutation: useUploadPropertyImage,
  thing: ({ path }) => path,
  done: () => undefined,
  failed: () => labels.photoFailed,
});

/** Takes photos from the camera or from files and sends them. `onStored` gets the address of each. */
export function PhotoButtons({ onStored }: { onStored: (url: string) => void }) {
  const account = useAccount();
  const upload = useUpload();
  const [unsent, setUnsent] = useState<readonly Photo[]>([]);
  const [isBusy, setIsBusy] = useState(false);

  async function send(photos: readonly Photo[]) {
    setIsBusy(true);
    const rest: Photo[] = [];
    // One after the other: the address of each stands in the form before the next is sent.
    for (const photo of photos) {
      const outcome = await upload.run(photo);
      if (outcome.status === "done") onStored(outcome.result);
      else rest.push(photo);
    }
    setUnsent(rest);
    setIsBusy(false);
  }

  async function handlePick(files: File[]) {
    if (account.status !== "signed-in") return;
    const { userId } = account;
    const { photos, unreadable } = await readPhotos(files);
    if (unreadable.length > 0) toast.error(labels.unreadable(unreadable.join(", ")));
    await send([...unsent, ...photos.map((photo) => ({ path: `${userId}/${randomKey()}.jpg`, photo }))]);
  }

  const pick = { disabled: isBusy, onPick: (files: File[]) => void handlePick(files) };
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="font-semibold">{labels.photos}</legend>
      <p className="mb-2 text-sm text-ink-soft">{labels.photosHint}</p>
      <div className="flex flex-wrap gap-3">
        <PickButton {...pick} isCamera label={labels.take} icon={<Camera aria-hidden="true" />} />
        <PickButton {...pick} label={labels.choose} icon={<ImagePlus aria-hidden="true" />} />
      </div>
      <output className="mt-2 block empty:hidden">{isBusy && labels.sending}</output>
      {unsent.length > 0 && !isBusy && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 font-medium text-danger">
          {labels.notSent(unsent.length)}
          <Button size="small" onClick={() => void send(unsent)}>
            {labels.sendAgain}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
