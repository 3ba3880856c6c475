import "./marks.css";
import { type ReactNode, useEffect, useRef } from "react";
import { formatCount } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { KeyMark } from "../key-mark.tsx";
import { isForElse } from "../keys.ts";
import { markTexts as texts } from "./mark-texts.ts";
import type { Marks } from "./use-marks.ts";

type MarkBarProps<Item> = { marks: Marks<Item>; children: ReactNode };

/** The key that leads from a row to the bar: a list of many rows lies between them. */
const TO_BAR = "M";
/** The bar is in sight wherever the page is scrolled to. */
const IN_PLACE = { preventScroll: true };

/** A bar at the window's lower edge: the number of marked rows, the actions for them, and the result of the last action. */
export function MarkBar<Item>({ marks, children }: MarkBarProps<Item>) {
  const { rows, answer } = marks;
  const { length } = rows;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key.toUpperCase() === TO_BAR && !isForElse(event)) bar.current?.focus(IN_PLACE);
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  useEffect(() => {
    // The pressed button went away with its rows.
    if (answer !== undefined && document.activeElement === document.body) bar.current?.focus(IN_PLACE);
  }, [answer]);
  const marked = length === 0 ? "" : texts.marked(formatCount(length));
  return (
    <>
      <output className="sr-only">{marked}</output>
      {(length > 0 || answer !== undefined) && (
        <section
          ref={bar}
          tabIndex={-1}
          aria-label={texts.bar}
          aria-keyshortcuts={TO_BAR}
          className="mark-bar sticky z-10 -mx-4 mt-2 flex flex-wrap items-center gap-2 border-t border-line-strong bg-surface px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:rounded-t-card lg:border-x"
        >
          {answer !== undefined && <div className="max-h-[40dvh] w-full overflow-y-auto [&_ul]:mb-0">{answer}</div>}
          {length > 0 && (
            <>
              <p aria-hidden="true" className="mr-2 font-bold tabular-nums">
                {marked} <KeyMark>{TO_BAR}</KeyMark>
              </p>
              <div className="flex flex-wrap gap-2 max-sm:order-1 max-sm:w-full">{children}</div>
            </>
          )}
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            aria-keyshortcuts="Escape"
            onClick={() => marks.keep([])}
          >
            {length > 0 ? texts.clear : texts.close}
            <KeyMark>Esc</KeyMark>
          </Button>
        </section>
      )}
    </>
  );
}
