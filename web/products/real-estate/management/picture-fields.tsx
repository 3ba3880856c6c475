import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PROPERTY_MAX } from "#contract/limits.ts";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Picture } from "../parts/picture.tsx";
import { picturesOf, splitImages } from "../rules/lists.ts";
import { moved } from "../rules/picture-order.ts";
import type { PropertyInput } from "../rules/property-schema.ts";
import { texts } from "../texts.ts";
import { PhotoButtons } from "./photo-buttons.tsx";

const labels = texts.form;

/** The pause after the last key before pictures load, in milliseconds, so that half-typed addresses are not fetched. */
const PREVIEW_AFTER_MS = 500;

const allOf = ({ front_image_url: front, image_urls: images }: PropertyInput) =>
  picturesOf(front.trim(), splitImages(images, front.trim()));

/** The photos of a property, with the fields of their addresses, and the pictures as visitors will see them. */
export function PictureFields({ form }: { form: FormState<PropertyInput> }) {
  const [settled, settle] = useSettled(form.values);
  const pictures = allOf(settled);
  // Photos arrive while somebody types: each is added to what stands there then.
  const values = useRef(form.values);
  useEffect(() => void (values.current = form.values), [form.values]);

  function setPictures(next: readonly string[]) {
    const fields = { front_image_url: next[0] ?? "", image_urls: next.slice(1).join("\n") };
    values.current = { ...values.current, ...fields };
    form.set("front_image_url", fields.front_image_url);
    form.set("image_urls", fields.image_urls);
    settle(values.current);
  }

  return (
    <>
      <PhotoButtons onStored={(url) => setPictures([...allOf(values.current), url])} />
      {pictures.length > 0 && <PictureOrder pictures={pictures} onOrder={setPictures} />}
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
    </>
  );
}

type OrderProps = { pictures: readonly string[]; onOrder: (pictures: readonly string[]) => void };

/** The pictures in their order, which a drag or a press changes; the first is the front image. */
function PictureOrder({ pictures, onOrder }: OrderProps) {
  const [dragged, setDragged] = useState<number>();
  return (
    <ul aria-label={labels.preview} className="grid grid-cols-2 gap-3 sm:col-span-2 sm:grid-cols-4">
      {pictures.map((url, index) => (
        // A drag is the pointer's way; the buttons below do the same.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={url}
          draggable
          onDragStart={() => setDragged(index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined) onOrder(moved(pictures, dragged, index));
            setDragged(undefined);
          }}
          className="overflow-hidden rounded-control border border-line"
        >
          <div className="relative">
            <Picture url={url} alt={labels.previewAlt(index + 1)} className="aspect-4/3 w-full" />
            {index === 0 && (
              <span className="absolute top-1 left-1 rounded bg-surface px-2 py-0.5 text-sm font-semibold">
                {labels.frontMark}
              </span>
            )}
          </div>
          <div className="flex justify-between">
            <Step
              name={labels.left(index + 1)}
              isOff={index === 0}
              onPress={() => onOrder(moved(pictures, index, index - 1))}
            >
              <ArrowLeft aria-hidden="true" />
            </Step>
            <Step name={labels.takeAway(index + 1)} onPress={() => onOrder(pictures.toSpliced(index, 1))}>
              <X aria-hidden="true" />
            </Step>
            <Step
              name={labels.right(index + 1)}
              isOff={index === pictures.length - 1}
              onPress={() => onOrder(moved(pictures, index, index + 1))}
            >
              <ArrowRight aria-hidden="true" />
            </Step>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Step(props: { name: string; isOff?: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" size="icon" aria-label={props.name} disabled={props.isOff} onClick={props.onPress}>
      {props.children}
    </Button>
  );
}

/** Values after they have not changed for a while, and a way to show them at once. */
function useSettled(values: PropertyInput) {
  const [settled, setSettled] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values]);
  return [settled, setSettled] as const;
}
