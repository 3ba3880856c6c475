/** Reading what a site decides about its fines (document 4 §3). */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type PaymentMethod = { kind: "bankgiro" | "plusgiro" | "swish" | "account"; value: string; text?: string };

/** What a notice says of its site, and what the form asks for. */
export type SiteSettings = Pick<
  Row<"site_settings">,
  | "issuer_name"
  | "org_number"
  | "principal"
  | "legal_line"
  | "contact_email"
  | "contact_phone"
  | "privacy_url"
  | "vat_percent"
  | "due_days"
  | "min_photos"
> & { payment_methods: readonly PaymentMethod[] };

export const siteSettingQueries = {
  /** A site's settings; null where the site has none, and without a project. */
  of: (project: string | undefined) =>
    queryOptions({
      queryKey: ["site_settings", project ?? null] as const,
      queryFn: async ({ signal }): Promise<SiteSettings | null> => {
        if (project === undefined) return null;
        const client = await getClient();
        const row = unwrap(
          await client
            .from("site_settings")
            .select(
              "issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, vat_percent, due_days, min_photos, payment_methods",
            )
            .eq("project_id", project)
            .abortSignal(signal)
            .maybeSingle(),
        );
        return row as SiteSettings | null;
      },
    }),
};
