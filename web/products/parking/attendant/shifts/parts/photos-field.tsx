import { Camera } from "lucide-react";
import { FileField } from "#shared/form/file-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Spinner } from "#shared/ui/spinner.tsx";
import { PickButton } from "#shared/form/pick-button.tsx";
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
      {/* This camera button is for phones; on other devices the file field is enough. */}
      <div className="mt-3 hidden pointer-coarse:block">
        <PickButton
          isCamera
          icon={<Camera aria-hidden="true" />}
          label={texts.takePhoto}
          disabled={form.isPending}
          onPick={(taken) => photos.handleChange([...binding.value, ...taken])}
        />
      </div>
    </div>
  );
}
