-- Texts of templates of replies as they were, so that a reply of an old day is counted by the text of its day.

create table private.reply_texts (
  template_id uuid not null,
  since timestamptz not null,
  kind text not null,
  text text not null,
  constraint reply_texts_pkey primary key (template_id, since),
  constraint reply_texts_template_id_fkey foreign key (template_id) references public.reply_templates(id) on delete cascade,
  constraint reply_texts_moments check (private.is_moment(since))
);

comment on table private.reply_texts is 'Texts of the templates of replies, each since when it was so.';

alter table private.reply_texts enable row level security;

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
comment on function private.keep_reply_text() is 'Keeps the text of a template from now on, beside those that it had.';

create trigger reply_templates_keep_text after insert on public.reply_templates for each row execute function private.keep_reply_text();
create trigger reply_templates_keep_new_text after update on public.reply_templates
  for each row when ((new.kind, new.text) is distinct from (old.kind, old.text)) execute function private.keep_reply_text();
