-- Open cases are found by a part of a plate, number or name, and replies to objections are counted by the text of their day.

set local check_function_bodies = off;

create or replace function private.count_days(project text, site uuid, first date, last date)
  returns TABLE(day date, part text, key text, count integer, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with span as (select private.start_of(first) as since, private.start_of(last + 1) as before),
  parkings as (
    select private.day_of(p.created_at) as day, extract(hour from p.created_at at time zone 'Europe/Stockholm')::int::text as key
    from public.parkings p, span
    where p.project_id = project and p.site_id is not distinct from site and p.created_at >= span.since and p.created_at < span.before
  ), fines as materialized (
    select f.id, private.day_of(f.issued_at) as day, f.issued_at at time zone 'Europe/Stockholm' as clock, f.status, f.violation_id, f.street,
      f.amount * 100::bigint as ore
    from public.fines f, span
    where f.project_id = project and f.site_id is not distinct from site and f.issued_at >= span.since and f.issued_at < span.before
  ), payments as (
    select f.day, case when f.status <> 'paid' then 'not' when max(p.value_date) <= f.day + 30 then 'within' else 'later' end as key
    from fines f left join public.payments p on p.fine_id = f.id and f.status = 'paid' and p.amount_ore > 0
    where f.status not in ('withdrawn', 'written_off') group by f.id, f.day, f.status
  ), money as (
    -- A refund's payment has the key of its event; all else that a case lost was never paid.
    select p.value_date as day, p.amount_ore as ore, case when p.amount_ore < 0
      and exists (select from public.fine_events e where e.id = p.id and e.kind = 'refunded') then 'refunded' else 'paid' end as key
    from public.payments p
    where p.project_id = project and p.site_id is not distinct from site and p.fine_id is not null and p.value_date between first and last
  ), objections as materialized (
    select private.day_of(o.received_at) as day, coalesce(o.decision, 'open') as key, o.decided_at, trim(regexp_replace(coalesce(o.reply, ''), '\s+', ' ', 'g')) as reply
    from public.objections o, span
    where o.project_id = project and o.site_id is not distinct from site and o.received_at >= span.since and o.received_at < span.before
  ), templates as materialized (
    -- A text holds from its own moment until the next.
    select t.id, x.kind, t.sort_order, private.reply_pattern(x.text) as pattern, x.since,
      lead(x.since) over (partition by x.template_id order by x.since) as until
    from public.reply_templates t join private.reply_texts x on x.template_id = t.id
    where t.project_id = project and t.site_id is not distinct from site
  ), replies as (
    select o.day, o.key || ':' || case when o.reply = '' then 'erased' else coalesce(t.id::text, 'own') end as key
    from objections o left join lateral (
      select t.id from templates t
      where t.kind = o.key and o.decided_at >= t.since and (t.until is null or o.decided_at < t.until) and o.reply like t.pattern
      order by t.sort_order, t.id limit 1) t on true
    where o.key in ('accepted', 'rejected')
  )
  select r.day, r.part, r.key, count(*)::int, sum(r.ore)::bigint from (
    select p.day, 'parkings' as part, p.key, 0::bigint as ore from parkings p
    union all select f.day, 'fines', f.status, 0 from fines f
    union all select f.day, 'violations', coalesce(f.violation_id::text, 'other'), f.ore from fines f
    union all select f.day, 'places', private.street_name(f.street), f.ore from fines f
    union all select f.day, 'hours', ((extract(isodow from f.clock) - 1) * 24 + extract(hour from f.clock))::int::text, f.ore from fines f
    union all select y.day, 'payments', y.key, 0 from payments y
    union all select m.day, 'money', m.key, m.ore from money m
    union all select o.day, 'objections', o.key, 0 from objections o
    union all select t.day, 'templates', t.key, 0 from replies t
  ) r group by r.day, r.part, r.key;
$$;

create or replace function private.keep_reply_text()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into private.reply_texts (template_id, since, kind, text)
    values (new.id, case tg_op when 'INSERT' then new.created_at else now() end, new.kind, new.text)
    on conflict on constraint reply_texts_pkey do update set kind = excluded.kind, text = excluded.text;
  return null;
end;
$$;

create or replace function public.find_cases(project text, term text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  site constant uuid := private.site_of(project);
  key constant text := private.plate_key(term);
  words constant text := lower(normalize(btrim(coalesce(term, '')), nfc));
  like_key constant text := '%' || key || '%';
  like_name constant text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Trigrams know nothing shorter.
  shortest constant int := 3;
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  -- Each part is planned for all of its rows, by its index, and stopped when there are too many.
  return (
    with by_key as materialized (
      select f.id from public.fines f where length(key) >= shortest and f.project_id = find_cases.project
        and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.plate_key || ' ' || f.case_number like like_key
    ), by_recipient as materialized (
      select r.fine_id from public.case_recipients r where length(words) >= shortest and r.project_id = find_cases.project
        and lower(r.name) like like_name
    ), by_objector as materialized (
      select o.fine_id from public.objections o where length(words) >= shortest and o.project_id = find_cases.project
        and lower(o.name) like like_name
    ), whole as (
      select f.id from public.fines f where f.plate_key = key and f.project_id = find_cases.project
      union select f.id from public.fines f where f.case_number = key
    ), hits as (
      select w.id from whole w
      union (select k.id from by_key k limit 500)
      union (select r.fine_id from by_recipient r limit 500)
      union (select o.fine_id from by_objector o limit 500)
    ), found as (
      select f.id, f.case_number, f.plate, f.status, f.needs_review, f.left_ore, f.street, f.created_at, key in (f.plate_key, f.case_number) as is_whole
      from hits h join public.fines f on f.id = h.id
      where f.project_id = find_cases.project and f.site_id is not distinct from site
        and f.status in ('issued', 'reminded', 'disputed', 'collection')
      order by is_whole desc, f.created_at desc, f.id desc limit 21
    )
    select jsonb_build_object('outcome', 'found',
      'cases', coalesce(jsonb_agg(to_jsonb(f) - '{id,created_at,is_whole}'::text[]
        || jsonb_build_object('name', coalesce(
          (select r.name from public.case_recipients r where r.fine_id = f.id order by r.at desc, r.id limit 1),
          (select nullif(o.name, '') from public.objections o where o.fine_id = f.id order by o.received_at desc, o.id limit 1)))
        order by f.is_whole desc, f.created_at desc, f.id desc), '[]'))
    from found f);
end;
$$;

create table private.reply_texts (
  template_id uuid not null,
  since timestamp with time zone not null,
  kind text not null,
  text text not null
);

alter table public.dispatch_settings drop constraint dispatch_settings_results;

alter table public.dispatch_settings add constraint dispatch_settings_results check ((((cardinality(results) >= 1) and (cardinality(results) <= 20)) and private.texts_within(results, 20, 50)));

alter table private.reply_texts add constraint reply_texts_pkey primary key (template_id, since);

alter table private.reply_texts add constraint reply_texts_moments check (private.is_moment(since));

alter table private.reply_texts add constraint reply_texts_template_id_fkey foreign key (template_id) references public.reply_templates(id) on delete cascade;

create index fines_open_search_idx on public.fines using gin ((plate_key || ' ' || case_number) extensions.gin_trgm_ops) with (gin_pending_list_limit='64')
  where status in ('issued', 'reminded', 'disputed', 'collection');

create index case_recipients_name_idx on public.case_recipients using gin (lower(name) extensions.gin_trgm_ops) with (gin_pending_list_limit='64');

create index objections_name_idx on public.objections using gin (lower(name) extensions.gin_trgm_ops) with (gin_pending_list_limit='64');

create trigger reply_templates_keep_new_text after update on public.reply_templates
  for each row when ((new.kind, new.text) is distinct from (old.kind, old.text)) execute function private.keep_reply_text();

create trigger reply_templates_keep_text after insert on public.reply_templates for each row execute function private.keep_reply_text();

alter table private.reply_texts enable row level security;

grant execute on function public.find_cases(text,text) to authenticated;

comment on table private.reply_texts is 'Texts of the templates of replies, each since when it was so.';

comment on function private.keep_reply_text() is 'Keeps the text of a template from now on, beside those that it had.';

comment on function public.find_cases(text,text) is 'The open cases of a site whose plate, number or name contains a term, whole ones first, then the newest; at most 21.';

insert into private.staff_functions (function_name)
  values ('find_cases')
  on conflict (function_name) do nothing;

select private.grant_for_profile();

-- The templates that there are keep the text that they have.
insert into private.reply_texts (template_id, since, kind, text)
  select t.id, t.created_at, t.kind, t.text from public.reply_templates t
  on conflict do nothing;
