import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { loadCode } from "#shared/feedback/load-code.ts";
import { formatCount } from "#shared/format/money.ts";
import type { DrawnProps } from "./drawn.tsx";
import { LINES, MOST_BARS } from "./rules/looks.ts";
import { type DrawnTable, sumOf } from "./rules/tables.ts";
import { statisticsTexts as texts } from "./statistics-texts.ts";

/** The library of charts is larger than the rest of the screen: its code comes once there is something to draw. */
const loadDrawn = loadCode(async () => await import("./drawn.tsx"));

/** The picture of a table. A screen reader reads the table beside it instead. */
export function Drawing({ table }: { table: DrawnTable }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { Drawn, hasFailed } = useDrawn();
  if (hasFailed) return <p className="text-ink-soft">{texts.pictureFailed}</p>;
  return (
    <div className="min-w-0">
      {/* The room is kept from the start, so that nothing moves once the code is there. */}
      <div ref={box} className="overflow-hidden text-sm" style={{ height: `${heightOf(table)}em` }}>
        {Drawn !== undefined && size !== undefined && <Drawn table={table} {...size} />}
      </div>
      <Legend table={table} />
    </div>
  );
}

/** The part that draws, once its code is there. */
function useDrawn() {
  const [Drawn, setDrawn] = useState<ComponentType<DrawnProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isLeft = false;
    loadDrawn().then(
      (code) => isLeft || setDrawn(() => code.Drawn),
      () => isLeft || setHasFailed(true),
    );
    return () => {
      isLeft = true;
    };
  }, []);
  return { Drawn, hasFailed };
}

/** The size of a box and of its letters, in CSS pixels; undefined until it is known. */
function useSize(box: { current: HTMLElement | null }) {
  const [size, setSize] = useState<Omit<DrawnProps, "table">>();
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    const sizes = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = place;
      // A box without a width is not shown yet; drawn now, its bars would be narrower than nothing.
      if (width > 0) setSize({ width, height, em: Number.parseFloat(getComputedStyle(place).fontSize) });
    });
    sizes.observe(place);
    return () => sizes.disconnect();
  }, [box]);
  return size;
}

/** The height of a picture in its own em, so that larger text has a larger picture. */
function heightOf({ drawing, rows }: DrawnTable): number {
  if (drawing.kind === "squares") return 32;
  if (drawing.kind === "stacks") return 15;
  return drawing.kind === "bars" ? 4 + 3 * Math.min(rows.length, MOST_BARS) : 22;
}

type Entry = { name: string; sign: ReactNode; sum?: number };

/** The names of all things that are drawn in a colour; groups have their sums, which the table does not show. */
function entriesOf({ drawing, columns, rows }: DrawnTable): Entry[] {
  if (drawing.kind === "lines")
    return drawing.columns.map((column, at) => ({
      name: columns[column]?.name ?? "",
      sign: <line x2="32" y1="4" y2="4" {...LINES[at]} />,
    }));
  if (drawing.kind !== "stacks") return [];
  return drawing.groups.map((group) => ({
    name: group.name,
    sign: <rect width="32" height="8" fill={group.color} />,
    sum: rows.reduce((sum, row) => sum + sumOf(group, row), 0),
  }));
}

function Legend({ table }: { table: DrawnTable }) {
  const entries = entriesOf(table);
  if (entries.length < 2) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      {entries.map(({ name, sign, sum }) => (
        <li key={name} className="inline-flex items-center gap-2 text-sm">
          <svg aria-hidden="true" viewBox="0 0 32 8" className="h-2 w-8 shrink-0">
            {sign}
          </svg>
          {name}
          {sum !== undefined && <span className="font-semibold tabular-nums">{formatCount(sum)}</span>}
        </li>
      ))}
    </ul>
  );
}
