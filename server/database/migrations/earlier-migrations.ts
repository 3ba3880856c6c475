// Texts of migrations that were edited in place, which happened until checksums were kept.
//
// Databases that were begun then have these statements in their history; `20261122090000_level.sql` makes them level. Nothing is ever added
// here: a migration does not change any more (docs/decisions/0008-a-landed-migration-never-changes.md).
import sql, { raw } from "sql-template-tag";
import type { Database } from "../driver/connect.ts";

/** Earlier forms by version: `formOf` of the statements, with the commit that wrote them in a comment. */
export const EARLIER_FORMS: Readonly<Record<string, readonly string[]>> = {
  // 20261121090100_main_page_sites.sql
  "20261121090100": [
    "98ec89fb36b17bde69bc9eb027e10381739906e223a48aabeb831b7b40218fc9", // 56be8bc
  ],
  // 20261121090200_contact_messages.sql
  "20261121090200": [
    "ee848a526492603cdf070b2175637ea3a9dbf2a481472316f1019564f994fb33", // 56be8bc
  ],
  // 20261121090300_parkings.sql
  "20261121090300": [
    "4c505ef57774dca0db7871517ed393aeda97030a5eb4259efc88c7dce048726d", // 56be8bc
  ],
  // 20261121090500_shift_registrations.sql
  "20261121090500": [
    "760a1d431ead5bf0ae1c0e5cabd4ed2fcf051f8ad86da44bef4a93b23595e222", // 56be8bc
  ],
  // 20261121090900_dispatch_units.sql
  "20261121090900": [
    "b220b7db6f0aa15d1df0735cc245df9ba807fb53fe83071318045531f759eeaf", // 56be8bc
  ],
  // 20261121091000_real_estate.sql
  "20261121091000": [
    "23d7be36d0d6228f4d1406ee99b524901ed58ae7cd4ae6338143957d2dc69e85", // 56be8bc
  ],
  // 20261121091100_ase_employees.sql
  "20261121091100": [
    "d66adcda5183093e3b9293758be928004efd8606a5cd4488091a28976ddd27df", // 56be8bc
  ],
  // 20261121100000_staff_identities.sql
  "20261121100000": [
    "a1ff53fb3d7910dbf6544d3bb3397061fb8c5e73b9da04fd49caae498d689830", // cdc36a2
    "3eea186489908a7c1baccd253a13cd09c810821ee1d8c912902d9991ce71dca8", // d367148
  ],
  // 20261121100100_main_site_hardened.sql
  "20261121100100": [
    "ecf15495fa5d60490d50ebe3baccc0c3a645b4b1cab4746afd349a12f6a88120", // cdc36a2
  ],
  // 20261121100200_parking_hardened.sql
  "20261121100200": [
    "c1baac16cc56edf2710b1c4c9dff0158981bbfcf8f6dec2f6887edc99678ac32", // cdc36a2
    "dd11591a1172975537aacb77c6196ae293f40ebbf5759f17f7fe12e01a220c00", // b9ea596
    "f1a92a6e1d0539c9926a0ffbe90356e6db5d3fe7080d90e40456d7fc7a49fcad", // f10160b
  ],
  // 20261121100300_other_products_hardened.sql
  "20261121100300": [
    "2e9ff029ac85966cc046cc01e66c6c8a8dc2bc5cf2c90fd6efa9ac7f7fa7dd23", // cdc36a2
    "5764b0c3b9448865e7782e99ee3c84b207da7f3816399d79c25542578f79f3c0", // b9ea596
  ],
};

/**
 * Names that commit cdc36a2 gave to policies, beside the names of commit b9ea596, for which later migrations look; PostgreSQL kept 63
 * letters.
 */
const EARLIER_NAMES: readonly [table: string, earlier: string, name: string][] = [
  [
    "parkings",
    "Hardened: everybody registers parkings of now at a site that is",
    "Hardened: everybody registers parkings of now at a known site",
  ],
  [
    "property_bids",
    "Hardened: everybody places bids of now that are not accepted ye",
    "Hardened: everybody places bids of now, not accepted ones",
  ],
];

/** Gives policies the names by which migrations that are still to come look for them. */
export async function renameEarlierPolicies(database: Database): Promise<void> {
  const { rows } = await database.query<{ policyname: string }>(sql`
    select policyname from pg_catalog.pg_policies where schemaname = 'public'`);
  for (const [table, earlier, name] of EARLIER_NAMES)
    if (rows.some(({ policyname }) => policyname === earlier))
      await database.query(raw(`alter policy "${earlier}" on public.${table} rename to "${name}"`));
}
