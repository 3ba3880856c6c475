import { clsx } from "clsx";
import { Check, Copy, Download, Printer, Share2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { messageOf } from "#data/data-error.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import type { DocumentTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "../fine-texts.ts";
import type { FineDocumentData } from "#parking/kernel/notice/rules/fine-document.ts";
import { FineDocument } from "#parking/kernel/notice/fine-document.tsx";
import { ScaledPaper } from "#parking/kernel/notice/scaled-paper.tsx";
import { copyPicture, mayShare, preparePictures, savePicture, sharePicture } from "./picture.ts";

/** The time that a button shows its success, in milliseconds (document 1 §4). */
const DONE_MS = 1000;

type FinePreviewProps = {
  data: FineDocumentData;
  texts: DocumentTexts;
  /** The name of the saved picture. */
  fileName: string;
  log: Log;
  /** Whether the document is complete; problems show at its fields. An incomplete fine must not get on a car. */
  check: () => boolean;
  /** While the document is being stored its buttons do nothing, because its number may still change. */
  isStoring: boolean;
  /** The ref of the copy button, which takes the focus after generating. */
  copyButton: RefObject<HTMLButtonElement | null>;
};

/** The document as its picture will look, with the buttons that copy, save, print and share it (document 1 §2, §4, §7, §8). */
export function FinePreview({ data, texts, fileName, log, check, isStoring, copyButton }: FinePreviewProps) {
  const paper = useRef<HTMLDivElement>(null);
  useEffect(preparePictures, []);
  const facts = { caseNumber: data.caseNumber, fileName };

  async function takePicture(take: (element: HTMLElement) => Promise<void>, action: PictureAction): Promise<boolean> {
    if (isStoring || paper.current === null || !check()) return false;
    log(`${action.name}_attempt`, facts);
    try {
      await take(paper.current);
    } catch (error) {
      log(`${action.name}_failed`, { ...facts, reason: messageOf(error) });
      toast.error(action.failed);
      return false;
    }
    log(action.loggedAs, facts);
    toast.success(action.done);
    return true;
  }

  return (
    <Card as="section" aria-labelledby="preview">
      <CardHeader title={fineTexts.preview} id="preview" />
      <PictureButtons
        {...{ takePicture, texts, fileName, isStoring, copyButton }}
        onPrint={() => !isStoring && check() && window.print()}
      />
      <ScaledPaper>
        <FineDocument data={data} ref={paper} />
      </ScaledPaper>
    </Card>
  );
}

type PictureButtonsProps = Pick<FinePreviewProps, "texts" | "fileName" | "isStoring" | "copyButton"> & {
  takePicture: (take: (element: HTMLElement) => Promise<void>, action: PictureAction) => Promise<boolean>;
  onPrint: () => void;
};

/** The look of a disabled button. */
const HELD = { "aria-disabled": true, style: { opacity: 0.55 } } as const;

/** The buttons that copy, save, print and share the document. */
function PictureButtons({ takePicture, texts, fileName, isStoring, copyButton, onPrint }: PictureButtonsProps) {
  const handleCopy = () =>
    takePicture(copyPicture, {
      name: "ticket_copy",
      loggedAs: "ticket_copied",
      done: texts.copiedToast,
      failed: fineTexts.copyFailed,
    });
  const handleSave = () =>
    takePicture((element) => savePicture(element, fileName), {
      name: "ticket_save",
      loggedAs: "ticket_saved",
      done: texts.savedToast,
      failed: fineTexts.saveFailed,
    });
  const handleShare = () =>
    takePicture((element) => sharePicture(element, fileName), {
      name: "ticket_share",
      loggedAs: "ticket_shared",
      done: texts.sharedToast,
      failed: fineTexts.shareFailed,
    });
  // The buttons are not really disabled, because one of them takes the focus as soon as the document is stored.
  const held = isStoring ? HELD : undefined;
  return (
    <div className={clsx("mb-5 grid gap-3", mayShare() ? "sm:grid-cols-2" : "sm:grid-cols-3")}>
      <PictureButton
        {...held}
        ref={copyButton}
        icon={<Copy aria-hidden="true" />}
        label={fineTexts.copy}
        doneLabel={fineTexts.copied}
        onPress={handleCopy}
      />
      <PictureButton
        {...held}
        icon={<Download aria-hidden="true" />}
        label={fineTexts.save}
        doneLabel={fineTexts.saved}
        onPress={handleSave}
      />
      {mayShare() && (
        <PictureButton
          {...held}
          icon={<Share2 aria-hidden="true" />}
          label={fineTexts.share}
          doneLabel={fineTexts.shared}
          onPress={handleShare}
        />
      )}
      <Button {...held} onClick={onPrint}>
        <Printer aria-hidden="true" />
        {fineTexts.print}
      </Button>
    </div>
  );
}

type PictureAction = {
  name: "ticket_copy" | "ticket_save" | "ticket_share";
  loggedAs: string;
  done: string;
  failed: string;
};

type PictureButtonProps = Partial<typeof HELD> & {
  ref?: RefObject<HTMLButtonElement | null>;
  icon: ReactNode;
  label: string;
  doneLabel: string;
  /** Returns true when it succeeded. */
  onPress: () => Promise<boolean>;
};

/** A button that shows its success for a second. */
function PictureButton({ icon, label, doneLabel, onPress, ...held }: PictureButtonProps) {
  const [state, setState] = useState<"idle" | "pending" | "done">("idle");
  useEffect(() => {
    if (state !== "done") return undefined;
    const timer = setTimeout(() => setState("idle"), DONE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  async function handleClick() {
    setState("pending");
    setState((await onPress()) ? "done" : "idle");
  }
  const isDone = state === "done";
  return (
    <Button {...held} pending={state === "pending"} onClick={() => void handleClick()}>
      {state === "idle" && icon}
      {isDone && <Check aria-hidden="true" className="text-success" />}
      {isDone ? doneLabel : label}
    </Button>
  );
}
