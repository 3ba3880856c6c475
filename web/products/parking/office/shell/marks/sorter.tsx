import { ArrowDown, ArrowUp } from "lucide-react";

type SorterProps<Sort extends string> = {
  /** The column's name. */
  name: string;
  sort: Sort;
  /** The orders of the column: each press of its name takes the next one. */
  sorts: readonly [Sort, ...Sort[]];
  /** Each order in words. */
  titles: Readonly<Record<Sort, string>>;
  onSort: (sort: Sort) => void;
};

/** A name in a table's head that sorts by its column; pressed again, it takes the column's next order. Its target is higher than the head. */
export function Sorter<Sort extends string>({ name, sort, sorts, titles, onSort }: SorterProps<Sort>) {
  const at = sorts.indexOf(sort);
  const isNewestFirst = sort === "newest";
  return (
    <button
      type="button"
      aria-pressed={at !== -1}
      title={at === -1 ? undefined : titles[sort]}
      className="relative flex items-center gap-1 text-left underline after:absolute after:inset-x-0 after:-inset-y-3 focus-visible:-outline-offset-2 aria-pressed:font-bold aria-pressed:text-ink"
      onClick={() => onSort(sorts[(at + 1) % sorts.length] ?? sorts[0])}
    >
      {name}
      {at !== -1 && (isNewestFirst ? <ArrowDown {...ARROW} /> : <ArrowUp {...ARROW} />)}
    </button>
  );
}

const ARROW = { "aria-hidden": true, className: "size-4" } as const;
