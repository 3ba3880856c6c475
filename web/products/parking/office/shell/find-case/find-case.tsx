import { Search } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { isForElse } from "../keys.ts";
import { FindCaseDialog } from "./find-case-dialog.tsx";
import { findTexts as texts } from "./find-texts.ts";

/** The button in the sign that finds an open case; the key `/` presses it from anywhere in the office. */
export function FindCase({ project }: { project: string }) {
  const [isOpen, setIsOpen] = useState(false);
  // The key works as soon as the sign is drawn.
  useLayoutEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== "/" || isForElse(event)) return;
      event.preventDefault();
      setIsOpen(true);
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  return (
    <>
      <Button size="icon" aria-label={texts.button} aria-keyshortcuts="/" onClick={() => setIsOpen(true)}>
        <Search aria-hidden="true" />
      </Button>
      {isOpen && <FindCaseDialog project={project} onClose={() => setIsOpen(false)} />}
    </>
  );
}
