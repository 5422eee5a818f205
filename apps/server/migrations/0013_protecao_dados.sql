-- Retention and data protection: periods, requests of data subjects, and the one way in which evidence may go.

-- Periods in days, one row per organization and environment once it has chosen; null: kept without a term. The bounds
-- stand here and not only in the application: nothing the application writes may shorten the legal duty.
create table politica_retencao (
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  concluido int check (concluido between 1825 and 36525),
  rascunho int check (rascunho between 1 and 36525),
  cancelado_ou_expirado int check (cancelado_ou_expirado between 1 and 36525),
  entrega_webhook int check (entrega_webhook between 1 and 36525),
  registro_chamada int check (registro_chamada between 1 and 36525),
  definida_em timestamptz not null,
  definida_por uuid not null references membro,
  primary key (organizacao_id, ambiente),
  check (cancelado_ou_expirado <= concluido)
);
call rubrica_escopo('politica_retencao');

-- The periods in force: the organization's own, or the defaults while it has set none.
create view prazo_guarda with (security_invoker = true) as
  select o.id as organizacao_id,
         a.ambiente,
         p.concluido,
         case when p.organizacao_id is null then 90 else p.rascunho end as rascunho,
         case when p.organizacao_id is null then 365 else p.cancelado_ou_expirado end as cancelado_ou_expirado,
         case when p.organizacao_id is null then 30 else p.entrega_webhook end as entrega_webhook,
         case when p.organizacao_id is null then 90 else p.registro_chamada end as registro_chamada
    from organizacao o
   cross join (values ('PRODUCAO'), ('TESTE')) as a (ambiente)
    left join politica_retencao p on p.organizacao_id = o.id and p.ambiente = a.ambiente;

create table solicitacao_lgpd (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  tipo text not null,
  estado text not null,
  titular_nome text not null,
  titular_email text not null,
  titular_cpf text,
  descricao text,
  prazo_legal_em timestamptz not null,
  carencia_ate timestamptz,
  criada_em timestamptz not null,
  criada_por uuid not null references membro,
  confirmada_em timestamptz,
  confirmada_por uuid references membro,
  encerrada_em timestamptz,
  motivo_recusa text,
  resultado jsonb,
  -- The export, until it expires.
  arquivo_id uuid references arquivo,
  arquivo_expira_em timestamptz
);
create index on solicitacao_lgpd (organizacao_id, ambiente, criada_em desc, id desc);
create index solicitacao_lgpd_a_eliminar on solicitacao_lgpd (carencia_ate)
  where estado = 'EM_CARENCIA' and confirmada_em is not null;
create index solicitacao_lgpd_arquivo on solicitacao_lgpd (arquivo_expira_em) where arquivo_id is not null;
create index on solicitacao_lgpd (arquivo_id) where arquivo_id is not null;
call rubrica_escopo('solicitacao_lgpd');

-- Confirmed deletions whose grace is over.
create function acesso.eliminacoes_devidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from solicitacao_lgpd
   where estado = 'EM_CARENCIA' and confirmada_em is not null and carencia_ate <= p_agora
   order by carencia_ate
   limit p_limite
$$;

-- Exports past their time.
create function acesso.exportacoes_vencidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from solicitacao_lgpd
   where arquivo_id is not null and arquivo_expira_em <= p_agora
   order by arquivo_expira_em
   limit p_limite
$$;

-- What remains of a purged document: that it was here, when and why it went, and the head of its trail, so that an
-- exported trail can still be recognised. No personal data. `transacao` is the transaction that removed it.
create table expurgo (
  documento_id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  categoria text not null,
  desde timestamptz not null,
  expurgado_em timestamptz not null,
  trilha_tamanho int not null,
  trilha_hash text not null,
  transacao xid8 not null default pg_current_xact_id()
);
call rubrica_escopo('expurgo');
create trigger so_acrescenta before update or delete on expurgo
  for each row execute function rubrica_so_acrescenta();

-- Evidence goes only in the transaction that writes down its document's purge. The application's role may neither write
-- that row nor delete evidence, so only acesso.expurgar_documento gets past this.
create function rubrica_so_com_expurgo() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from public.expurgo e
     where e.documento_id = old.documento_id and e.transacao = pg_current_xact_id()
  ) then
    return old;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $$;
drop trigger so_acrescenta on evento_auditoria;
create trigger so_acrescenta before update or delete on evento_auditoria
  for each row execute function rubrica_so_com_expurgo();
drop trigger so_acrescenta on certificado;
create trigger so_acrescenta before update or delete on certificado
  for each row execute function rubrica_so_com_expurgo();

create index on documento (arquivo_id);
create index on documento (arquivo_assinado_id) where arquivo_assinado_id is not null;
create index on versao (arquivo_id);
create index on certificado (arquivo_id);
create index on download (arquivo_id);
create index on evento_saida (ocorrido_em);
create index on codigo_otp (link_id);

