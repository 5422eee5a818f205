-- Statement by statement.
-- Signing in the place of somebody else (docs/adr/0087): whether the person may pass it on, and who passed it on to whoever is in the
-- place now, `{nome, email, em}`.
alter table signatario add column if not exists delegavel boolean not null default false;
alter table signatario add column if not exists delegado_de jsonb;
