-- unaccent() is only STABLE because its dictionary could change; naming the dictionary makes it safe to index.
create or replace function rubrica_busca(texto text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, texto));

-- Everything `busca` looks into, a line each; modules/documentos/store-criar.ts makes the same of a new document.
drop function if exists rubrica_texto_de_busca(uuid, text);
create or replace function rubrica_texto_de_busca(p_documento_id uuid, p_titulo text, p_referencia text) returns text
language plpgsql stable as $$
begin
  return rubrica_busca(concat_ws(e'\n', p_titulo, p_referencia, (
    select string_agg(concat_ws(e'\n', s.nome, s.email, s.referencia_externa), e'\n' order by s.posicao)
      from signatario s
     where s.documento_id = p_documento_id)));
end $$;

-- A search runs as the owner of the tables: row-level security lets no condition go before its own that might tell of
-- rows it hides, and LIKE might, so under it no index and no statistics of the text are used. The scope is taken from
-- where row-level security takes it. Always planned for the text at hand, because how common it is decides between
-- walking the listing and asking documento_busca.
create or replace function rubrica_condicao_de_busca(p_status text, p_pasta_id uuid) returns text
language sql immutable as $$
  select 'organizacao_id = $1 and ambiente = $2 and excluido_em is null and busca like $3'
         || case when p_status is null then '' else ' and status = $4' end
         || case when p_pasta_id is null then '' else ' and pasta_id = $5' end
$$;

-- Up to `p_limite` documents that hold a text, by a column of instants (criado_em, atualizado_em, finalizado_em), newest
-- first, after a position where one is given.
create or replace function acesso.buscar(
  p_padrao text, p_status text, p_pasta_id uuid, p_coluna text, p_depois_em timestamptz, p_depois_id uuid, p_limite int
) returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from documento where ' || rubrica_condicao_de_busca(p_status, p_pasta_id)
    || format(' and %1$I is not null%2$s order by %1$I desc, id desc limit $8', p_coluna,
              case when p_depois_em is null then '' else format(' and (%I, id) < ($6, $7)', p_coluna) end)
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id,
          p_depois_em, p_depois_id, p_limite;
end $$;
grant execute on function acesso.buscar(text, text, uuid, text, timestamptz, uuid, int) to rubrica_app;

-- How many documents hold a text, and the snapshot they were counted in: those whose text is short enough for
-- documento_texto, which the count reads alone, and the others. Which they are is said as the indexes say it. The leaves of
-- an index are cheaper than the documents of a common word, wherever they lie; by default four times the price is put on them.
create or replace function acesso.contar_busca(
  p_padrao text, p_status text, p_pasta_id uuid, out total bigint, out retrato pg_snapshot
) language plpgsql stable security definer set search_path = public, pg_temp set random_page_cost = 1.1 as $$
declare
  passa constant text := 'select count(*) from documento where ' || rubrica_condicao_de_busca(p_status, p_pasta_id);
begin
  execute format('select (%1$s and octet_length(busca) <= 1000) + (%1$s and octet_length(busca) > 1000),'
                 ' pg_current_snapshot()', passa)
    into total, retrato
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id;
end $$;
grant execute on function acesso.contar_busca to rubrica_app;

-- What a change makes of the counts of a listing, written down as rows that nobody waits for; acesso.dobrar_contagem adds
-- them up.
create or replace function rubrica_conta_documento() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.excluido_em is null then
    -- What is removed for good is not to be read here either.
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao, sem_texto)
    values (old.organizacao_id, old.ambiente, old.id, old.pasta_id, old.status,
            case when tg_op = 'DELETE' then '' else old.busca end, -1, tg_op = 'DELETE');
  end if;
  if tg_op = 'UPDATE' and new.excluido_em is null then
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
    values (new.organizacao_id, new.ambiente, new.id, new.pasta_id, new.status, new.busca, 1);
  end if;
  return null;
end $$;
revoke all on function rubrica_conta_documento from public;

-- New documents are counted by the statement that writes them.
create or replace function rubrica_conta_documentos_novos() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
  select organizacao_id, ambiente, id, pasta_id, status, busca, 1
    from novo
   where excluido_em is null;
  return null;
end $$;
revoke all on function rubrica_conta_documentos_novos from public;

-- Folds up to `p_limite` variations and says how many there were; forgets those folded that are older than `p_guardar`,
-- by the same clock that dated them. Counts go in the order of their keys, so that two processes never wait on each other
-- crosswise.
create or replace function acesso.dobrar_contagem(p_limite int, p_guardar interval) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  delete from documento_variacao where dobrada and ocorrida_em < now() - p_guardar;
  with dobrada_agora as (
    update documento_variacao
       set dobrada = true
     where ctid = any (array(
       select ctid from documento_variacao where not dobrada limit p_limite for update skip locked))
    returning organizacao_id, ambiente, pasta_id, status, variacao
  ), somada as (
    insert into documento_contagem (organizacao_id, ambiente, pasta_id, status, total)
    select organizacao_id, ambiente, pasta, status, sum(variacao)
      from dobrada_agora
     cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (pasta_id)) as p (pasta)
     where pasta is not null
     group by organizacao_id, ambiente, pasta, status
     order by organizacao_id, ambiente, pasta, status
    on conflict (organizacao_id, ambiente, pasta_id, status) do update
       set total = documento_contagem.total + excluded.total
  )
  select count(*) from dobrada_agora
$$;
grant execute on function acesso.dobrar_contagem to rubrica_app;

-- How many documents a folder holds.
create or replace function rubrica_conta_pasta() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dona constant uuid := case when tg_op = 'DELETE' then old.organizacao_id else new.organizacao_id end;
  antes uuid := case when tg_op <> 'INSERT' and old.excluido_em is null then old.pasta_id end;
  depois uuid := case when tg_op <> 'DELETE' and new.excluido_em is null then new.pasta_id end;
begin
  if antes is not distinct from depois then return null; end if;
  -- In the order of their ids, so that two documents changing places never wait on each other.
  perform from pasta where organizacao_id = dona and id in (antes, depois) order by id for no key update;
  update pasta
     set quantidade_documentos = quantidade_documentos + case when id = depois then 1 else -1 end
   where organizacao_id = dona and id in (antes, depois);
  return null;
end $$;
revoke all on function rubrica_conta_pasta from public;
