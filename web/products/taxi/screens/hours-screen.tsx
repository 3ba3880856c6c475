import { clsx } from "clsx";
import { Download } from "lucide-react";
import { useSearchParams } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { recordAccess } from "#data/audit_trail/access.ts";
import { useQuery } from "#data/use-query.ts";
import { type HoursRow, taxiHoursQueries } from "#data/vehicle_turns/hours.ts";
import { toast } from "#shared/feedback/toast.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { startOfDay, toDateValue } from "#shared/format/dates.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";
import { cellsOf, hoursCsv } from "../fleet/hours-csv.ts";
import { ROW } from "../fleet/turn-table.tsx";

const labels = fleetTexts.hoursPage;
const { units } = fleetTexts;

/** Hours and kilometres by chauffeur in a period, and its file (document 5 §4). The period stands in the address. */
export function HoursScreen() {
  return <FleetPage title={fleetTexts.hours}>{({ project }) => <Hours project={project} />}</FleetPage>;
}

function Hours({ project }: { project: string }) {
  const acting = useActingPerson();
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const today = toDateValue(new Date(now));
  const dayOf = (name: string, otherwise: string) => {
    const day = search.get(name) ?? "";
    return startOfDay(day) === undefined ? otherwise : day;
  };
  const from = dayOf("from", `${today.slice(0, 8)}01`);
  const to = dayOf("to", today);
  const isWrong = to < from;
  const query = useQuery({ ...taxiHoursQueries.ofPeriod(acting, project, from, to), enabled: !isWrong });

  async function save(rows: readonly HoursRow[]) {
    try {
      await recordAccess(acting, { access: "export", subject: "vehicle_turns", project, details: { from, to } });
      saveFile(new Blob([hoursCsv(rows)], { type: "text/csv;charset=utf-8" }), labels.fileName(project, from, to));
    } catch {
      toast.error(labels.csvFailed);
    }
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <div className="min-w-0 basis-56">
          <DateField
            name="from"
            label={labels.from}
            value={from}
            onChange={(day) => setSearch({ from: day, to }, { replace: true })}
            error={undefined}
          />
        </div>
        <div className="min-w-0 basis-56">
          <DateField
            name="to"
            label={labels.to}
            value={to}
            onChange={(day) => setSearch({ from, to: day }, { replace: true })}
            error={isWrong ? labels.wrong : undefined}
          />
        </div>
        <Button disabled={isWrong || query.data === undefined} onClick={() => void save(query.data ?? [])}>
          <Download aria-hidden="true" />
          {labels.csv}
        </Button>
      </div>
      {/* The text stands above the table, whose height comes with its rows. */}
      <p className="mb-4 max-w-prose text-ink-soft">{labels.about}</p>
      {!isWrong && (
        <StateView query={query} failed={fleetTexts.loadFailed} empty={labels.none}>
          {(rows) => <HoursTable rows={rows} />}
        </StateView>
      )}
    </>
  );
}

/** Turns, hours, kilometres and turns without them: their places in a phone's row of two lines, and their units. */
const SUMS = [
  { place: "second", unit: units.turns },
  { place: "to-end font-semibold", unit: units.hourUnit },
  { place: "second", unit: units.kmUnit },
  { place: "second to-end", unit: units.without },
] as const;

function HoursTable({ rows }: { rows: readonly HoursRow[] }) {
  const { columns } = labels;
  return (
    <div className="@container">
      <table aria-label={labels.table} className="fleet-rows border-collapse text-left">
        <thead className="text-sm text-ink-soft">
          <tr>
            {[columns.who, columns.turns, columns.hours, columns.km, columns.without].map((name, at) => (
              <th key={name} scope="col" className={at === 0 ? "text-left" : "text-right"}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const [who, ...sums] = cellsOf(row);
            return (
              // An ID that a second person got later stands twice.
              <tr key={`${row.chauffeur} ${index}`} className={`${ROW} sums`}>
                <th scope="row" className="two font-semibold wrap-anywhere">
                  {who}
                </th>
                {sums.map((sum, at) => (
                  // Columns have their places.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td
                    key={at}
                    data-unit={SUMS[at]?.unit}
                    className={clsx("text-right tabular-nums", SUMS[at]?.place, sum === "0" && "none")}
                  >
                    {sum}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
