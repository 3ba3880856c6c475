/** Changes a site's settings for fines. A faster change by another person is not overwritten. */
import type { Acting } from "../acting.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { ledgerQueries } from "../ledger_months/queries.ts";
import { unwrap } from "../unwrap.ts";
import { findSettings, type SiteSettings, siteSettingsQueries } from "./queries.ts";

/** The settings that an admin fills in (document 4 §3). */
export type SettingsDraft = Omit<
  SiteSettings,
  "id" | "project_id" | "created_at" | "updated_at" | "of_company" | keyof BookSettings
>;

/** The settings of a site's books, which have a form of their own. */
export type BookSettings = Pick<SiteSettings, "ledger_accounts" | "fiscal_year_start">;

/** The result of a save: written, or not written because the settings have changed since they were read. */
export type SettingsSave = { outcome: "saved" | "changed"; settings: SiteSettings };

/**
 * Writes the given columns if the settings are still the version that was read.
 * @param readAt `updated_at` of that version.
 * @throws DataError `gone` when the site has no settings any more.
 */
export async function saveSettings(
  acting: Acting,
  input: {
    project: string;
    readAt: string;
    changes: Partial<SettingsDraft & BookSettings>;
  },
): Promise<SettingsSave> {
  const client = await acting.client();
  const written = unwrap(
    await client
      .from("site_settings")
      .update(input.changes)
      .eq("project_id", input.project)
      .eq("updated_at", input.readAt)
      .select(),
  ) as unknown as SiteSettings[];
  if (written[0] !== undefined) return { outcome: "saved", settings: written[0] };
  const settings = await findSettings(acting, input.project);
  if (settings === null) throw new DataError("gone", "The site has no settings any more");
  return { outcome: "changed", settings };
}

/**
 * The result of saving one change at several sites. `changed` are the codes of sites that another person changed meanwhile; their settings
 * stay as they are.
 */
export type SavedAtSites = { saved: string[]; changed: string[] };

async function saveAtSites(
  acting: Acting,
  { sites, changes }: { sites: readonly { project: string; readAt: string }[]; changes: Partial<SettingsDraft> },
): Promise<SavedAtSites> {
  const result: SavedAtSites = { saved: [], changed: [] };
  for (const site of sites) {
    // Sites are saved one after the other, so that a failure says where the saving stopped.
    // oxlint-disable-next-line no-await-in-loop
    const { outcome } = await saveSettings(acting, { ...site, changes });
    result[outcome].push(site.project);
  }
  return result;
}

export const useSaveAtSites = defineMutation(saveAtSites, [siteSettingsQueries.all, ledgerQueries.all]);
export const useSaveSettings = defineMutation(saveSettings, [siteSettingsQueries.all, ledgerQueries.all]);
