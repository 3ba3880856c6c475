import { type RefObject, useEffect, useRef } from "react";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { FineDocument } from "#parking/kernel/notice/fine-document.tsx";
import { ScaledPaper } from "#parking/kernel/notice/scaled-paper.tsx";
import type { FineDocumentData } from "#parking/kernel/notice/rules/fine-document.ts";
import { settingsTexts } from "./settings-texts.ts";

const texts = settingsTexts.preview;

type NoticePreviewProps = { data: FineDocumentData; isShown: boolean; onShow: (isShown: boolean) => void };

/** An example notice with the typed settings: beside the forms at a desk, and alone in a dialog while it `isShown`. */
export function NoticePreview({ data, isShown, onShow }: NoticePreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useChangeInSight(box);
  const paper = (
    <ScaledPaper>
      <FineDocument data={data} mark={texts.mark} />
    </ScaledPaper>
  );
  return (
    <>
      <Card
        as="section"
        ref={box}
        // The keyboard can scroll it too.
        tabIndex={0}
        aria-labelledby="preview"
        className="max-lg:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto"
      >
        <CardHeader title={texts.title} id="preview" description={texts.description} />
        {paper}
      </Card>
      <Dialog open={isShown} onOpenChange={onShow} title={texts.title} description={texts.description} width="normal">
        {paper}
      </Dialog>
    </>
  );
}

/** Scrolls a change on the notice into sight, because the notice is longer than most windows. */
function useChangeInSight(box: RefObject<HTMLElement | null>) {
  const lastTexts = useRef<string[]>(undefined);
  useEffect(() => {
    if (box.current !== null) lastTexts.current = showChange(box.current, lastTexts.current);
  });
}

/** Scrolls to the first part with a changed text, and returns all current texts. */
function showChange(box: HTMLElement, before: readonly string[] | undefined): string[] {
  const parts = [...box.querySelectorAll("dd, p")];
  const now = parts.map((part) => part.textContent);
  const changed = before && parts[now.findIndex((text, place) => text !== before[place])];
  if (changed !== undefined) {
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    box.scrollBy({ top: changed.getBoundingClientRect().top - middle });
  }
  return now;
}
