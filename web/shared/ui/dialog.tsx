import { clsx } from "clsx";
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useFocusReturn } from "./focus-return.ts";
import { type Language, LanguageContext, useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";
import { Words } from "./words.tsx";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence that describes the dialog; `hideDescription` shows it to screen readers only. */
  description: string;
  hideDescription?: boolean;
  width?: "narrow" | "normal" | "wide" | undefined;
  /** Leaves the page behind it in use, at the window's lower edge: the page is neither veiled nor hidden, and a press on it closes the dialog. A focus that an answer moves does not. */
  beside?: boolean;
  /** The language of the dialog's texts, if it differs from the screen's. */
  lang?: Language | undefined;
  children: ReactNode;
};

const WIDTHS = { narrow: "max-w-md", normal: "max-w-xl", wide: "max-w-4xl self-start" } as const;

/** A dialog, modal unless it is beside the page. Focus stays inside and returns to its earlier place; Escape and the corner button close it. */
export function Dialog({ width = "narrow", beside = false, ...props }: DialogProps) {
  const around = useLanguage();
  const lang = props.lang ?? around;
  const focusReturn = useFocusReturn();
  const content = (
    <Radix.Content
      {...focusReturn}
      lang={lang}
      // Toasts lie above the dialog, so a press on a toast does not close the dialog.
      onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
      {...(beside && { onFocusOutside: keepOpen })}
      aria-modal={!beside || undefined}
      className={clsx(
        "floating-in relative w-full rounded-t-2xl border border-line bg-surface p-5 pb-8 shadow-floating sm:rounded-card sm:p-7",
        beside && "pointer-events-auto",
        WIDTHS[width],
      )}
    >
      <Radix.Title className="pr-12 text-xl font-bold sm:text-2xl">
        <Words text={props.title} />
      </Radix.Title>
      <Radix.Description className={props.hideDescription === true ? "sr-only" : "mt-1 text-ink-soft"}>
        {props.description}
      </Radix.Description>
      <LanguageContext value={lang}>
        <div className="mt-5">{props.children}</div>
      </LanguageContext>
      <Radix.Close asChild>
        <Button variant="ghost" size="icon" aria-label={uiTexts[lang].close} className="absolute top-3 right-3">
          <X aria-hidden="true" />
        </Button>
      </Radix.Close>
    </Radix.Content>
  );
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange} modal={!beside}>
      <Radix.Portal>
        {beside ? (
          <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 grid place-items-center sm:p-6">
            {content}
          </div>
        ) : (
          <Radix.Overlay className="fixed inset-0 z-40 grid grid-cols-1 place-items-end overflow-y-auto bg-veil sm:place-items-center sm:p-6">
            {content}
          </Radix.Overlay>
        )}
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the end of a dialog: stacked on a phone, to the right elsewhere, the main button last in reading order. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>;
}

const keepOpen = (event: Event) => event.preventDefault();

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}
