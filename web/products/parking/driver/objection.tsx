import { useEffect, useRef, useState } from "react";
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

type ObjectionProps = { found: DriverCase; replyKey: string; objection: ObjectionState };

/** The button to object, and the form. A cancelled objection keeps its text. */
export function Objection({ found, replyKey, objection }: ObjectionProps) {
  const { object: texts } = useDriverTexts();
  const [chosen, setChosen] = useState<"form" | "button">();
  const place = useRef<HTMLDivElement>(null);
  // The pressed element is gone, and the focus with it.
  useEffect(() => {
    if (chosen !== undefined) place.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [chosen]);
  const { draft } = objection;
  const kind = mayObject(found.status);
  // After a decision the driver should pay, so another objection is not the page's first offer.
  const isAnswered = found.objection === "decided";
  // The button's room is reserved while the device looks for a draft, so that nothing below moves.
  if (draft === undefined) return kind && <div className={isAnswered ? "min-h-12" : "h-14"} />;
  if (kind === null) return null;
  const isBegun = draft.text !== "" || draft.photos.length > 0;
  const isOpen = draft.isUnanswered || (chosen === undefined ? isBegun : chosen === "form");
  return (
    <div ref={place}>
      {isOpen ? (
        <Section title={kind === "object" ? texts.title : texts.add}>
          <ObjectionForm {...{ objection, draft, kind, replyKey }} onCancel={() => setChosen("button")} />
        </Section>
      ) : (
        <Button
          variant={isAnswered ? "secondary" : "primary"}
          size={isAnswered ? "normal" : "large"}
          wide={!isAnswered}
          onClick={() => setChosen("form")}
        >
          {kind === "object" ? texts.open : texts.add}
        </Button>
      )}
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