-- The documents that have outlived their period at an instant: the category each falls under, and since when its period
-- runs. One in progress or waiting for its completion is never among them, nor one whose status column says it was never
-- concluded while it has a certificate. What was concluded waits for five whole years besides its period.
create function rubrica_expurgaveis(p_agora timestamptz, p_documento uuid) returns table (
  documento_id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamptz
) language sql stable as $$
  with candidato as materialized (
    select d.id, d.organizacao_id, d.ambiente, d.assinado_por_todos_em, c.categoria, c.desde, c.dias
      from documento d
      join prazo_guarda g on g.organizacao_id = d.organizacao_id and g.ambiente = d.ambiente
     cross join lateral (
       select 'CONCLUIDO', d.finalizado_em, g.concluido where d.status = 'ASSINADO'
        union all
       select 'EXCLUIDO', greatest(d.excluido_em, d.atualizado_em), 30
        where d.status = 'RASCUNHO' and d.excluido_em is not null
        union all
       select 'RASCUNHO', d.atualizado_em, g.rascunho where d.status = 'RASCUNHO' and d.excluido_em is null
        union all
       select 'CANCELADO_OU_EXPIRADO', d.atualizado_em, g.cancelado_ou_expirado
        where d.status in ('CANCELADO', 'EXPIRADO', 'RECUSADO')
     ) c (categoria, desde, dias)
     where (p_documento is null or d.id = p_documento)
       and c.desde + make_interval(days => c.dias) <= p_agora
  )
  select c.id, c.organizacao_id, c.ambiente, c.categoria, e.desde
    from candidato c
   cross join lateral (
     select min(k.emitido_em) as certificado_em from certificado k where k.documento_id = c.id
   ) k
   -- Instants of the certificate and of the trail cannot be altered; those of the document's row could.
   cross join lateral (
     select case when c.categoria = 'CONCLUIDO' then greatest(c.desde, k.certificado_em)
                 else greatest(c.desde, (select max((t.corpo::jsonb ->> 'ocorridoEm')::timestamptz)
                                           from evento_auditoria t
                                          where t.documento_id = c.id)) end as desde
   ) e
   where e.desde + make_interval(days => c.dias) <= p_agora
     and case when c.categoria = 'CONCLUIDO'
              then k.certificado_em is not null and e.desde + interval '5 years' <= p_agora
              else k.certificado_em is null and c.assinado_por_todos_em is null end
$$;

-- What the next purge would take up, oldest first, but for those it already met. Never looks past the database's own
-- clock.
create function acesso.expurgaveis(p_agora timestamptz, p_limite int, p_exceto uuid[]) returns table (
  id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamptz
) language sql stable security definer set search_path = public as $$
  select documento_id, organizacao_id, ambiente, categoria, desde
    from rubrica_expurgaveis(least(p_agora, clock_timestamp()), null)
   where documento_id <> all (p_exceto)
   order by desde
   limit p_limite
$$;

-- Whether the trail, which nobody can alter, tells the story the status column tells.
create function rubrica_trilha_confirma(p_documento uuid, p_categoria text) returns boolean
language sql stable as $$
  select case p_categoria
           when 'CONCLUIDO' then bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           when 'CANCELADO_OU_EXPIRADO' then
             bool_or(acao in ('DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_RECUSADO'))
             and not bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           else not bool_or(acao = 'DOCUMENTO_ENVIADO')
         end
    from (select corpo::jsonb ->> 'acao' as acao from evento_auditoria where documento_id = p_documento) e
$$;

-- Removes a document for good, with all that hangs on it: rows, trail, certificate, events told about it. Checks state,
-- age and period again, itself, against the database's own clock and the trail; the caller only names the document, and
-- only one of its own scope.
-- Returns the keys of the stored files that no row names any more, or null when the document has to stay.
create function acesso.expurgar_documento(p_id uuid, p_agora timestamptz) returns text[]
language plpgsql security definer set search_path = public as $$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  alvo documento;
  devido record;
  signatarios uuid[];
  links uuid[];
  arquivos uuid[];
  um uuid;
  chave_um text;
  chaves text[] := '{}';
