import { useRef } from "react";

/**
 * Handlers for a Radix dialog that has no trigger of its own: Radix would leave focus nowhere when it closes. Focus goes back to
 * what had it, or to the page's main part when that is gone (the row was deleted).
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = before.current?.isConnected === true ? before.current : document.getElementById("main");
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
