import { Camera } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { FileField } from "#shared/form/file-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Spinner } from "#shared/ui/spinner.tsx";
import { tellUnreadable } from "#parking/kernel/photos/unreadable-photos.ts";
import { photoProblem, type ShiftDraft } from "../rules/shift-draft.ts";
import { shiftTexts } from "../shift-texts.ts";
import type { Photos } from "../use-photos.ts";

const texts = shiftTexts.form;

/** The photos of a shift: chosen files, or pictures from the phone's camera. */
export function PhotosField({ form, photos }: { form: FormState<ShiftDraft>; photos: Photos }) {
  const binding = form.field("photos");
  const { unreadable, isReading } = photos;
  const problem = isReading ? undefined : photoProblem(binding.value.length);
  const isRefused = unreadable.length > 0;
  return (
    <div>
      <FileField
        {...binding}
        label={texts.photos}
        hint={texts.photosHint}
        required
        accept="image/*"
        multiple
        disabled={form.isPending}
        onChange={photos.handleChange}
        error={binding.error ?? problem}
      />
      <p
        role="alert"
        className={isRefused ? "mt-1.5 font-medium text-danger wrap-anywhere whitespace-pre-line" : "hidden"}
      >
        {tellUnreadable(unreadable, texts)}
      </p>
      <output className={isReading ? "mt-2 flex items-center gap-2 text-ink-soft" : "sr-only"}>
        {isReading && (
          <>
            <Spinner />
            {texts.reading}
          </>
        )}
      </output>
      <CameraButton disabled={form.isPending} onTaken={(taken) => photos.handleChange([...binding.value, ...taken])} />
    </div>
  );
}

/** A button that opens the camera of a touch device; elsewhere the file field is enough. */
function CameraButton({ onTaken, disabled }: { onTaken: (photos: File[]) => void; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const taken = [...(target.files ?? [])];
    target.value = "";
    if (taken.length > 0) onTaken(taken);
  }
  return (
    <div className="mt-3 hidden pointer-coarse:block">
      <input ref={input} type="file" accept="image/*" capture="environment" hidden onChange={handleChange} />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <Camera aria-hidden="true" />
        {texts.takePhoto}
      </Button>
    </div>
  );
}
