import * as Radix from "radix-ui/alert-dialog";
import { Button } from "#shared/ui/button.tsx";
import { useFocusReturn } from "#shared/ui/focus-return.ts";
import { pageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import type { PendingQuestion } from "./confirm.ts";

/** The dialog for one question; closed while no question is open. Cancel has the first focus. */
export function ConfirmDialog({ question }: { question: PendingQuestion | undefined }) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={question !== undefined} onOpenChange={(open) => open || question?.answer(false)}>
      {question !== undefined && (
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-50 grid place-items-end bg-veil sm:place-items-center sm:p-6">
            <Radix.Content
              {...focusReturn}
              aria-modal="true"
              className="floating-in w-full rounded-t-2xl border border-line bg-surface p-5 pb-8 shadow-floating sm:max-w-md sm:rounded-card sm:p-7"
            >
              <Radix.Title className="text-xl font-bold">{question.title}</Radix.Title>
              <Radix.Description className="mt-2 whitespace-pre-line text-ink-soft">
                {question.description}
              </Radix.Description>
              <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                <Radix.Cancel asChild>
                  <Button>{question.cancelText ?? uiTexts[pageLanguage()].cancel}</Button>
                </Radix.Cancel>
                <Button variant={question.danger === true ? "danger" : "primary"} onClick={() => question.answer(true)}>
                  {question.confirmText}
                </Button>
              </div>
            </Radix.Content>
          </Radix.Overlay>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}
