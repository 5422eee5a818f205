-- Statement by statement.
-- The record of calls is divided by weeks, so that weeks past their period are dropped instead of deleted row by row
-- (ADR 0069). What there is becomes the part before the week that begins in seven to fourteen days; a process of before
-- reads and writes as it did. The parts are in a schema of their own, where the application's role has no rights: whoever
-- reads them comes through the whole, and so through row-level security.
create schema if not exists particao;

-- Safe: made by 0068 for itself and 0069, and called by nothing else.
-- rubrica-ignore drop-of-what-is-called
drop procedure if exists rubrica_referencia;
-- Safe: made by 0068 for itself and 0069, and called by nothing else.
-- rubrica-ignore drop-of-what-is-called
drop procedure if exists rubrica_chave;
-- Safe: made by 0068 for itself and 0069, and called by nothing else.
-- rubrica-ignore drop-of-what-is-called
drop procedure if exists rubrica_com_paciencia;

do $$ begin
  if (select relkind from pg_class where oid = 'public.registro_chamada'::regclass) = 'r'
     and not exists (select from pg_constraint where conname = 'registro_chamada_antes_de') then
    execute format('alter table registro_chamada add constraint registro_chamada_antes_de check (ocorrido_em < %L) not valid',
                   date_trunc('week', now(), 'UTC') + interval '14 days');
  end if;
end $$;

do $$ begin
  if exists (select from pg_constraint where conname = 'registro_chamada_antes_de') then
    alter table registro_chamada validate constraint registro_chamada_antes_de;
  end if;
end $$;

-- For an instant nobody reads or writes calls. What deletes rows by their place alone, which says nothing any more, is gone
-- until the functions of this version are applied.
do $$
declare
  limite timestamptz;
begin
  if (select relkind from pg_class where oid = 'public.registro_chamada'::regclass) = 'p' then return; end if;
  select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::timestamptz into limite
    from pg_constraint where conname = 'registro_chamada_antes_de';
-- Safe: it would delete other rows, by their place alone; jobs call it, and call it again.
-- rubrica-ignore drop-of-what-is-called
  drop function if exists acesso.limpar_sandbox(timestamptz, int, int);
-- Safe: it would delete other rows, by their place alone; jobs call it, and call it again.
-- rubrica-ignore drop-of-what-is-called
  drop function if exists acesso.expurgar_chamadas(timestamptz, int);
-- Safe: it would delete other rows, by their place alone; jobs call it, and call it again.
-- rubrica-ignore drop-of-what-is-called
  drop function if exists rubrica_chamadas_expurgaveis(timestamptz);
  alter table registro_chamada rename to registro_chamada_antes;
  alter table registro_chamada_antes set schema particao;
  alter table particao.registro_chamada_antes rename constraint registro_chamada_pkey to registro_chamada_antes_pkey;
  alter index particao.registro_chamada_idade rename to registro_chamada_antes_idade;
-- Safe: the whole has the policy; this part is out of the application's reach.
-- rubrica-ignore drop-of-what-is-called
  drop policy escopo on particao.registro_chamada_antes;
  create table registro_chamada (
    like particao.registro_chamada_antes including defaults,
    primary key (organizacao_id, ambiente, ocorrido_em, requisicao_id)
  ) partition by range (ocorrido_em);
  create index registro_chamada_idade on registro_chamada (ocorrido_em);
  call rubrica_escopo('registro_chamada');
  if exists (select from particao.registro_chamada_antes) then
    execute format('alter table registro_chamada attach partition particao.registro_chamada_antes for values from (minvalue) to (%L)',
                   limite);
    alter table particao.registro_chamada_antes drop constraint registro_chamada_antes_de;
  else
    drop table particao.registro_chamada_antes;
  end if;
  create table particao.registro_chamada_outras partition of registro_chamada default;
  if exists (select from pg_roles where rolname = 'rubrica_app') then
    grant select, insert, update, delete on registro_chamada to rubrica_app;
  end if;
end $$;
