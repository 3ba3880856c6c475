import { useEffect } from "react";

/** Keeps the screen awake while it is open, if the browser can; also after a return to the page. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const wake = () => {
      const locks = (navigator as { wakeLock?: WakeLock }).wakeLock;
      if (locks === undefined || document.visibilityState !== "visible") return;
      locks.request("screen").then(
        (given) => {
          if (isOver) void given.release();
          else lock = given;
        },
        () => undefined,
      );
    };
    wake();
    document.addEventListener("visibilitychange", wake);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", wake);
      void lock?.release();
    };
  }, []);
}
