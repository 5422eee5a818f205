-- The schema's ground: the application's role, the scope functions, and the tables that belong to no noun.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Lookup functions: the only way from a credential to a scope. They run as the owner, so each returns one thing only.
create schema acesso;

create function rubrica_organizacao() returns uuid language sql stable parallel safe
  return nullif(current_setting('rubrica.organizacao', true), '')::uuid;

create function rubrica_ambiente() returns text language sql stable parallel safe
  return nullif(current_setting('rubrica.ambiente', true), '');

-- unaccent() is only STABLE because its dictionary could change; naming the dictionary makes it safe to index.
create function rubrica_busca(texto text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, texto));

-- Gives a table its row-level security: rows of the scope's organization and, where the table has the column, of its
-- environment. `(select ...)` makes the setting one value per statement instead of a call per row.
create procedure rubrica_escopo(tabela regclass, com_ambiente boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabela);
  execute format(
    'create policy escopo on %s using (organizacao_id = (select public.rubrica_organizacao())%s)',
    tabela,
    case when com_ambiente then ' and ambiente = (select public.rubrica_ambiente())' else '' end
  );
end $$;

create function rubrica_so_acrescenta() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $$;

create table evento_seguranca (
  id uuid primary key default gen_random_uuid(),
  organizacao_id uuid,
  ocorrido_em timestamptz not null,
  tipo text not null,
  requisicao_id uuid,
  ip text,
  detalhe jsonb not null
);
create index on evento_seguranca (ocorrido_em);
alter table evento_seguranca enable row level security;
create policy escreve on evento_seguranca for insert with check (true);
create policy le on evento_seguranca for select using (organizacao_id = (select public.rubrica_organizacao()));

-- One remembered answer per organization, environment, method, path and key.
create table idempotencia (
  organizacao_id uuid not null,
  ambiente text not null,
  rota text not null,
  chave text not null,
  requisicao_hash text not null,
  status int,
  cabecalhos jsonb,
  corpo bytea,
  criado_em timestamptz not null,
  primary key (organizacao_id, ambiente, rota, chave)
);
create index on idempotencia (criado_em);
call rubrica_escopo('idempotencia');
