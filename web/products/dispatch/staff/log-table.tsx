import type { ReactNode } from "react";

type LogTableProps = {
  label: string;
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
};

/** Rows of a log: a table on a wide screen; on a phone, blocks with the names of the columns. */
export function LogTable({ label, columns, rows }: LogTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="block w-full text-left md:table">
        <caption className="block px-4 pt-4 pb-2 text-left font-bold md:table-caption">{label}</caption>
        <thead className="sr-only md:not-sr-only">
          <tr className="md:border-b-2 md:border-line">
            {columns.map((column) => (
              <th key={column} scope="col" className="px-4 py-2 text-sm font-semibold text-ink-soft">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {rows.map(({ id, cells }) => (
            <tr key={id} className="block border-t border-line px-4 py-2.5 md:table-row md:px-0 md:py-0">
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  className="flex items-baseline gap-3 wrap-anywhere md:table-cell md:min-w-36 md:px-4 md:py-2.5"
                >
                  <span aria-hidden="true" className="w-28 shrink-0 text-sm text-ink-soft md:hidden">
                    {columns[index]}
                  </span>
                  <span>{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
