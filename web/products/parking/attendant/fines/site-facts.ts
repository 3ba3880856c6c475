import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { violationQueries } from "#data/violations/queries.ts";
import type { ProjectId } from "#shared/paths.ts";
import { maxAmount } from "./rules/fine-warnings.ts";
import { useSiteName } from "#parking/kernel/page/use-site-name.ts";
import { choicesOf, type ViolationChoice } from "#parking/kernel/notice/rules/violation-choices.ts";

/** The time during which a site's settings are not read again, in milliseconds, for an attendant who writes one fine after another. */
const SETTINGS_FRESH_MS = 60_000;

/** The facts that a document needs besides its form: the site, its violations and its settings. */
export function useSiteFacts(project: ProjectId) {
  const siteName = useSiteName(project);
  const asked = { enabled: project !== undefined, staleTime: SETTINGS_FRESH_MS };
  const { data: violations } = useQuery({ ...violationQueries.list(project ?? ""), ...asked });
  const { data: settings } = useQuery({ ...siteSettingsQueries.of(project ?? ""), ...asked });
  const choices = choicesOf(violations);
  const limitsOf = (violation: string) => {
    const chosen = violations?.find(({ id }) => id === violation);
    const limits = [settings?.max_amount, chosen?.max_amount];
    return { needsNoRight: chosen?.needs_no_right ?? false, maxAmount: maxAmount(...limits) };
  };
  return { siteName, choices, settings, limitsOf };
}

/** The violations of the site, as far as they are known now. */
export function useViolationChoices(project: ProjectId): readonly ViolationChoice[] {
  return useSiteFacts(project).choices;
}

/** Whether the site's violations and due days are known, or cannot be known now. No form is shown before. */
export function useKnowsSite(project: ProjectId): boolean {
  const asked = { enabled: project !== undefined, staleTime: SETTINGS_FRESH_MS };
  const violations = useQuery({ ...violationQueries.list(project ?? ""), ...asked });
  const settings = useQuery({ ...siteSettingsQueries.of(project ?? ""), ...asked });
  return project === undefined || !(violations.isPending || settings.isPending);
}
