import { useRef } from "react";

/**
 * Handlers for a Radix dialog without a trigger, where Radix would lose the focus on closing. Focus returns to its earlier element, or to
 * the page's main part when that element is gone (its row was deleted).
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
