-- What makes reading and listing documents cost the same however many there are.

create extension if not exists btree_gin;

-- `revisao` grows with each change of a document, its signers, their factors and its fields: an answer made from one
-- revision is right for as long as the revision stands. `busca` is everything `busca` looks into, ready to be compared:
-- title, names and e-mails, a line each, so that one index serves them all.
alter table documento
  add column revisao bigint not null default 1,
  add column busca text not null default '',
  -- Room on the page for the next revision of a row, which then needs no new entry in any index.
  set (fillfactor = 85);

create function rubrica_texto_de_busca(p_documento_id uuid, p_titulo text) returns text language plpgsql stable as $$
begin
  return rubrica_busca(concat_ws(e'\n', p_titulo, (
    select string_agg(concat_ws(e'\n', s.nome, s.email), e'\n' order by s.posicao)
      from signatario s
     where s.documento_id = p_documento_id)));
end $$;

update documento set busca = rubrica_texto_de_busca(id, titulo);

-- Whoever inserts a document with its signers gives the whole text at once; for anyone else it begins with the title.
create function rubrica_documento_escrito() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.busca = '' then new.busca := rubrica_busca(new.titulo); end if;
    return new;
  end if;
  new.revisao := old.revisao + 1;
  if new.titulo is distinct from old.titulo then new.busca := rubrica_texto_de_busca(new.id, new.titulo); end if;
  return new;
end $$;
create trigger escrito before insert or update on documento
  for each row execute function rubrica_documento_escrito();

-- A row this very transaction wrote has a revision nobody else has seen, and needs no other. Every act locks its
-- document before it touches what belongs to it, so these updates never wait. One document at a time, by its key: a plan
-- is kept for long, and one over the whole set may have been made when the tables were empty.
create function rubrica_signatario_escrito() returns trigger language plpgsql as $$
declare
  alterado uuid;
  texto text;
begin
  for alterado in select distinct documento_id from mudou loop
    select rubrica_texto_de_busca(d.id, d.titulo) into texto from documento d where d.id = alterado;
    update documento set busca = texto
     where id = alterado and (busca <> texto or xmin <> pg_current_xact_id()::xid);
  end loop;
  return null;
end $$;
create trigger escrito_inserido after insert on signatario referencing new table as mudou
  for each statement execute function rubrica_signatario_escrito();
create trigger escrito_alterado after update on signatario referencing new table as mudou
  for each statement execute function rubrica_signatario_escrito();
create trigger escrito_excluido after delete on signatario referencing old table as mudou
  for each statement execute function rubrica_signatario_escrito();

create function rubrica_campo_escrito() returns trigger language plpgsql as $$
declare alterado uuid;
begin
  for alterado in select distinct documento_id from mudou loop
    update documento set revisao = revisao where id = alterado and xmin <> pg_current_xact_id()::xid;
  end loop;
  return null;
end $$;
create trigger escrito_inserido after insert on campo referencing new table as mudou
  for each statement execute function rubrica_campo_escrito();
create trigger escrito_alterado after update on campo referencing new table as mudou
  for each statement execute function rubrica_campo_escrito();
create trigger escrito_excluido after delete on campo referencing old table as mudou
  for each statement execute function rubrica_campo_escrito();

create function rubrica_fator_escrito() returns trigger language plpgsql as $$
declare
  mudado record;
  alterado uuid;
begin
  for mudado in select distinct organizacao_id, ambiente, signatario_id from mudou loop
    select documento_id into alterado
      from signatario
     where organizacao_id = mudado.organizacao_id and ambiente = mudado.ambiente and id = mudado.signatario_id;
    update documento set revisao = revisao where id = alterado and xmin <> pg_current_xact_id()::xid;
  end loop;
  return null;
end $$;
create trigger escrito_inserido after insert on fator_signatario referencing new table as mudou
  for each statement execute function rubrica_fator_escrito();
create trigger escrito_alterado after update on fator_signatario referencing new table as mudou
  for each statement execute function rubrica_fator_escrito();
