/** Converts typed filters to a query of the trail. Pure functions. */
import type { TrailFilter } from "#data/audit_trail/queries.ts";
import { addDays, startOfDay } from "#shared/format/dates.ts";

/** The fields of the filter; days as `yyyy-MM-dd`. */
export type FilterDraft = { actor: string; action: string; subject: string; from: string; to: string; project: string };

export const NO_FILTER: FilterDraft = { actor: "", action: "", subject: "", from: "", to: "", project: "" };

/** The query of a draft; `project` is the site of a site's own screen. The last day counts whole, in the company's zone. */
export function filterOf(draft: FilterDraft, project?: string): TrailFilter {
  const from = startOfDay(draft.from);
  const before = startOfDay(addDays(draft.to, 1));
  return {
    project: project ?? draft.project.trim(),
    actor: draft.actor.trim(),
    action: draft.action,
    subject: draft.subject,
    from: from?.toISOString() ?? "",
    before: before?.toISOString() ?? "",
  };
}
