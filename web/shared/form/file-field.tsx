import { clsx } from "clsx";
import { FilePlus, X } from "lucide-react";
import { buttonLook } from "#shared/ui/button.tsx";
import { useFileImage } from "#shared/use-file-image.ts";
import type { ChangeEvent } from "react";
import { Field, type FieldBinding, type FieldFrame } from "./field.tsx";

/** Files are chosen on Swedish screens alone. */
const texts = {
  chooseFile: "Välj fil",
  choosePictures: "Välj bilder",
  chosenFiles: "Valda filer",
  removeFile: (name: string) => `Ta bort ${name}`,
};

export type FileFieldProps = FieldFrame &
  FieldBinding<readonly File[]> & {
    /** The `accept` attribute of `<input type="file">`, such as "image/*". */
    accept?: string;
    multiple?: boolean;
  };

/**
 * A field for files, chosen in the browser's own dialog (on a phone also with the camera). Later choices are added, and each file can be
 * removed.
 */
export function FileField({ value, onChange, accept, multiple = false, ...frame }: FileFieldProps) {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])];
    // The input is emptied, so that a removed file can be chosen again.
    event.target.value = "";
    if (chosen.length > 0) onChange(multiple ? [...value, ...chosen] : chosen);
  }
  return (
    <Field {...frame}>
      {(control) => (
        <>
          {/* The browser's own words would be in the language of the device. Its control lies over ours, so that files can be dropped on it. */}
          <div className="relative w-fit max-w-full rounded-control outline-offset-2 outline-(--focus) has-focus-visible:outline-3 has-disabled:opacity-55">
            <span aria-hidden="true" className={buttonLook({ className: control["data-invalid"] && "border-danger!" })}>
              <FilePlus />
              {accept?.startsWith("image/") ? texts.choosePictures : texts.chooseFile}
            </span>
            <input
              {...control}
              type="file"
              accept={accept}
              multiple={multiple}
              onChange={handleChange}
              className="absolute inset-0 scroll-mb-24 cursor-pointer opacity-0"
            />
          </div>
          {value.length > 0 && (
            <ul aria-label={texts.chosenFiles} className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
              {value.map((file, index) => (
                <ChosenFile
                  key={`${file.name}-${file.lastModified}-${index}`}
                  file={file}
                  onRemove={() => onChange(value.filter((_other, place) => place !== index))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const isPicture = file.type.startsWith("image/");
  const picture = useFileImage(file);
  return (
    <li className="relative min-h-14 overflow-hidden rounded-control border border-line bg-sunken">
      {isPicture && <img ref={picture} alt="" className="aspect-4/3 w-full object-cover" />}
      <p className={clsx("wrap-anywhere px-3 py-2 text-sm font-medium", !isPicture && "pr-12")}>{file.name}</p>
      <button
        type="button"
        aria-label={texts.removeFile(file.name)}
        onClick={onRemove}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-control bg-surface text-ink hover:bg-sunken"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
