import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { clsx } from "clsx";
import type { Unit } from "#data/units/queries.ts";
import { isSwitchedOff } from "../parts/switched-off.ts";
import { statusMark, useStatuses } from "../parts/statuses.tsx";
import { unitTexts as texts } from "../unit-texts.ts";

type ChoiceProps = {
  unit: Unit;
  onChoose: (status: string) => void;
  onClose: () => void;
};

/** The statuses of a unit, below its row: a press or a digit sets one, arrows walk, Escape closes. */
export function StatusChoice({ unit, onChoose, onClose }: ChoiceProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const statuses = useStatuses();
  useLayoutEffect(() => {
    const buttons = box.current;
    (buttons?.querySelector<HTMLElement>("[aria-pressed=true]") ?? buttons?.querySelector("button"))?.focus();
    buttons?.scrollIntoView({ block: "nearest" });
  }, []);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const status = isSwitchedOff(DIGIT_KEYS) ? undefined : statuses[Number(event.key) - 1]?.code;
    if (status !== undefined) choose(status);
    else if (event.key === "Escape") leave(onClose);
    else if (event.key in STEPS) step(box.current, STEPS[event.key] ?? 0);
    else return;
    event.preventDefault();
  }

  /** The status buttons disappear, so the row's own button takes the focus first. */
  function leave(act: () => void) {
    box.current?.closest("[data-unit]")?.querySelector<HTMLElement>("[data-action=status]")?.focus();
    act();
  }
  const choose = (status: string) => leave(() => onChoose(status));

  return (
    <fieldset
      ref={box}
      aria-label={texts.statusOf(unit.unit_number)}
      className="grid two-columns gap-1.5 pt-1 pb-1.5 sm:grid-cols-3 lg:flex lg:flex-wrap"
    >
      {statuses.map((status, index) => (
        <button
          key={status.code}
          type="button"
          aria-pressed={status.code === unit.status}
          aria-keyshortcuts={index < DIGITS ? String(index + 1) : undefined}
          onKeyDown={handleKey}
          onClick={() => choose(status.code)}
          {...statusMark(
            status,
            clsx(
              "inline-flex min-h-11 items-center gap-2 rounded-control border-2 bg-surface px-2 text-sm font-semibold wrap-anywhere hover:border-ink",
              status.code === unit.status ? "border-brand" : "border-line-strong",
            ),
          )}
        >
          {status.name}
          {index < DIGITS && (
            <kbd aria-hidden="true" className="ml-auto hidden font-sans font-normal text-ink-soft lg:inline">
              {index + 1}
            </kbd>
          )}
        </button>
      ))}
    </fieldset>
  );
}

/** The statuses that a digit sets. */
const DIGITS = 9;
const DIGIT_KEYS = "key 1–9";
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Moves the focus from one button to another. */
function step(box: HTMLElement | null, by: number) {
  const buttons = [...(box?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}
