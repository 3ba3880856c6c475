-- Photos are made anew by the server before they are stored (docs/security.md, Storage): the hash that the phone told fits the file as it
-- was taken, and another one fits the file that is stored. GIF is not taken, and HEIC not read.

alter table public.fine_photos add column stored_sha256 text;
alter table public.fine_photos add constraint fine_photos_stored_sha256_form check (stored_sha256 ~ '^[0-9a-f]{64}$');

comment on column public.fine_photos.sha256 is 'Of the file that was taken, as its phone told.';
comment on column public.fine_photos.stored_sha256 is
  'Of the file that is stored, set by the server with it; null while none has arrived, and for files that are older than this column.';

update storage.buckets set allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/avif']
where id = 'shift-images';
