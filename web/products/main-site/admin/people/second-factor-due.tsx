import { demandQueries } from "#data/second_factor_demands/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { adminTexts } from "../admin-texts.ts";

/** The date from which the main admin must log in with a second factor; nothing when there is none. */
export function SecondFactorDue() {
  const { data: due } = useQuery(demandQueries.due());
  if (due === undefined || due === null) return null;
  return (
    <output className="mb-6 block rounded-card border border-line bg-sunken/60 p-4">
      {adminTexts.dashboard.factorDue(formatDateTime(due))}
    </output>
  );
}
