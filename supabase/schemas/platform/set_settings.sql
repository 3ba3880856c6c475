-- Settings of the products (document 5 §1): one row a product and site, changed by one function for the product's admins.

create or replace function private.change_settings(settings regclass, project text, expected jsonb, changes jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  stored jsonb;
  now_is jsonb;
  unknown text;
begin
  execute format('select to_jsonb(s) from %s s where s.project_id = $1 for update', settings) into stored using project;
  if stored is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select k into unknown from jsonb_object_keys(changes) k where not stored ? k or k in ('id', 'created_at', 'project_id', 'site_id') limit 1;
  if unknown is not null or coalesce(changes, '{}') = '{}' then
    perform private.refuse('unreadable-value', coalesce(unknown, 'changes'));
  end if;
  select jsonb_object_agg(k, stored -> k) into now_is from jsonb_object_keys(changes) k;
  if now_is = changes then
    return jsonb_build_object('outcome', 'unchanged');
  elsif now_is is distinct from (select jsonb_object_agg(k, expected -> k) from jsonb_object_keys(changes) k) then
    return (
      select jsonb_build_object('outcome', 'changed', 'now', now_is, 'by', t.actor_id, 'at', t.created_at)
      from (select) one left join lateral (
        select a.actor_id, a.created_at from public.audit_trail a
        where private.is_at(a.site_id, a.project_id, (select private.site_of(project)), project) and a.row_id = stored ->> 'id'
        order by a.created_at desc, a.id desc limit 1) t on true);
  end if;
  execute format('update %s s set (%2$s) = (select %2$s from jsonb_populate_record(s, $1) r) where s.project_id = $2', settings,
    (select string_agg(format('%I', k), ', ') from jsonb_object_keys(changes) k)) using changes, project;
  return jsonb_build_object('outcome', 'set');
end;
$$;
comment on function private.change_settings(regclass,text,jsonb,jsonb) is
  'Changes settings that are still as the screen showed them; else says what they are now, and by whom.';

create or replace function public.set_settings(product text, project text, event_id uuid, expected jsonb, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor text;
  settings regclass;
  answer jsonb;
begin
  case product
    when 'estate' then
      actor := private.estate_agent(acting_as);
      settings := 'public.estate_settings';
    when 'dispatch' then
      actor := private.dispatch_staff(acting_as, '{dispatch-admin}');
      settings := 'public.dispatch_settings';
    when 'taxi' then
      actor := (private.taxi_staff(project, acting_as, '{chauffeur-admin}')).id;
      settings := 'public.taxi_settings';
    when 'ase' then
      actor := private.ase_admin(acting_as);
      settings := 'public.ase_settings';
    when 'clock' then
      actor := private.clock_admin(project, private.clock_kind(project), acting_as);
      settings := 'public.clock_settings';
      if actor is null then
        perform private.refuse_stranger();
      end if;
      perform private.begin_clock_settings(project);
    else
      perform private.refuse_stranger();
  end case;
  answer := private.answer_of(event_id, 'set_settings', private.id_key(actor));
  if answer is not null then
    return answer;
  end if;
  return private.keep_answer(event_id, 'set_settings', private.id_key(actor), private.change_settings(settings, project, expected, changes));
end;
$$;
comment on function public.set_settings(text,text,uuid,jsonb,jsonb,text) is
  'Changes settings of a product at a site, for its admins; those of real estate for agents.';
grant execute on function public.set_settings(text,text,uuid,jsonb,jsonb,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('set_settings');
