/** Reads a site's settings for fines. */
import { queryOptions } from "@tanstack/react-query";
import type { PAYMENT_KINDS } from "#contract/site-settings.ts";
import { getClient } from "../client.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

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
      queryFn: ({ signal }) => fetchOrStored(`site settings ${project}`, () => findSettings(project, signal)),
    }),
};

/** A site's settings as they are now; null when the project is no site. @throws DataError */
export async function findSettings(
  project: string,
  signal = new AbortController().signal,
): Promise<SiteSettings | null> {
  const client = await getClient();
  const row = client.from("site_settings").select().eq("project_id", project).abortSignal(signal).maybeSingle();
  return unwrap(await row) as SiteSettings | null;
}
