import { type ReactNode, useState } from "react";
import { FINE } from "#contract/limits.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";

type Props = { fine: Pick<WholeCase, "project_id">; children: (due: string) => ReactNode };

/** Content that asks for a new due date. It waits for the site's `Betaltid`, which proposes so many days from today (document 4 §5). */
export function WithNewDueDate({ fine, children }: Props) {
  const [today] = useState(() => toDateValue(new Date()));
  const settings = useQuery(siteSettingsQueries.of(fine.project_id ?? ""));
  // If the settings cannot be read, the document's own number is proposed, and can be changed.
  return settings.isPending ? null : children(addDays(today, settings.data?.due_days ?? FINE.dueDays));
}
