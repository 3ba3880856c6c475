-- The trail's screen has an address of its own: no site may take it.
create or replace function private.is_reserved_code(code text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'audit-trail', 'auth', 'brokers', 'case', 'contact-messages', 'create-report', 'design', 'functions',
    'generate-ticket', 'guest-dashboard', 'healthz', 'invite', 'login', 'operator-login', 'people', 'privacy', 'properties',
    'property-management', 'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage', 'super-admin-dashboard']);
$$;