begin
  select * into alvo
    from documento
   where id = p_id and organizacao_id = rubrica_organizacao() and ambiente = rubrica_ambiente()
     for update;
  if not found then return null; end if;
  select * into devido from rubrica_expurgaveis(agora, p_id);
  if not found then return null; end if;
  if rubrica_trilha_confirma(p_id, devido.categoria) is not true then return null; end if;

  insert into expurgo (documento_id, organizacao_id, ambiente, categoria, desde, expurgado_em, trilha_tamanho, trilha_hash)
  select p_id, alvo.organizacao_id, alvo.ambiente, devido.categoria, devido.desde, agora, t.tamanho, t.hash
    from trilha t
   where t.documento_id = p_id;

  -- Signers' keys are unique only inside organization and environment, hence the scope in every statement on them.
  signatarios := array(
    select s.id from signatario s where s.documento_id = p_id
    union
    select l.signatario_id from link_signatario l where l.documento_id = p_id);
  links := array(select distinct l.link_id from link_signatario l where l.documento_id = p_id);
  arquivos := array(
    select v.arquivo_id from versao v where v.documento_id = p_id
    union select c.arquivo_id from certificado c where c.documento_id = p_id
    union select unnest(array[alvo.arquivo_id, alvo.arquivo_assinado_id]));

  delete from entrega_webhook e using evento_saida s where s.documento_id = p_id and e.evento_id = s.id;
  delete from evento_saida where documento_id = p_id;
  delete from codigo_otp
   where signatario_id = any (signatarios) and organizacao_id = alvo.organizacao_id and ambiente = alvo.ambiente;
  delete from valor_campo v using campo c
   where c.documento_id = p_id
     and v.campo_id = c.id and v.organizacao_id = c.organizacao_id and v.ambiente = c.ambiente;
  delete from imagem_assinatura
   where signatario_id = any (signatarios) and organizacao_id = alvo.organizacao_id and ambiente = alvo.ambiente;
  delete from campo where documento_id = p_id;
  delete from link_signatario where documento_id = p_id;
  -- A link of an envelope goes with the last document it opens.
  links := array(
    select l.id from link l
     where l.id = any (links) and not exists (select from link_signatario x where x.link_id = l.id));
  delete from codigo_otp where link_id = any (links);
  delete from link_exibido where link_id = any (links);
  delete from link where id = any (links);
  delete from signatario where documento_id = p_id;
  delete from versao where documento_id = p_id;
  delete from certificado where documento_id = p_id;
  delete from evento_auditoria where documento_id = p_id;
  delete from trilha where documento_id = p_id;
  delete from documento where id = p_id;
  if alvo.envelope_id is not null then
    delete from envelope e
     where e.id = alvo.envelope_id and not exists (select from documento d where d.envelope_id = e.id);
  end if;

  foreach um in array arquivos loop
    continue when um is null;
    begin
      delete from download where arquivo_id = um;
      delete from arquivo where id = um returning chave into chave_um;
      if found then chaves := chaves || chave_um; end if;
    exception when foreign_key_violation then
      -- Another row still names this file; it stays with that row.
      null;
    end;
  end loop;
  return chaves;
end $$;

-- Deliveries older than their period: those that are over, and those of a webhook that takes none. One that still waits
-- for a live webhook stays.
create function rubrica_entregas_expurgaveis(p_agora timestamptz) returns table (
  id uuid, organizacao_id uuid, ambiente text, criada_em timestamptz
) language sql stable as $$
  select e.id, e.organizacao_id, e.ambiente, e.criada_em
    from entrega_webhook e
    join webhook w on w.id = e.webhook_id
    join prazo_guarda g on g.organizacao_id = e.organizacao_id and g.ambiente = e.ambiente
   where e.criada_em + make_interval(days => g.entrega_webhook) <= p_agora
     and (e.status in ('ENTREGUE', 'DESISTIU') or not w.ativo or w.excluido_em is not null)
$$;

-- Removes up to `p_limite` old deliveries, then as many old events that no delivery tells of any more.
create function acesso.expurgar_entregas(p_agora timestamptz, p_limite int) returns int
language plpgsql security definer set search_path = public as $$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  entregas int;
  eventos int;
begin
  delete from entrega_webhook
   where id in (select x.id from rubrica_entregas_expurgaveis(agora) x limit p_limite);
  get diagnostics entregas = row_count;
  delete from evento_saida
   where id in (
     select s.id
       from evento_saida s
       join prazo_guarda g on g.organizacao_id = s.organizacao_id and g.ambiente = s.ambiente
      where s.ocorrido_em + make_interval(days => g.entrega_webhook) <= agora
        and not exists (select from entrega_webhook e where e.evento_id = s.id)
      limit p_limite);
  get diagnostics eventos = row_count;
  return greatest(entregas, eventos);
end $$;

-- The dry run: what a purge at this instant would take, by organization, environment and category.
create function acesso.expurgo_previsto(p_agora timestamptz) returns table (
  organizacao_id uuid, organizacao text, ambiente text, categoria text, quantidade bigint, bytes bigint,
  desde timestamptz
) language sql stable security definer set search_path = public as $$
  with alvo as (
    select x.organizacao_id, x.ambiente, x.categoria, x.desde,
           (select coalesce(sum(a.tamanho_bytes), 0)
              from arquivo a
             where a.id in (select v.arquivo_id from versao v where v.documento_id = x.documento_id
                            union select c.arquivo_id from certificado c where c.documento_id = x.documento_id
                            union select d.arquivo_assinado_id from documento d where d.id = x.documento_id)) as bytes
      from rubrica_expurgaveis(least(p_agora, clock_timestamp()), null) x
     union all
    select e.organizacao_id, e.ambiente, 'ENTREGA_WEBHOOK', e.criada_em, 0
      from rubrica_entregas_expurgaveis(least(p_agora, clock_timestamp())) e
  )
  select alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria, count(*), sum(alvo.bytes)::bigint, min(alvo.desde)
    from alvo
    join organizacao o on o.id = alvo.organizacao_id
   group by alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria
   order by o.nome, alvo.organizacao_id, alvo.ambiente, alvo.categoria
$$;

-- A data subject is looked for by e-mail and CPF.
create index signatario_email on signatario (organizacao_id, ambiente, lower(email));
create index signatario_cpf on signatario (organizacao_id, ambiente, cpf) where cpf is not null;
