import { useRef } from "react";

/**
 * Handlers for a Radix dialog without a trigger, where Radix would lose the focus on closing. Focus returns to its earlier element, or when
 * that element is gone (its row was deleted) to the part around it that takes the focus, or to the page's main part. A dialog that opened
 * meanwhile keeps the focus.
 */
export function useFocusReturn() {
  const before = useRef<Element[]>([]);
  return {
    onOpenAutoFocus: () => {
      const opener = document.activeElement;
      before.current = [opener, opener?.closest("[tabindex='-1']")].filter((each) => each instanceof Element);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement?.closest("[role=dialog],[role=alertdialog]") instanceof Element) return;
      const target = before.current.find(({ isConnected }) => isConnected) ?? document.getElementById("main");
      // A bar at the window's edge would scroll the page to its place in it.
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
