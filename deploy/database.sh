#!/bin/sh
# Makes the role and the database of the product, when PostgreSQL's folder is empty (docs/postgresql.sql), with the password of deploy/.env.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -f /parkering/postgresql.sql postgres
psql -v ON_ERROR_STOP=1 -U postgres -v password="$PARKERING_PASSWORD" postgres <<'SQL'
alter role parkering password :'password';
SQL
