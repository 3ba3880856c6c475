// Settings that a company fills in before its first fine, once for all tests: who issues it, how to pay, whom to ask (`notice_gaps`). A site of tests
// asks for no photo unless its test says so; a new site of the product asks for one.

/** Settings of a site that may issue notices in both profiles. */
const SETTLED = {
  issuer_name: "Hamnbolaget",
  contact_phone: "0411-12 34 56",
  payment_methods: [{ kind: "bankgiro", value: "5555-5555", text: "Bankgiro 5555-5555" }],
  min_photos: 0,
};

/** The address in notices of tests, whose servers know no address of their own. */
export const NOTICE_ADDRESS = "https://parkering.example";

/** Past triggers, as if the site had begun so: nothing of it stands in the trail. An earlier database may have no settings. */
const untold = (update: string) => `do $do$ begin
  if to_regclass('public.site_settings') is not null then
    perform set_config('session_replication_role', 'replica', true);
    ${update};
    perform set_config('session_replication_role', 'origin', true);
  end if;
end $do$`;

/** Settles the sites of a seed: what they say themselves stays, and they ask for no photo. */
export const SETTLE_SEED = untold(`update public.site_settings set min_photos = 0,
  issuer_name = case when issuer_name = '' then '${SETTLED.issuer_name}' else issuer_name end,
  contact_phone = case when contact_phone = '' then '${SETTLED.contact_phone}' else contact_phone end,
  payment_methods = case when payment_methods = '[]' then '${JSON.stringify(SETTLED.payment_methods)}'::jsonb else payment_methods end`);

/** Settles the site with this key. */
export const settleSite = (id: string) =>
  untold(`update public.site_settings set min_photos = 0, issuer_name = '${SETTLED.issuer_name}', contact_phone = '${SETTLED.contact_phone}',
    payment_methods = '${JSON.stringify(SETTLED.payment_methods)}' where site_id = '${id}'`);
