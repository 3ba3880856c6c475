import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { toast as sonner, Toaster as SonnerToaster } from "sonner";
import { usePageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { standingNow, TOAST_GAP, toastBottom, visiblePart } from "./toast-place.ts";
import { presentToasts, type ToastMessage } from "./toast.ts";

const DURATION_MS = { success: 5000, info: 5000, error: 8000 } as const;

const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-success" />,
  info: <Info aria-hidden="true" className="size-5 text-brand" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
};

/** Some frames, in milliseconds: then a change of the page is drawn. */
const SETTLED_MS = 50;
/** Between two toasts, in pixels. */
const GAP = 10;
/** Below this width a toast is as wide as the screen, as sonner has it. */
const PHONE_WIDTH = 600;
/** Width of a toast on a larger screen, in pixels. */
const WIDTH = 356;
const SIDE = "1rem";

/** Shows the waiting and the coming toasts in a polite live region. Only `<Toaster>` mounts it. */
export function ToastHost() {
  const host = useRef<HTMLElement>(null);
  const bottom = useFreePlace(host);
  const texts = uiTexts[usePageLanguage()];
  useEffect(() => presentToasts(show), []);
  return (
    <SonnerToaster
      ref={host}
      position="bottom-right"
      // Its own style sheet brings a font of the system.
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
          // What is under a toast can be pressed all the same.
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
 * What a message is about. A success or an error is about what the person just did, so that an error does not stay over a later
 * success. News come by themselves and take nothing away from that.
 */
const matterOf = ({ kind, options }: ToastMessage): string => options.matter ?? (kind === "info" ? "news" : "action");

/** The toast of each matter that is on the screen, by the key that sonner knows it by. */
const shown = new Map<string, string>();
let count = 0;

/** One toast a matter: the newest takes the place of the one before it. */
function show(message: ToastMessage) {
  const { kind, text, options } = message;
  const matter = matterOf(message);
  count += 1;
  const id = shown.get(matter) ?? `${matter} ${count}`;
  shown.set(matter, id);
  // One that is on its way out takes nothing in any more.
  const forget = () => {
    if (shown.get(matter) === id) shown.delete(matter);
  };
  // A new element, so that the same text told twice is read out twice.
  sonner[kind](<span key={count}>{text}</span>, {
    id,
    duration: options.duration ?? DURATION_MS[kind],
    description: options.description,
    onAutoClose: forget,
    onDismiss: forget,
  });
}

/**
 * How far from the bottom the toasts stand, in pixels: looked up anew when they change, when the page under them does, and when a
 * heading or a field gets the focus.
 */
function useFreePlace(host: RefObject<HTMLElement | null>): number {
  const [bottom, setBottom] = useState(TOAST_GAP);
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    // Once for all changes of a moment, and after the page is laid out: to ask before would lay 500 rows out twice.
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
  return window.innerHeight - toastBottom({ height, left, right: width - TOAST_GAP }, visiblePart(), standingNow());
}
