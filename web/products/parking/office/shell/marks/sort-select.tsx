import "./marks.css";
import { markTexts as texts } from "./mark-texts.ts";

type SortSelectProps<Sort extends string> = {
  sort: Sort;
  sorts: readonly { value: Sort; label: string }[];
  onSort: (sort: Sort) => void;
};

/** The order of a list whose rows are too narrow for a head that sorts. */
export function SortSelect<Sort extends string>({ sort, sorts, onSort }: SortSelectProps<Sort>) {
  return (
    <select
      aria-label={texts.sort}
      value={sort}
      onChange={({ target }) => onSort(target.value as Sort)}
      className="select-arrow sort-select min-h-11 cursor-pointer bg-transparent font-semibold underline"
    >
      {sorts.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
