import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { SIGNATURE } from "#contract/limits.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { contactTexts } from "./contact-texts.ts";
import { type SignatureDrawing, startSignature } from "./signature-drawing.ts";

const contact = contactTexts;

type Props = FieldBinding<string> & {
  /** The name that the button "sign with my name" writes; the button is off while it is empty. */
  personName: string;
};

/** The canvas and its drawing, starting with the form's picture. An emptied value (by the button or a sent form) empties the pad. */
function useSignature(value: string, onSigned: (picture: string) => void) {
  const isSigned = value !== "";
  const [first] = useState(value);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<SignatureDrawing>(undefined);
  const handleSigned = useEffectEvent(onSigned);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const started = startSignature(canvas.current, (picture) => handleSigned(picture));
    drawing.current = started;
    if (first !== "") started.show(first);
    return () => started.stop();
  }, [first]);
  useEffect(() => {
    if (!isSigned) drawing.current?.clear();
  }, [isSigned]);
  return { canvas, drawing };
}

/** The signature pad: its value is a PNG data URL, or the empty string while it is not signed (document 1 §5). */
export function SignaturePadField({ value, onChange, error, personName }: Props) {
  const id = useId();
  const isSigned = value !== "";
  const { canvas, drawing } = useSignature(value, onChange);
  return (
    <div className="min-w-0">
      <p id={`${id}-label`} className="mb-1.5 font-semibold">
        {contact.signature}
      </p>
      <canvas
        ref={canvas}
        // A canvas with role img: the picture is drawn here and stored nowhere, so an <img> has no source.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${error === undefined ? "" : `${id}-error `}${id}-status`}
        // The pad takes the focus when the form was sent unsigned. The keyboard cannot draw; the button below can sign.
        tabIndex={-1}
        data-invalid={error !== undefined || undefined}
        style={{ height: SIGNATURE.height }}
        className={clsx(
          "block w-full cursor-crosshair rounded-control bg-[#fff] ring-2",
          error === undefined ? "ring-line-strong" : "ring-danger",
        )}
      />
      <output id={`${id}-status`} className="mt-2 block text-sm text-ink-soft">
        {isSigned ? contact.signed : contact.unsigned}
      </output>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" lang="sv" onClick={() => onChange("")}>
          {contact.clearSignature}
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={personName === ""}
          onClick={() => drawing.current?.write(personName)}
        >
          {contact.signWithName}
        </Button>
      </div>
    </div>
  );
}
