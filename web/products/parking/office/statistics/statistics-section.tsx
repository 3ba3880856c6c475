import { clsx } from "clsx";
import { Download } from "lucide-react";
import type { Period } from "#data/site_overview/queries.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Drawing } from "./drawing.tsx";
import { shownValue } from "./rules/cells.ts";
import { hasRows, type StatisticsTable, sumsOf } from "./rules/tables.ts";
import { statisticsTexts as texts } from "./statistics-texts.ts";
import { useStatisticsExport } from "./use-statistics-export.ts";

type SectionProps = { table: StatisticsTable; project: string; period: Period };

/** A part of the statistics: its chart, its table beside it, and the table as a file. */
export function StatisticsSection({ table, project, period }: SectionProps) {
  const saving = useStatisticsExport();
  return (
    <Section title={table.title}>
      {hasRows(table) ? (
        <>
          {table.says !== undefined && <p className="mb-3 max-w-prose text-ink-soft">{table.says}</p>}
          <div className={clsx("grid gap-6", table.columns.length < 6 && "lg:grid-cols-2")}>
            <Drawing table={table} />
            <Table table={table} />
          </div>
          <Button
            size="small"
            className="mt-4"
            aria-label={texts.export.named(table.title)}
            pending={saving.isPending()}
            onClick={() => void saving.run({ table, project, period })}
          >
            <Download aria-hidden="true" />
            {texts.export.button}
          </Button>
        </>
      ) : (
        <p className="text-ink-soft">{texts.none}</p>
      )}
    </Section>
  );
}

function Table({ table }: { table: StatisticsTable }) {
  const { title, rowHead, columns, rows } = table;
  return (
    // A box that scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label={title} className="max-h-96 min-w-0 overflow-auto print:max-h-none">
      <table aria-label={title} className="w-full text-left text-sm sm:text-base">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky top-0 bg-surface py-2 pr-2">
              {rowHead}
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="sticky top-0 bg-surface px-1 py-2 text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key} className="border-b border-line">
              <th
                scope="row"
                className={clsx("py-2 pr-2 font-normal", table.drawing.kind !== "bars" && "whitespace-nowrap")}
              >
                {name}
              </th>
              <Values table={table} values={values} />
            </tr>
          ))}
        </tbody>
        {/* The sum stays in sight while the weeks above it scroll. */}
        <tfoot className="sticky bottom-0 bg-surface font-bold">
          <tr>
            <th scope="row" className="py-2 pr-2">
              {texts.sum}
            </th>
            <Values table={table} values={sumsOf(table)} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Values({ table: { columns }, values }: { table: StatisticsTable; values: readonly (number | null)[] }) {
  return columns.map(({ name, unit }, at) => (
    <td key={name} className="px-1 py-2 text-right whitespace-nowrap tabular-nums">
      {shownValue(values[at] ?? null, unit)}
    </td>
  ));
}
