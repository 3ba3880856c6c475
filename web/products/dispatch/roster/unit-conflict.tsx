import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { Unit } from "#data/units/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { differencesOf } from "../rules/differences.ts";
import { unitTexts } from "../unit-texts.ts";

const { conflict: texts, fields } = unitTexts;

type ConflictProps = {
  /** The unit as it was when the edit began, and as it is now; undefined when it was deleted. */
  base: Unit;
  current: Unit | undefined;
  /** Whether the conflict answers a save that the person has just tried. */
  isAnswer: boolean;
  /** Saves the typed values, over the current unit or as a new unit. */
  onKeepMine: () => void;
  /** Discards the typed values. */
  onTakeTheirs: () => void;
};

/**
 * The message that another person changed or deleted the unit under edit: what it was, what it is now, and two ways on. It stands at the
 * place of the form's buttons, so that a person who pressed one finds the choice under the finger.
 */
export function UnitConflict({ base, current, isAnswer, onKeepMine, onTakeTheirs }: ConflictProps) {
  const isGone = current === undefined;
  const box = useRef<HTMLDivElement>(null);
  const isAnswerAtFirst = useRef(isAnswer);
  useLayoutEffect(() => {
    if (!isAnswerAtFirst.current) return;
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
