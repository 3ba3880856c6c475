import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { Unit } from "#data/units/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { differencesOf } from "../rules/differences.ts";
import { unitTexts } from "../unit-texts.ts";

const { conflict: texts, fields } = unitTexts;

type ConflictProps = {
  /** The unit as it stood when the edit began, and as it stands now; undefined when it is gone. */
  base: Unit;
  current: Unit | undefined;
  /** It answers a save that the person has just tried. */
  isAnswer: boolean;
  /** Saves what is typed, over what stands now or as a new unit. */
  onKeepMine: () => void;
  /** Gives up what is typed. */
  onTakeTheirs: () => void;
};

/**
 * Tells that somebody else changed or deleted the unit under way, what it was and what it is now, and offers both ways on. It
 * stands where the form's buttons were, so that who pressed one of them has the choice under the finger.
 */
export function UnitConflict({ base, current, isAnswer, onKeepMine, onTakeTheirs }: ConflictProps) {
  const isGone = current === undefined;
  const box = useRef<HTMLDivElement>(null);
  const isAnswerAtFirst = useRef(isAnswer);
  useLayoutEffect(() => {
    if (!isAnswerAtFirst.current) return;
    // The pressed button is gone; who sent the form from a field stays there.
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
        {isGone ? texts.gone : texts.changed}
      </p>
      {current !== undefined && (
        <ul className="mt-1 ml-7 list-disc">
          {differencesOf(base, current).map(({ field, was, now }) => (
            <li key={field}>
              <strong>{fields[field]}</strong> {texts.difference(was || texts.empty, now || texts.empty)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 ml-7">{texts.kept}</p>
      <div className="mt-3 ml-7 flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={onKeepMine}>
          {isGone ? texts.addAgain : texts.keepMine}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {isGone ? texts.discard : texts.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
