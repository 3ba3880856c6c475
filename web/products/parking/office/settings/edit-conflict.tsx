import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "#shared/ui/button.tsx";
import { settingsTexts } from "./settings-texts.ts";

const texts = settingsTexts.conflict;

type ConflictProps = {
  differences: readonly { label: string; was: string; now: string }[];
  /** Saves the typed changes over the other person's. */
  onKeepMine: () => void;
  /** Discards the typed changes. */
  onTakeTheirs: () => void;
};

/**
 * The message that another person saved during the edit, with the differences and two ways on. It stands at the place of the form's
 * buttons, so that a person who pressed one finds the choice under the finger.
 */
export function EditConflict({ differences, onKeepMine, onTakeTheirs }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The pressed button is gone. A person who sent the form from a field keeps the focus there.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="w-full rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3"
    >
      <p className="flex items-start gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
        {texts.changed}
      </p>
      <ul className="mt-1 ml-7 list-disc">
        {differences.map(({ label, was, now }) => (
          <li key={label} className="wrap-anywhere">
            <strong>{label}</strong> {texts.difference(was, now)}
          </li>
        ))}
      </ul>
      <p className="mt-1 ml-7">{texts.kept}</p>
      <div className="mt-3 ml-7 flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {texts.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
