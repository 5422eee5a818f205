-- How a person likes the panel, and which notices by e-mail the person does without. Without a language the browser's counts.
alter table usuario
  add column idioma text,
  add column tema text not null default 'SISTEMA',
  add column avisos_recusados text[] not null default '{}';

-- An address that a person wants for the account in place of its own, until the link sent there is followed. The token is
-- derived from the id. One at a time: another ends it, and so does a new password.
create table troca_email (
  id uuid primary key,
  usuario_id uuid not null references usuario,
  email_anterior text not null,
  email_novo text not null,
  token_hash bytea not null unique,
  criada_em timestamptz not null,
  expira_em timestamptz not null,
  entregue_em timestamptz,
  encerrada_em timestamptz
);
create unique index troca_email_aberta on troca_email (usuario_id) where encerrada_em is null;
create index on troca_email (usuario_id, criada_em);
create index on troca_email (expira_em);
alter table troca_email enable row level security;
create policy proprias on troca_email using (usuario_id = (select public.rubrica_usuario()));
