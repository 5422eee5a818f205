-- Confirmed deletions whose grace is over.
create or replace function acesso.eliminacoes_devidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente
    from solicitacao_lgpd
   where estado = 'EM_CARENCIA' and confirmada_em is not null and carencia_ate <= p_agora
   order by carencia_ate
   limit p_limite
$$;
grant execute on function acesso.eliminacoes_devidas to rubrica_app;

-- Exports past their time.
create or replace function acesso.exportacoes_vencidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente
    from solicitacao_lgpd
   where arquivo_id is not null and arquivo_expira_em <= p_agora
   order by arquivo_expira_em
   limit p_limite
$$;
grant execute on function acesso.exportacoes_vencidas to rubrica_app;

-- The documents that have outlived their period at an instant: the category each falls under, and since when its period
-- runs. One in progress or waiting for its completion is never among them, nor one whose status column says it was never
-- concluded while it has a certificate. What was concluded waits for five whole years besides its period.
create or replace function rubrica_expurgaveis(p_agora timestamptz, p_documento uuid) returns table (
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
create or replace function acesso.expurgaveis(p_agora timestamptz, p_limite int, p_exceto uuid[]) returns table (
  id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select documento_id, organizacao_id, ambiente, categoria, desde
    from rubrica_expurgaveis(least(p_agora, clock_timestamp()), null)
   where documento_id <> all (p_exceto)
   order by desde
   limit p_limite
$$;
grant execute on function acesso.expurgaveis to rubrica_app;

-- Removes a document for good, with all that hangs on it: rows, trail, certificate, events told about it. Checks state,
-- age and period again, itself, against the database's own clock and the trail; the caller only names the document, and
-- only one of its own scope.
-- Returns the keys of the stored files that no row names any more, or null when the document has to stay.
create or replace function acesso.expurgar_documento(p_id uuid, p_agora timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
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
grant execute on function acesso.expurgar_documento to rubrica_app;

-- Deliveries older than their period: those that are over, and those of a webhook that takes none. One that still waits
-- for a live webhook stays.
create or replace function rubrica_entregas_expurgaveis(p_agora timestamptz) returns table (
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
create or replace function acesso.expurgar_entregas(p_agora timestamptz, p_limite int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
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
grant execute on function acesso.expurgar_entregas to rubrica_app;

-- Calls older than the period of their organization and environment, found by the key of the listing.
create or replace function rubrica_chamadas_expurgaveis(p_agora timestamptz) returns table (
  linha tid, organizacao_id uuid, ambiente text, ocorrido_em timestamptz
) language sql stable as $$
  select r.ctid, r.organizacao_id, r.ambiente, r.ocorrido_em
    from prazo_guarda g
    join registro_chamada r
      on r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente
     and r.ocorrido_em <= p_agora - make_interval(days => g.registro_chamada)
$$;

-- Removes up to p_limite of them. Never looks past the database's own clock.
create or replace function acesso.expurgar_chamadas(p_agora timestamptz, p_limite int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expurgadas int;
begin
  delete from registro_chamada
   where ctid = any (array(
     select x.linha from rubrica_chamadas_expurgaveis(least(p_agora, clock_timestamp())) x limit p_limite));
  get diagnostics expurgadas = row_count;
  return expurgadas;
end $$;
grant execute on function acesso.expurgar_chamadas to rubrica_app;

-- The dry run: what a purge at this instant would take, by organization, environment and category.
create or replace function acesso.expurgo_previsto(p_agora timestamptz) returns table (
  organizacao_id uuid, organizacao text, ambiente text, categoria text, quantidade bigint, bytes bigint,
  desde timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
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
     union all
    select c.organizacao_id, c.ambiente, 'REGISTRO_CHAMADA', c.ocorrido_em, 0
      from rubrica_chamadas_expurgaveis(least(p_agora, clock_timestamp())) c
  )
  select alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria, count(*), sum(alvo.bytes)::bigint, min(alvo.desde)
    from alvo
    join organizacao o on o.id = alvo.organizacao_id
   group by alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria
   order by o.nome, alvo.organizacao_id, alvo.ambiente, alvo.categoria
$$;
grant execute on function acesso.expurgo_previsto to rubrica_app;
