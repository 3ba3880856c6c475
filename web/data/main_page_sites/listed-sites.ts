import { STANDARD_SITE } from "#contract/projects.ts";

/** A site in the list. */
export type ListedSite = { path: string; name: string; description: string };

/** The sites with the standard site exactly once; it comes first when the table lacks it (document 1 §6). */
export function withStandardSite(sites: readonly ListedSite[], standardDescription: string): readonly ListedSite[] {
  if (sites.some((site) => site.path === STANDARD_SITE.path)) return sites;
  return [{ ...STANDARD_SITE, description: standardDescription }, ...sites];
}
