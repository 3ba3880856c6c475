/** Reads the violations of a site. `Övrigt` is always the last choice and has no row. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Violation = Omit<Row<"violations">, "site_id" | "created_at">;
export const VIOLATION_COLUMNS =
  "id, project_id, code, text, amount, max_amount, needs_no_right, is_active, sort_order" as const;

export const violationQueries = {
  all: ["violations"] as const,
  /** The violations of a site in their order, inactive ones too. */
  list: (project: string) =>
    queryOptions({
      queryKey: ["violations", "list", project] as const,
      queryFn: (acting, { signal }) =>
        fetchOrStored(acting, `violations ${project}`, () => listViolations(acting, project, signal)),
    }),
};

async function listViolations(acting: Acting, project: string, signal: AbortSignal): Promise<Violation[]> {
  return ask(acting, (client) =>
    client
      .from("violations")
      .select(VIOLATION_COLUMNS)
      .eq("project_id", project)
      .order("sort_order")
      .order("id")
      .limit(200)
      .abortSignal(signal),
  );
}
