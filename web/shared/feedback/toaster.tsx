import { useEffect, useState, type ComponentType } from "react";
import { loadCode } from "./load-code.ts";
import { onToastWaiting, presentToasts } from "./toast.ts";

/** How long after start the toasts' code is fetched anyway, in milliseconds, so that a lost network can still be told. */
const PRELOAD_AFTER_MS = 3000;

const loadHost = loadCode(() => import("./toast-host.tsx"));

/** The place of the toasts; stands once in the application. Its code is fetched with the first toast or soon after start. */
export function Toaster() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    let isGone = false;
    function load() {
      loadHost().then(
        ({ ToastHost }) => {
          if (!isGone) setHost(() => ToastHost);
        },
        // The code did not arrive, so the browser says in its own way what waits; the next message tries again.
        () => presentToasts(({ text }) => alert(text))(),
      );
    }
    const stop = onToastWaiting(load);
    const timer = setTimeout(load, PRELOAD_AFTER_MS);
    return () => {
      isGone = true;
      stop();
      clearTimeout(timer);
    };
  }, []);
  return Host === undefined ? null : <Host />;
}
