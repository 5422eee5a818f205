-- Of tables whose rows nobody changes and nobody removes.
create or replace function rubrica_so_acrescenta() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $$;

-- Evidence goes only in the transaction that writes down its document's purge. The application's role may neither write
-- that row nor delete evidence, so only acesso.expurgar_documento gets past this.
create or replace function rubrica_so_com_expurgo() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from public.expurgo e
     where e.organizacao_id = old.organizacao_id and e.documento_id = old.documento_id
       and e.transacao = pg_current_xact_id()
  ) then
    return old;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $$;

-- A link that is right, as all but a fault are, is chained by one statement; only what is wrong is looked at closely.
create or replace function rubrica_encadeia() returns trigger language plpgsql as $$
declare
  cabeca trilha;
  em timestamptz := (new.corpo::json ->> 'ocorridoEm')::timestamptz;
begin
  update trilha
     set tamanho = new.sequencia, hash = new.hash, ultimo_em = em
   where organizacao_id = new.organizacao_id and documento_id = new.documento_id
     and tamanho = new.sequencia - 1
     and new.hash = encode(sha256(convert_to(hash || e'\n' || new.corpo, 'UTF8')), 'hex')
     and (em < ultimo_em) is not true;
  if found then return new; end if;
  select * into strict cabeca
    from trilha
   where organizacao_id = new.organizacao_id and documento_id = new.documento_id
     for update;
  if new.sequencia = cabeca.tamanho + 1 and em < cabeca.ultimo_em then
    raise exception 'link % is earlier than the one before', new.sequencia using errcode = 'RB004';
  end if;
  if new.sequencia = cabeca.tamanho + 1 then
    raise exception 'hash of link % does not fit the chain', new.sequencia using errcode = 'RB003';
  end if;
  raise exception 'link % does not follow %', new.sequencia, cabeca.tamanho using errcode = 'RB002';
end $$;

-- Whether the trail of a document of the scope's organization, which nobody can alter, tells the story the status column
-- tells.
create or replace function rubrica_trilha_confirma(p_documento uuid, p_categoria text) returns boolean
language sql stable as $$
  select case p_categoria
           when 'CONCLUIDO' then bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           when 'CANCELADO_OU_EXPIRADO' then
             bool_or(acao in ('DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_RECUSADO'))
             and not bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           else not bool_or(acao = 'DOCUMENTO_ENVIADO')
         end
    from (select corpo::jsonb ->> 'acao' as acao
            from evento_auditoria
           where organizacao_id = rubrica_organizacao() and documento_id = p_documento) e
$$;
