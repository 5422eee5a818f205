-- Drafts are written many at a time (ADR 0030); what their tables do for each row costs more than the rows themselves.

-- A link that is right, as all but a fault are, is chained by one statement; only what is wrong is looked at closely.
create or replace function rubrica_encadeia() returns trigger language plpgsql as $$
declare
  cabeca trilha;
  em timestamptz := (new.corpo::json ->> 'ocorridoEm')::timestamptz;
begin
  update trilha
     set tamanho = new.sequencia, hash = new.hash, ultimo_em = em
   where documento_id = new.documento_id
     and tamanho = new.sequencia - 1
     and new.hash = encode(sha256(convert_to(hash || e'\n' || new.corpo, 'UTF8')), 'hex')
     and (em < ultimo_em) is not true;
  if found then return new; end if;
  select * into strict cabeca from trilha where documento_id = new.documento_id for update;
  if new.sequencia = cabeca.tamanho + 1 and em < cabeca.ultimo_em then
    raise exception 'link % is earlier than the one before', new.sequencia using errcode = 'RB004';
  end if;
  if new.sequencia = cabeca.tamanho + 1 then
    raise exception 'hash of link % does not fit the chain', new.sequencia using errcode = 'RB003';
  end if;
  raise exception 'link % does not follow %', new.sequencia, cabeca.tamanho using errcode = 'RB002';
end $$;

-- Trails begin with two statements of the service's own, each for all of them.
drop function rubrica_inicia_trilha(uuid, uuid, text, text, uuid, text, text);

-- New documents are counted by the statement that writes them.
create function rubrica_conta_documentos_novos() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
  select organizacao_id, ambiente, id, pasta_id, status, busca, 1
    from novo
   where excluido_em is null;
  return null;
end $$;
drop trigger conta_inserido on documento;
create trigger conta_inserido after insert on documento
  referencing new table as novo
  for each statement execute function rubrica_conta_documentos_novos();
create or replace function rubrica_conta_documento() returns trigger
language plpgsql security definer set search_path = public as $$
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

-- The text to search by comes with a new document, unless whoever writes it has none to give.
drop trigger escrito on documento;
create trigger escrito_inserido before insert on documento
  for each row when (new.busca = '') execute function rubrica_documento_escrito();
create trigger escrito_alterado before update on documento
  for each row execute function rubrica_documento_escrito();