create trigger escrito_excluido after delete on fator_signatario referencing old table as mudou
  for each statement execute function rubrica_fator_escrito();

-- The organization stands in the index too: what others have written costs a search nothing.
drop index documento_busca;
drop index signatario_busca;
create index documento_busca on documento using gin (organizacao_id, busca gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- Documents without a folder are in no folder's listing.
drop index documento_pasta;
create index documento_pasta on documento (organizacao_id, ambiente, pasta_id, criado_em desc, id desc)
  where excluido_em is null and pasta_id is not null;
create index documento_pasta_status on documento (organizacao_id, ambiente, pasta_id, status, criado_em desc, id desc)
  where excluido_em is null and pasta_id is not null;

create index on link_signatario (documento_id);

-- How many documents there are: by status in all (`pasta_id` all zeros) and by status in each folder. A row for each is
-- what all creations of an organization would wait on, so a change adds a row of its own to `documento_variacao`, and
-- rows are folded into `documento_contagem` as time goes by. The sum over both is exact at every moment.
--
-- A variation holds what listings filter by and the transaction that made it, and stays for a quarter of an hour after
-- it was folded: whoever counted a search as of one snapshot learns from the later variations what to add.
create table documento_contagem (
  organizacao_id uuid not null,
  ambiente text not null,
  pasta_id uuid not null,
  status text not null,
  total bigint not null,
  primary key (organizacao_id, ambiente, pasta_id, status)
);
call rubrica_escopo('documento_contagem');

create table documento_variacao (
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  pasta_id uuid,
  status text not null,
  busca text not null,
  variacao int not null,
  -- The text was not kept, or had to be forgotten: a search counted before has to be counted anew.
  sem_texto boolean not null default false,
  transacao xid8 not null default pg_current_xact_id(),
  ocorrida_em timestamptz not null default now(),
  dobrada boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index documento_variacao_nova on documento_variacao (organizacao_id, ambiente) where not dobrada;
create index documento_variacao_transacao on documento_variacao (organizacao_id, ambiente, transacao);
call rubrica_escopo('documento_variacao');

insert into documento_contagem (organizacao_id, ambiente, pasta_id, status, total)
select organizacao_id, ambiente, pasta, status, count(*)
  from documento
 cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (pasta_id)) as p (pasta)
 where excluido_em is null and pasta is not null
 group by organizacao_id, ambiente, pasta, status;

create function rubrica_conta_documento() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' and old.excluido_em is null then
    -- What is removed for good is not to be read here either.
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao, sem_texto)
    values (old.organizacao_id, old.ambiente, old.id, old.pasta_id, old.status,
            case when tg_op = 'DELETE' then '' else old.busca end, -1, tg_op = 'DELETE');
  end if;
  if tg_op <> 'DELETE' and new.excluido_em is null then
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
    values (new.organizacao_id, new.ambiente, new.id, new.pasta_id, new.status, new.busca, 1);
  end if;
  return null;
end $$;
create trigger conta_inserido after insert on documento
  for each row execute function rubrica_conta_documento();
create trigger conta_excluido after delete on documento
  for each row execute function rubrica_conta_documento();
-- `titulo` is named because changing it changes `busca`.
create trigger conta_alterado after update of status, pasta_id, excluido_em, titulo, busca on documento
  for each row
  when (old.status is distinct from new.status or old.pasta_id is distinct from new.pasta_id
        or old.busca is distinct from new.busca or (old.excluido_em is null) is distinct from (new.excluido_em is null))
  execute function rubrica_conta_documento();

-- Folds up to `p_limite` variations and says how many there were; forgets those folded that are older than `p_guardar`,
-- by the same clock that dated them. Counts go
-- in the order of their keys, so that two processes never wait on each other crosswise.
create function acesso.dobrar_contagem(p_limite int, p_guardar interval) returns bigint
language sql security definer set search_path = public as $$
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

