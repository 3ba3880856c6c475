import { useEffect, useState, type ComponentType } from "react";
import { loadCode } from "./load-code.ts";
import { onToastWaiting, presentToasts } from "./toast.ts";

/** Milliseconds after start until the toasts' code is fetched anyway, so that a lost network can still be reported. Typing fetches it at once. */
const PRELOAD_AFTER_MS = 3000;

const loadHost = loadCode(() => import("./toast-host.tsx"));

/** Shows the toasts; stands once in the application. Its code loads with the first toast, or soon after start. */
export function Toaster() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    let isGone = false;
    function load() {
      loadHost().then(
        ({ ToastHost }) => {
          if (!isGone) setHost(() => ToastHost);
        },
        // The toasts' code did not load: the browser's own alert shows the waiting messages, and the next message tries to load again.
        () => presentToasts(({ text }) => alert(text))(),
      );
    }
    const stop = onToastWaiting(load);
    const timer = setTimeout(load, PRELOAD_AFTER_MS);
    document.addEventListener("input", load, { once: true });
    return () => {
      isGone = true;
      stop();
      clearTimeout(timer);
      document.removeEventListener("input", load);
    };
  }, []);
  return Host === undefined ? null : <Host />;
}
