/** Reading what a site decides about its fines. */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { kept } from "../kept.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type PaymentMethod = { kind: "bankgiro" | "plusgiro" | "swish" | "account"; value: string; text?: string };
export type SiteSettings = Omit<Row<"site_settings">, "site_id" | "payment_methods"> & {
  payment_methods: PaymentMethod[];
};

export const siteSettingsQueries = {
  all: ["site_settings"] as const,
  /** A site's settings; null for a place that is no site. */
  of: (project: string) =>
    queryOptions({
      queryKey: ["site_settings", project] as const,
      queryFn: ({ signal }) =>
        kept(`site settings ${project}`, async (): Promise<SiteSettings | null> => {
          const client = await getClient();
          const row = client.from("site_settings").select().eq("project_id", project).abortSignal(signal).maybeSingle();
          return unwrap(await row) as SiteSettings | null;
        }),
    }),
};
