import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect, useState } from "react";
import { toast as sonner, Toaster as SonnerToaster } from "sonner";
import { usePageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { measurePage, TOAST_GAP, type ToastPlace, toastPlace, visiblePart } from "./toast-place.ts";
import { presentToasts, type ToastMessage } from "./toast.ts";

const DURATION_MS = { success: 5000, info: 5000, error: 8000 } as const;
/** The time of a toast with a button, in milliseconds: it is read, found and pressed. */
const BUTTON_MS = 10_000;

const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-success" />,
  info: <Info aria-hidden="true" className="size-5 text-brand" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
};

/** Time for a few frames, in milliseconds; after it a change of the page is drawn. */
const SETTLED_MS = 50;
/** Space between two toasts, in pixels. */
const GAP = 10;
/** Up to this width of the screen, in pixels, the library sonner lays toasts out as on a phone. */
const PHONE_WIDTH = 600;

/** The width of a toast: on a phone it leaves room at its right for a sign's button. */
const WIDTH = "min(356px, calc(100vw - 88px))";

/** A toast at a login is said and not drawn: the form holds the same words. */
const AT_A_LOGIN = "body:has([data-login]) [data-sonner-toaster] { clip-path: inset(50%) }";

/** Shows toasts in a polite live region. Only `<Toaster>` mounts it. */
export function ToastHost() {
  const { left, bottom } = useFreePlace();
  const texts = uiTexts[usePageLanguage()];
  useEffect(() => presentToasts(show), []);
  return (
    <>
      <style>{AT_A_LOGIN}</style>
      <SonnerToaster
        position="bottom-left"
        // Sonner's own style sheet would set a system font.
        style={{ fontFamily: "inherit" }}
        offset={{ bottom, left }}
        mobileOffset={{ bottom, left, right: left }}
        containerAriaLabel={texts.notifications}
        icons={ICONS}
        expand
        visibleToasts={3}
        gap={GAP}
        toastOptions={{
          unstyled: true,
          style: { width: WIDTH },
          closeButtonAriaLabel: texts.close,
          classNames: {
            // The list of toasts lets presses through to the page below it. On a phone two lines of a toast fit a bar.
            toast:
              "pointer-events-none! [&_button]:pointer-events-auto flex items-start gap-3 rounded-card border border-line-strong bg-surface px-4 py-2 leading-tight text-ink shadow-floating",
            icon: "shrink-0",
            content: "min-w-0 flex-1",
            title: "font-semibold",
            description: "text-ink-soft",
            actionButton: "min-h-11 shrink-0 px-1 font-semibold text-brand underline underline-offset-4",
          },
        }}
      />
    </>
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
  const { button } = options;
  sonner[kind](<span key={count}>{text}</span>, {
    id,
    duration: options.duration ?? (button === undefined ? DURATION_MS[kind] : BUTTON_MS),
    description: options.description,
    // A toast that takes the place of another one keeps nothing of it.
    action: button && { label: button.text, onClick: button.onPress },
    onAutoClose: forget,
    onDismiss: forget,
  });
}

/**
 * The place of the toasts, with `bottom` as the distance from the window's bottom. It is computed again when the toasts or the page change,
 * after a scroll, and when a heading or a field gets the focus.
 */
function useFreePlace(): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>(CORNER);
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    // All changes of a moment are handled once, after the layout. An earlier measurement would lay 500 rows out twice.
    const handleChange = () => {
      next ??= setTimeout(() => {
        next = undefined;
        const { left, bottom } = freePlace();
        setPlace((before) => (before.left === left && before.bottom === bottom ? before : { left, bottom }));
      }, SETTLED_MS);
    };
    const contents = new MutationObserver(handleChange);
    contents.observe(document.body, { childList: true, subtree: true });
    const page = new ResizeObserver(handleChange);
    page.observe(document.body);
    window.visualViewport?.addEventListener("resize", handleChange);
    document.addEventListener("focusin", handleChange);
    document.addEventListener("scrollend", handleChange);
    return () => {
      clearTimeout(next);
      contents.disconnect();
      page.disconnect();
      window.visualViewport?.removeEventListener("resize", handleChange);
      document.removeEventListener("focusin", handleChange);
      document.removeEventListener("scrollend", handleChange);
    };
  }, []);
  return place;
}

const CORNER: ToastPlace = { left: TOAST_GAP, bottom: TOAST_GAP };

function freePlace(): ToastPlace {
  const toasts = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
  if (toasts.length === 0) return CORNER;
  const height = toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight + GAP, -GAP);
  const width = Math.max(...toasts.map(({ offsetWidth }) => offsetWidth));
  const { clientWidth: screen } = document.documentElement;
  const right = screen - TOAST_GAP - width;
  const lefts = screen <= PHONE_WIDTH ? [TOAST_GAP] : [TOAST_GAP, right];
  const { left, bottom } = toastPlace({ width, height }, lefts, visiblePart(), measurePage());
  return { left, bottom: window.innerHeight - bottom };
}
