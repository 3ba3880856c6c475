// Settings that a company makes before its first fine: issuer, ways to pay, contact (`notice_gaps`). Tests get them without asking. Sites
// of tests need no photo unless a test sets that; new sites of the product need one.

/** Settings with which a site may issue notices in both profiles. */
const SETTLED = {
  issuer_name: "Hamnbolaget",
  contact_phone: "0411-12 34 56",
  payment_methods: [{ kind: "bankgiro", value: "5555-5555", text: "Bankgiro 5555-5555" }],
  min_photos: 0,
};

/** The address in notices of tests, whose servers know no address of their own. */
export const NOTICE_ADDRESS = "https://parkering.example";

/**
 * Makes a change without triggers, as if the site had always been so: the trail does not mention it. A database of earlier migrations may
 * lack the table.
 */
const untold = (update: string) => `do $do$ begin
  if to_regclass('public.site_settings') is not null then
    perform set_config('session_replication_role', 'replica', true);
    ${update};
    perform set_config('session_replication_role', 'origin', true);
  end if;
end $do$`;

/** Completes the settings of the seed's sites: values that the seed gives stay, and no photo is needed. */
export const SETTLE_SEED = untold(`update public.site_settings set min_photos = 0,
  issuer_name = case when issuer_name = '' then '${SETTLED.issuer_name}' else issuer_name end,
  contact_phone = case when contact_phone = '' then '${SETTLED.contact_phone}' else contact_phone end,
  payment_methods = case when payment_methods = '[]' then '${JSON.stringify(SETTLED.payment_methods)}'::jsonb else payment_methods end`);

/** Completes the settings of the site with this key. */
export const settleSite = (id: string) =>
  untold(`update public.site_settings set min_photos = 0, issuer_name = '${SETTLED.issuer_name}', contact_phone = '${SETTLED.contact_phone}',
    payment_methods = '${JSON.stringify(SETTLED.payment_methods)}' where site_id = '${id}'`);
