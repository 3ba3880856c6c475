import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { toast as sonner, Toaster as SonnerToaster } from "sonner";
import { uiTexts } from "#shared/ui/texts.ts";
import { presentToasts, type ToastMessage } from "./toast.ts";

const DURATION_MS = { success: 5000, info: 5000, error: 8000 } as const;

const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-success" />,
  info: <Info aria-hidden="true" className="size-5 text-brand" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
};

/** On a phone below the page's first row of controls, at the height of the title: neither under the thumb nor under the keyboard. */
const PHONE_OFFSET = { top: "3.75rem", left: "1rem", right: "1rem" };

/** Shows the waiting and the coming toasts in a polite live region. Only `<Toaster>` mounts it. */
export function ToastHost() {
  useEffect(() => presentToasts(show), []);
  return (
    <SonnerToaster
      position="top-center"
      mobileOffset={PHONE_OFFSET}
      containerAriaLabel={uiTexts.notifications}
      icons={ICONS}
      expand
      visibleToasts={4}
      gap={10}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: uiTexts.close,
        classNames: {
          toast:
            "flex w-full items-start gap-3 rounded-card border border-line-strong bg-surface px-4 py-3.5 text-ink shadow-floating",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 flex-1",
          title: "font-semibold",
          description: "text-ink-soft",
        },
      }}
    />
  );
}

function show({ kind, text, options }: ToastMessage) {
  sonner[kind](text, {
    duration: options.duration ?? DURATION_MS[kind],
    ...(options.description !== undefined && { description: options.description }),
  });
}
