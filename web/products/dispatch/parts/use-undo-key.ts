import { useEffect, useEffectEvent } from "react";

const FIELDS = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Calls `onUndo` at `Ctrl+Z` (`⌘Z`) outside of fields and dialogs, where the keys take back typing. */
export function useUndoKey(onUndo: () => void): void {
  const handleUndo = useEffectEvent(onUndo);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "z")
        return;
      if (event.target instanceof Element && event.target.closest(FIELDS) !== null) return;
      event.preventDefault();
      handleUndo();
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}
