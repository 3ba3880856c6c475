import { clsx } from "clsx";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { DriverCase } from "#data/fines/look-up.ts";
import { copyText } from "#shared/feedback/copy-text.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { ObjectionForm } from "./objection-form.tsx";
import { replyKeyOf } from "./kept-reply-keys.ts";
import { mayObject } from "./rules/may-object.ts";
import type { ObjectionState } from "./use-objection.ts";

type Objecting = {
  /** The driver's choice in this state: to object, or to add to an objection; null for neither, undefined while the device looks for a draft. */
  kind: "object" | "add" | null | undefined;
  isOpen: boolean;
  choose: (chosen: "form" | "button") => void;
  form: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
};

/** Whether the form to object is open, and its button. A cancelled objection keeps its text; the focus follows what was chosen. */
export function useObjecting(found: DriverCase, { draft }: ObjectionState): Objecting {
  const [chosen, choose] = useState<"form" | "button">();
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The pressed element is gone, and the focus with it.
  useEffect(() => {
    if (chosen === "form") form.current?.querySelector("input")?.focus();
    if (chosen === "button") button.current?.focus();
  }, [chosen]);
  const kind = mayObject(found.status);
  const isBegun = draft !== undefined && (draft.text !== "" || draft.photos.length > 0);
  const isOpen = draft?.isUnanswered === true || (chosen === undefined ? isBegun : chosen === "form");
  return {
    kind: draft === undefined && kind !== null ? undefined : kind,
    isOpen: isOpen && kind !== null,
    choose,
    form,
    button,
  };
}

type ObjectButtonProps = { found: DriverCase; objecting: Objecting; className: string | undefined };

/** The button that opens the form to object. After a decision another objection is not offered as loudly. */
export function ObjectButton({ found, objecting, className }: ObjectButtonProps) {
  const { object: texts } = useDriverTexts();
  const { kind, isOpen, choose, button } = objecting;
  if (kind === null || isOpen) return null;
  // The button's room is reserved while the device looks for a draft, so that nothing below moves.
  if (kind === undefined) return <div className={clsx("min-h-14", className)} />;
  return (
    <Button
      ref={button}
      variant={found.objection === "decided" ? "ghost" : "secondary"}
      size="large"
      className={className}
      onClick={() => choose("form")}
    >
      {kind === "object" ? texts.open : texts.add}
    </Button>
  );
}

type ObjectionSectionProps = { replyKey: string; objection: ObjectionState; objecting: Objecting };

/** The form to object, while it is open. */
export function ObjectionSection({ replyKey, objection, objecting }: ObjectionSectionProps) {
  const { object: texts } = useDriverTexts();
  const { kind, isOpen, choose, form } = objecting;
  const { draft } = objection;
  if (!isOpen || !kind || draft === undefined) return null;
  return (
    <div ref={form}>
      <Section title={kind === "object" ? texts.title : texts.add}>
        <ObjectionForm {...{ objection, draft, kind, replyKey }} onCancel={() => choose("button")} />
      </Section>
    </div>
  );
}

type SentProps = { publicKey: string; replyKey: string; objection: ObjectionState };

/** The sent objection: the address of its answer, shown once, and the state of its photos. */
export function Sent({ publicKey, replyKey, objection }: SentProps) {
  const { sent: texts } = useDriverTexts();
  const place = useRef<HTMLDivElement>(null);
  // The form with the focus is gone.
  useEffect(() => place.current?.focus(), []);
  const address = `${window.location.origin}${paths.driverCase(publicKey)}#${replyKey}`;
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={texts.title}>
        <div className="grid gap-3">
          <p>{replyKeyOf(publicKey) === replyKey ? `${texts.save} ${texts.remembered}` : texts.save}</p>
          <p className="rounded-control bg-sunken px-4 py-3 font-semibold wrap-anywhere">{address}</p>
          <div>
            <Button
              variant="primary"
              onClick={() => void copyText(address, { copied: texts.copied, copyFailed: texts.copyFailed })}
            >
              {texts.copy}
            </Button>
          </div>
          <PhotosLeft objection={objection} />
        </div>
      </Section>
    </div>
  );
}

function PhotosLeft({ objection }: { objection: ObjectionState }) {
  const { sent: texts } = useDriverTexts();
  const { draft, photos } = objection;
  if (photos === "sending") return <output>{texts.sendingPhotos}</output>;
  if (photos === "sent" || draft === undefined || draft.photos.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p role="alert">{photos === "failed" ? texts.photosFailed : texts.photosLeft(draft.photos.length)}</p>
      <div>
        <Button onClick={() => void objection.sendPhotos()}>{texts.photosAgain}</Button>
      </div>
    </div>
  );
}
