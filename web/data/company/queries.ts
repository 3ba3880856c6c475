/** Reads the company above its sites: the row with its issuer and payees, and the list of its sites. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import type { Database } from "../database.gen.ts";
import type { PaymentMethod } from "../site_settings/queries.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type Company = Pick<Row<"company">, "updated_at" | "issuer_name" | "org_number" | "postal_address"> & {
  payment_methods: PaymentMethod[];
};

/** A site that may belong to the company, with the issuer that stands on its notices. */
export type CompanySite = Database["public"]["Functions"]["list_company_sites"]["Returns"][number];

/** A site that a handler works at. */
export type OwnSite = Database["public"]["Functions"]["list_own_sites"]["Returns"][number];

export const COMPANY_COLUMNS = "updated_at, issuer_name, org_number, postal_address, payment_methods" as const;

export const companyQueries = {
  all: ["company"] as const,
  one: () =>
    queryOptions({
      queryKey: ["company", "one"] as const,
      queryFn: async (acting, { signal }): Promise<Company | null> => {
        const client = await acting.client();
        const row = client.from("company").select(COMPANY_COLUMNS).abortSignal(signal).maybeSingle();
        return unwrap(await row) as Company | null;
      },
    }),
  /** The sites by name, for the main admin. */
  sites: () =>
    queryOptions({
      queryKey: ["company", "sites"] as const,
      queryFn: (acting, { signal }): Promise<CompanySite[]> =>
        ask(acting, (client) => client.rpc("list_company_sites").abortSignal(signal)),
    }),
  /** The sites of the acting handler, by name. */
  ownSites: () =>
    queryOptions({
      queryKey: ["company", "own-sites"] as const,
      queryFn: (acting, { signal }): Promise<OwnSite[]> =>
        ask(acting, (client) => client.rpc("list_own_sites").abortSignal(signal)),
    }),
  /** Whether the acting handler works at all sites of the company, and so with the company's own money (decision 16). */
  servesAll: () =>
    queryOptions({
      queryKey: ["company", "serves-all"] as const,
      queryFn: async (acting, { signal }): Promise<boolean> => {
        const client = await acting.client();
        // Each account reads its own row alone.
        const own = client.from("staff_accounts").select("serves_all").abortSignal(signal).maybeSingle();
        return unwrap(await own)?.serves_all ?? false;
      },
    }),
};
