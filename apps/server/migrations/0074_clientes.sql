-- Statement by statement.
-- The registry of people that an organization sends to (docs/adr/0075). What a search looks into is the row's own text, made
-- by the database whenever any of it changes.
create table if not exists cliente (
  id uuid not null,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  nome text not null,
  email text,
  telefone text,
  cpf text,
  data_nascimento date,
  referencia_externa text,
  metadados jsonb not null,
  busca text not null generated always as (
    rubrica_busca(nome || e'\n' || coalesce(email, '') || e'\n' || coalesce(telefone, '') || e'\n'
                  || coalesce(referencia_externa, ''))
  ) stored,
  criado_em timestamptz not null,
  usado_em timestamptz,
  primary key (organizacao_id, id)
);
-- One person is one e-mail, whatever its letter case.
create unique index concurrently if not exists cliente_email on cliente (organizacao_id, ambiente, lower(email));
create index concurrently if not exists cliente_lista on cliente (organizacao_id, ambiente, criado_em desc, id desc);
create index concurrently if not exists cliente_busca on cliente using gin (organizacao_id, busca gin_trgm_ops)
  with (gin_pending_list_limit = 512);
-- By which a data subject is found.
create index concurrently if not exists cliente_cpf on cliente (organizacao_id, ambiente, cpf) where cpf is not null;
create index concurrently if not exists cliente_telefone on cliente (organizacao_id, ambiente, telefone) where telefone is not null;
do $$ begin
  if not exists (select from pg_policies where schemaname = 'public' and tablename = 'cliente') then
    call rubrica_escopo('cliente');
  end if;
end $$;
-- Whoever is named by signers and leaves the registry is no longer named.
create index concurrently if not exists signatario_cliente on signatario (organizacao_id, cliente_id)
  where cliente_id is not null;
