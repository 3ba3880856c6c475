-- The server says at addresses of its own whether it is ready and how it does: no site may take them.
create or replace function private.is_reserved_code(code text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'audit-trail', 'auth', 'brokers', 'case', 'contact-messages', 'create-report', 'design', 'functions',
    'generate-ticket', 'guest-dashboard', 'healthz', 'invite', 'login', 'metrics', 'operator-login', 'people', 'privacy', 'properties',
    'property-management', 'readyz', 'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage',
    'super-admin-dashboard']);
$$;
