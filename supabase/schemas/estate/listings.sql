-- What the listings offer to choose from (document 5 §5).

create or replace function public.get_listing_choices()
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'available', count(*) filter (where p.status = 'available'),
    'sold', count(*) filter (where p.status = 'sold'),
    'types', coalesce(jsonb_agg(distinct p.property_type), '[]'),
    'places', coalesce(jsonb_agg(distinct p.city), '[]'))
  from public.properties p where p.status in ('available', 'sold');
$$;
comment on function public.get_listing_choices() is
  'How many properties are for sale and sold, with their types and places.';
grant execute on function public.get_listing_choices() to anon, authenticated;
