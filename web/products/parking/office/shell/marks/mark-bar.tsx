import "./marks.css";
import type { ReactNode } from "react";
import { formatCount } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { KeyMark } from "../key-mark.tsx";
import { markTexts as texts } from "./mark-texts.ts";
import type { Marks } from "./use-marks.ts";

type MarkBarProps<Item> = { marks: Marks<Item>; children: ReactNode };

/** A bar at the window's lower edge: how many rows are marked, and what can be done with them. */
export function MarkBar<Item>({ marks, children }: MarkBarProps<Item>) {
  const { length } = marks.rows;
  const marked = length === 0 ? "" : texts.marked(formatCount(length));
  return (
    <>
      <output className="sr-only">{marked}</output>
      {length > 0 && (
        <section
          aria-label={texts.bar}
          className="mark-bar sticky z-10 -mx-4 mt-2 flex flex-wrap items-center gap-2 border-t border-line-strong bg-surface px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:rounded-t-card lg:border-x"
        >
          <p aria-hidden="true" className="mr-2 font-bold tabular-nums">
            {marked}
          </p>
          <div className="flex flex-wrap gap-2 max-sm:order-1 max-sm:w-full">{children}</div>
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            aria-keyshortcuts="Escape"
            onClick={() => marks.keep([])}
          >
            {texts.clear}
            <KeyMark>Esc</KeyMark>
          </Button>
        </section>
      )}
    </>
  );
}
