import type { OwnSite } from "#data/company/queries.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";

/** Settings that are compared between sites and changed at several at once, in the order of the screen. */
export const COMPARED = [
  "due_days",
  "grace_minutes",
  "observation_minutes",
  "min_photos",
  "small_balance",
  "reminder_fee",
  "reminder_wait_days",
  "two_for_refunds",
] as const satisfies readonly (keyof SiteSettings)[];
export type Compared = (typeof COMPARED)[number];

/** A site with its settings. */
export type SettledSite = OwnSite & { settings: SiteSettings };

/** The value that most of the sites have; where two values are equally frequent, the one that comes first. */
export function usualOf(settings: readonly SiteSettings[], name: Compared): SiteSettings[Compared] | undefined {
  const values = settings.map((each) => each[name]);
  const times = (value: SiteSettings[Compared]) => values.filter((each) => each === value).length;
  return values.toSorted((one, other) => times(other) - times(one))[0];
}
