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

export const siteSettingsQueries = {
  all: ["site_settings"] as const,
  /** A site's settings; null when the project is no site. */
  of: (project: string) =>
    queryOptions({
      queryKey: ["site_settings", project] as const,
      queryFn: (acting, { signal }) =>
        fetchOrStored(acting, `site settings ${project}`, () => findSettings(acting, project, signal)),
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
