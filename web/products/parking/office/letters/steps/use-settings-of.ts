import type { CasePaper } from "#data/fines/letters.ts";
import { type SettingsOf, siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";

const NONE: SettingsOf = new Map();

/** The settings of the sites of cases: each letter is its own site's. Without cases there is nothing to wait for. */
export function useSettingsOf(cases: readonly CasePaper[] | undefined) {
  const codes = [...new Set(cases?.flatMap(({ project_id: code }) => code ?? []))].toSorted();
  const query = useQuery({ ...siteSettingsQueries.ofMany(codes), enabled: codes.length > 0 });
  return { settings: codes.length === 0 ? NONE : query.data, error: query.error };
}

/** The settings of a case's site; null where it has none. */
export const settingsFor = (settings: SettingsOf, { project_id: code }: CasePaper) => settings.get(code ?? "") ?? null;
