import { useRef } from "react";
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

/** A red button that acts after it was held for one second, by a finger or a key, so that no slip does. */
export function HoldButton({ hint, onBegin, onHeld, ...look }: HoldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function hold() {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onHeld();
    }, HOLD_MS);
  }

  function letGo() {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    toast.info(hint);
  }

  return (
    <Button
      {...look}
      variant="danger"
      title={hint}
      className="touch-none select-none"
      onPointerDown={() => {
        onBegin?.();
        hold();
      }}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if ((event.key === "Enter" || event.key === " ") && !event.repeat) hold();
      }}
      onKeyUp={letGo}
      onBlur={letGo}
    />
  );
}
