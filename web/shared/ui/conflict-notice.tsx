import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";

/** The two ways on after a conflict. */
export type ConflictWays = {
  /** Saves the typed values over the other person's. */
  onKeepMine: () => void;
  /** Discards the typed values. */
  onTakeTheirs: () => void;
};

type ConflictNoticeProps = ConflictWays & {
  text: string;
  differences: readonly { label: string; words: string }[];
  kept: string;
  keepMine: string;
  takeTheirs: string;
  /** Whether the conflict answers a save that the person has just tried. */
  isAnswer?: boolean;
};

/**
 * The message that another person changed the thing under edit, with the differences and two ways on. It stands at the place of the form's
 * buttons, so that a person who pressed one finds the choice under the finger.
 */
export function ConflictNotice({ isAnswer = true, ...props }: ConflictNoticeProps) {
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
        {props.text}
      </p>
      {props.differences.length > 0 && (
        <ul className="mt-1 ml-7 list-disc">
          {props.differences.map(({ label, words }) => (
            <li key={label} className="wrap-anywhere">
              <strong>{label}</strong> {words}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 ml-7">{props.kept}</p>
      <div className="mt-3 ml-7 flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={props.onKeepMine}>
          {props.keepMine}
        </Button>
        <Button size="small" onClick={props.onTakeTheirs}>
          {props.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
