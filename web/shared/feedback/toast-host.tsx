import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { toast as sonner, Toaster as SonnerToaster } from "sonner";
import { usePageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { measurePage, TOAST_GAP, toastBottom, visiblePart } from "./toast-place.ts";
import { presentToasts, type ToastMessage } from "./toast.ts";

const DURATION_MS = { success: 5000, info: 5000, error: 8000 } as const;

const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-success" />,
  info: <Info aria-hidden="true" className="size-5 text-brand" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
};

/** Time for a few frames, in milliseconds; after it a change of the page is drawn. */
const SETTLED_MS = 50;
/** Space between two toasts, in pixels. */
const GAP = 10;
/** Below this width, in pixels, a toast is as wide as the screen. The library sonner has the same limit. */
const PHONE_WIDTH = 600;
/** The width of a toast on a larger screen, in pixels. */
const WIDTH = 356;
const SIDE = "1rem";

/** Shows toasts in a polite live region. Only `<Toaster>` mounts it. */
export function ToastHost() {
  const host = useRef<HTMLElement>(null);
  const bottom = useFreePlace(host);
  const texts = uiTexts[usePageLanguage()];
  useEffect(() => presentToasts(show), []);
  return (
    <SonnerToaster
      ref={host}
      position="bottom-right"
      // Sonner's own style sheet would set a system font.
      style={{ fontFamily: "inherit" }}
      offset={{ bottom, right: SIDE }}
      mobileOffset={{ bottom, left: SIDE, right: SIDE }}
      containerAriaLabel={texts.notifications}
      icons={ICONS}
      expand
      visibleToasts={3}
      gap={GAP}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: texts.close,
        classNames: {
          // The list of toasts lets presses through to the page below it.
          toast:
            "pointer-events-none! [&_button]:pointer-events-auto flex w-full items-start gap-3 rounded-card border border-line-strong bg-surface px-4 py-3.5 text-ink shadow-floating",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 flex-1",
          title: "font-semibold",
          description: "text-ink-soft",
        },
      }}
    />
  );
}

/**
 * The matter of a message. A success or an error is about the person's last action, so an old error does not stay over a later success.
 * News come by themselves and replace neither.
 */
const matterOf = ({ kind, options }: ToastMessage): string => options.matter ?? (kind === "info" ? "news" : "action");

/** The toast on the screen for each matter; the value is sonner's key. */
const shown = new Map<string, string>();
let count = 0;

/** Shows one toast for each matter: the newest replaces the toast before it. */
function show(message: ToastMessage) {
  const { kind, text, options } = message;
  const matter = matterOf(message);
  count += 1;
  const id = shown.get(matter) ?? `${matter} ${count}`;
  shown.set(matter, id);
  // A toast that is leaving the screen cannot be replaced any more.
  const forget = () => {
    if (shown.get(matter) === id) shown.delete(matter);
  };
  // A new key makes a new element, so that a screen reader reads the same text a second time.
  sonner[kind](<span key={count}>{text}</span>, {
    id,
    duration: options.duration ?? DURATION_MS[kind],
    description: options.description,
    onAutoClose: forget,
    onDismiss: forget,
  });
}

/**
 * The distance of the toasts from the bottom, in pixels. It is computed again when the toasts or the page change, and when a heading or a
 * field gets the focus.
 */
function useFreePlace(host: RefObject<HTMLElement | null>): number {
  const [bottom, setBottom] = useState(TOAST_GAP);
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    // All changes of a moment are handled once, after the layout. An earlier measurement would lay 500 rows out twice.
    const place = () => {
      next ??= setTimeout(() => {
        next = undefined;
        setBottom(freePlace());
      }, SETTLED_MS);
    };
    const toasts = new MutationObserver(place);
    if (host.current !== null) toasts.observe(host.current, { childList: true, subtree: true });
    const page = new ResizeObserver(place);
    page.observe(document.body);
    window.visualViewport?.addEventListener("resize", place);
    document.addEventListener("focusin", place);
    return () => {
      clearTimeout(next);
      toasts.disconnect();
      page.disconnect();
      window.visualViewport?.removeEventListener("resize", place);
      document.removeEventListener("focusin", place);
    };
  }, [host]);
  return bottom;
}

function freePlace(): number {
  const heights = [...document.querySelectorAll("[data-sonner-toast]")].map((toast) => toast.clientHeight + GAP);
  if (heights.length === 0) return TOAST_GAP;
  const height = heights.reduce((sum, one) => sum + one, -GAP);
  const { clientWidth: width } = document.documentElement;
  const left = width < PHONE_WIDTH ? TOAST_GAP : width - TOAST_GAP - WIDTH;
  return window.innerHeight - toastBottom({ height, left, right: width - TOAST_GAP }, visiblePart(), measurePage());
}
