import { Download } from "lucide-react";
import { useActingPerson } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { useQuery } from "#data/use-query.ts";
import { type HoursRow, workHoursQueries } from "#data/work_turns/corrections.ts";
import type { TurnKind } from "#data/work_turns/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { Button } from "#shared/ui/button.tsx";
import { type Language, useLanguage } from "#shared/ui/language.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { ClockSettingsButton } from "./clock-settings.tsx";
import { cellsOf, hoursCsv, sumsOf } from "./hours-csv.ts";
import { useMonth } from "./month.ts";
import { MonthSteps } from "./month-steps.tsx";
import { type ReviewTexts, reviewTexts } from "./review-texts.ts";

/** Hours by person in a month, and their file, for an admin (document 5 §6). */
export function WorkHours({ project, kind }: { project: string; kind: TurnKind }) {
  const acting = useActingPerson();
  const lang = useLanguage();
  const texts = reviewTexts[lang].hours;
  const month = useMonth(useNow(), kind);
  const query = useQuery(workHoursQueries.ofPeriod(acting, { project, kind }, month.first, month.last));

  async function save(rows: readonly HoursRow[]) {
    try {
      const details = { month: month.month };
      await recordAccess(acting, { access: "export", subject: "work_turns", project, details });
      const file = new Blob([hoursCsv(rows, texts)], { type: "text/csv;charset=utf-8" });
      saveFile(file, texts.fileName(project, month.month));
    } catch {
      toast.error(texts.csvFailed);
    }
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <MonthSteps month={month} />
        <div className="flex flex-wrap gap-3">
          <ClockSettingsButton {...{ project, kind }} />
          <Button disabled={query.data === undefined} onClick={() => void save(query.data ?? [])}>
            <Download aria-hidden="true" />
            {texts.csv}
          </Button>
        </div>
      </div>
      <StateView query={query} loading={<SkeletonList />} failed={texts.loadFailed} empty={texts.none}>
        {(rows) => <HoursTable {...{ rows, texts, lang, kind }} />}
      </StateView>
    </>
  );
}

type HoursTableProps = { rows: readonly HoursRow[]; texts: ReviewTexts["hours"]; lang: Language; kind: TurnKind };

function HoursTable({ rows, texts, lang, kind }: HoursTableProps) {
  const sums = sumsOf(kind);
  const columns = [...sums.map((name) => texts[name]), texts.marks];
  return (
    <div className="overflow-x-auto">
      <table
        aria-label={texts.table}
        className="w-full border-collapse tabular-nums [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2"
      >
        <thead className="border-b-2 border-line">
          <tr>
            <th scope="col" className="text-left">
              {texts.who}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="text-right last:text-left">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.person_id} className="border-b border-line">
              <th scope="row" className="min-w-32 text-left font-semibold wrap-anywhere">
                {row.user_id} {row.name !== null && <span className="font-normal text-ink-soft">{row.name}</span>}
              </th>
              {cellsOf(row, sums, texts, lang).map((cell, at) => (
                <td key={columns[at]} className="text-right last:text-left">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
