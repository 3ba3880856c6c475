import { type SyntheticEvent, useRef } from "react";
import { toast } from "#shared/feedback/toast.ts";
import { Button, type ButtonProps } from "#shared/ui/button.tsx";

/** The time that the button is held, in milliseconds. */
const HOLD_MS = 1000;

type HoldProps = Pick<ButtonProps, "size" | "wide" | "pending" | "children" | "aria-keyshortcuts"> & {
  /** What to do with the button; a press that is too short says it. */
  hint: string;
  /** Called when a pointer goes down, before the button takes the focus. */
  onBegin?: () => void;
  onHeld: () => void;
};

/** The time after a lifted finger in which its click still comes, in milliseconds. */
const CLICK_MS = 400;

function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Swallows the click that ends a hold. What is held may move or leave the page meanwhile, and a touch's click goes to what then lies
 * beneath the finger: the lift after an alarm pressed a crew's `On scene`.
 */
function swallowClick() {
  const ending = new AbortController();
  const end = () => ending.abort();
  const options = { capture: true, signal: ending.signal };
  const endSoon = () => setTimeout(end, CLICK_MS);
  addEventListener("click", swallow, options);
  for (const lifted of ["pointerup", "pointercancel", "keyup"]) addEventListener(lifted, endSoon, options);
  // The next press is never swallowed.
  for (const begun of ["pointerdown", "keydown"]) addEventListener(begun, end, options);
}

/** A red button that acts after it was held for one second, by a finger or a key, so that no slip does. */
export function HoldButton({ hint, onBegin, onHeld, ...look }: HoldProps) {
  const held = useRef<{ since: number; timer: ReturnType<typeof setTimeout> }>(undefined);

  function act() {
    held.current = undefined;
    swallowClick();
    onHeld();
  }

  function hold({ timeStamp }: SyntheticEvent) {
    held.current ??= { since: timeStamp, timer: setTimeout(act, HOLD_MS) };
  }

  function letGo({ timeStamp }: SyntheticEvent) {
    if (held.current === undefined) return;
    const { since, timer } = held.current;
    clearTimeout(timer);
    // On a busy phone the timer comes late: the second counts by the moments of finger or key.
    if (timeStamp - since >= HOLD_MS) return act();
    held.current = undefined;
    toast.info(hint);
  }

  return (
    <Button
      {...look}
      variant="danger"
      title={hint}
      className="touch-none select-none"
      onPointerDown={(event) => {
        // A message that comes meanwhile moves the button from under a mouse; the press stays its own, as a finger's does.
        event.currentTarget.setPointerCapture(event.pointerId);
        onBegin?.();
        hold(event);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if ((event.key === "Enter" || event.key === " ") && !event.repeat) hold(event);
      }}
      onKeyUp={letGo}
      onBlur={letGo}
    />
  );
}
