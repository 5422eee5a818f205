#!/bin/sh
# The database and its two logins (docs/operations/internet.md). PostgreSQL's image runs it once, on an empty volume.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$OWNER_PASSWORD" --set password="$DATABASE_PASSWORD" <<'SQL'
create role rubrica_dona login createrole password :'owner_password';
create role rubrica login password :'password';
create database rubrica owner rubrica_dona;
SQL
