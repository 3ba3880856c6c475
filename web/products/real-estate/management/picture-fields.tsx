import { useEffect, useState } from "react";
import { PROPERTY_MAX } from "#contract/limits.ts";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { picturesOf, splitImages } from "../rules/lists.ts";
import type { PropertyInput } from "../rules/property-schema.ts";
import { texts } from "../texts.ts";
import { Picture } from "../parts/picture.tsx";

const labels = texts.form;

/** The pause after the last key before pictures load, in milliseconds, so that half-typed addresses are not fetched. */
const PREVIEW_AFTER_MS = 500;

/** The fields for the pictures' addresses, with the pictures as visitors will see them. */
export function PictureFields({ form }: { form: FormState<PropertyInput> }) {
  const front = useSettled(form.values.front_image_url).trim();
  const pictures = picturesOf(front, splitImages(useSettled(form.values.image_urls), front));
  return (
    <>
      <TextField
        label={labels.frontImage}
        {...form.field("front_image_url")}
        optional
        hint={labels.imageHint}
        maxLength={PROPERTY_MAX.imageUrl}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea
        label={labels.images}
        {...form.field("image_urls")}
        optional
        hint={labels.imagesHint}
        autoCapitalize="none"
        spellCheck={false}
      />
      {pictures.length > 0 && (
        <ul aria-label={labels.preview} className="grid grid-cols-2 gap-3 sm:col-span-2 sm:grid-cols-4">
          {pictures.map((url, index) => (
            <li key={url} className="relative overflow-hidden rounded-control border border-line">
              <Picture url={url} alt={labels.previewAlt(index + 1)} className="aspect-4/3 w-full" />
              {url === front && (
                <span className="absolute top-1 left-1 rounded bg-surface px-2 py-0.5 text-sm font-semibold">
                  {labels.frontMark}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A value after it has not changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