-- A search runs as the owner of the tables: row-level security lets no condition go before its own that might tell of
-- rows it hides, and LIKE might, so under it no index and no statistics of the text are used. The scope is taken from
-- where row-level security takes it. Always planned for the text at hand, because how common it is decides between
-- walking the listing and asking documento_busca.
create function rubrica_condicao_de_busca(p_status text, p_pasta_id uuid) returns text language sql immutable as $$
  select 'organizacao_id = $1 and ambiente = $2 and excluido_em is null and busca like $3'
         || case when p_status is null then '' else ' and status = $4' end
         || case when p_pasta_id is null then '' else ' and pasta_id = $5' end
$$;

-- Up to `p_limite` documents that hold a text, newest first, after a position where one is given.
create function acesso.buscar(
  p_padrao text, p_status text, p_pasta_id uuid, p_depois_em timestamptz, p_depois_id uuid, p_limite int
) returns table (id uuid) language plpgsql stable security definer set search_path = public as $$
begin
  return query execute
    'select id from documento where ' || rubrica_condicao_de_busca(p_status, p_pasta_id)
    || case when p_depois_em is null then '' else ' and (criado_em, id) < ($6, $7)' end
    || ' order by criado_em desc, id desc limit $8'
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id,
          p_depois_em, p_depois_id, p_limite;
end $$;

-- How many documents hold a text, and the snapshot they were counted in.
create function acesso.contar_busca(
  p_padrao text, p_status text, p_pasta_id uuid, out total bigint, out retrato pg_snapshot
) language plpgsql stable security definer set search_path = public as $$
begin
  execute 'select count(*), pg_current_snapshot() from documento where '
          || rubrica_condicao_de_busca(p_status, p_pasta_id)
    into total, retrato
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id;
end $$;

-- A trail's root and its first link: two statements, because a link is checked against the root, in one exchange.
create function rubrica_inicia_trilha(
  p_documento_id uuid, p_organizacao_id uuid, p_ambiente text, p_raiz text, p_id uuid, p_corpo text, p_hash text
) returns void language plpgsql as $$
begin
  insert into trilha (documento_id, organizacao_id, ambiente, tamanho, hash)
  values (p_documento_id, p_organizacao_id, p_ambiente, 0, p_raiz);
  insert into evento_auditoria (documento_id, sequencia, organizacao_id, ambiente, id, corpo, hash)
  values (p_documento_id, 1, p_organizacao_id, p_ambiente, p_id, p_corpo, p_hash);
end $$;

-- Whether any webhook of the scope would be told of an event.
create function rubrica_ouvido(p_organizacao_id uuid, p_ambiente text, p_evento text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $$;

-- Last uses of keys, told together: a list of { id, em, ip }. A key that another process is just telling of is skipped,
-- because that tells the same.
create function acesso.chaves_usadas(p_usos jsonb) returns void
language sql security definer set search_path = public as $$
  update chave_api c
     set ultimo_uso_em = u.em, ultimo_ip = u.ip
    from jsonb_to_recordset(p_usos) as u (id uuid, em timestamptz, ip text)
   where c.id = u.id
     and c.id in (select id from chave_api
                   where id in (select (uso ->> 'id')::uuid from jsonb_array_elements(p_usos) as uso)
                     for update skip locked)
$$;

-- acesso.chave, with the revision of a document of the key's scope: what a read of the document needs to know first. As
-- the body is bound to its tables here and now, no search path has to be set at each call.
create function acesso.chave_e_revisao(p_prefixo text, p_documento_id uuid) returns table (
  id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint
) language sql stable security definer
begin atomic
  select c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         m.id, m.usuario_id, m.papel, c.ultimo_uso_em, c.revogada_em is not null,
         (select d.revisao
            from documento d
           where d.id = p_documento_id
             and d.organizacao_id = c.organizacao_id and d.ambiente = c.ambiente
             and d.excluido_em is null)
    from chave_api c
    join membro m on m.id = c.membro_id
   where c.prefixo = p_prefixo;
end;
