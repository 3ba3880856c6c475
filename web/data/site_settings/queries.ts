/** Reads a site's settings for fines. */
import type { PAYMENT_KINDS } from "#contract/site-settings.ts";
import type { Acting } from "../acting.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type PaymentMethod = { kind: (typeof PAYMENT_KINDS)[number]; value: string; text?: string };
export type SiteSettings = Omit<Row<"site_settings">, "site_id" | "payment_methods" | "keep_changed_at"> & {
  payment_methods: PaymentMethod[];
};

/** Settings by the codes of their sites. */
export type SettingsOf = ReadonlyMap<string, SiteSettings>;
/** The most sites of a company in one answer. */
const MOST_SITES = 500;

export const siteSettingsQueries = {
  all: ["site_settings"] as const,
  /** A site's settings; null when the project is no site. */
  of: (project: string) =>
    queryOptions({
      queryKey: ["site_settings", project] as const,
      queryFn: (acting, { signal }) =>
        fetchOrStored(acting, `site settings ${project}`, () => findSettings(acting, project, signal)),
    }),

  /** The settings of several sites by their codes, of those that the person may read. */
  ofMany: (projects: readonly string[]) =>
    queryOptions({
      queryKey: ["site_settings", "many", ...projects] as const,
      queryFn: async (acting, { signal }): Promise<SettingsOf> => {
        const client = await acting.client();
        const rows = client.from("site_settings").select().in("project_id", projects).limit(MOST_SITES);
        const settings = unwrap(await rows.abortSignal(signal)) as unknown as SiteSettings[];
        return new Map(settings.map((each) => [each.project_id, each]));
      },
    }),
};

/** A site's settings as they are now; null when the project is no site. @throws DataError */
export async function findSettings(
  acting: Acting,
  project: string,
  signal = new AbortController().signal,
): Promise<SiteSettings | null> {
  const client = await acting.client();
  const row = client.from("site_settings").select().eq("project_id", project).abortSignal(signal).maybeSingle();
  return unwrap(await row) as SiteSettings | null;
}
