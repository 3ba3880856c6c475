-- Our additions to the tables of the sign-in service.

create trigger mfa_factors_tell_owner after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.tell_of_account_change();
create trigger mfa_factors_write_change after update of status on auth.mfa_factors for each row when (old.status is distinct from new.status) execute function private.write_account_trail();
create trigger mfa_factors_write_removal after delete on auth.mfa_factors for each row when (old.status = 'verified'::auth.factor_status) execute function private.write_account_trail();

create trigger sessions_date_login before insert on auth.sessions for each row execute function private.date_login();

create trigger users_change_profile after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.keep_profile();
create trigger users_end_links after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_account_links();
create trigger users_make_profile after insert on auth.users
  for each row execute function private.keep_profile();
create trigger users_note_past after delete on auth.users
  for each row when (old.email is not null) execute function private.note_past_account();
create constraint trigger users_refuse_reserved_address after insert or update of email on auth.users
  deferrable initially deferred for each row execute function private.refuse_reserved_address();
create trigger users_tell_owner after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.tell_of_account_change();
create trigger users_write_trail after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.write_account_trail();
