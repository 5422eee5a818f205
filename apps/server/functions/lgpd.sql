-- Confirmed deletions of an organization's test data whose grace ends between two moments of its clock.
create or replace function acesso.eliminacoes_de_teste(
  p_organizacao_id uuid, p_desde timestamptz, p_ate timestamptz, p_limite int
) returns table (id uuid, organizacao_id uuid, ambiente text, em timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.ambiente, s.carencia_ate
    from solicitacao_lgpd s
   where s.organizacao_id = p_organizacao_id
     and s.ambiente = 'TESTE'
     and s.estado = 'EM_CARENCIA' and s.confirmada_em is not null
     and s.carencia_ate > p_desde
     and s.carencia_ate <= p_ate
   order by s.carencia_ate
   limit p_limite
$$;
grant execute on function acesso.eliminacoes_de_teste to rubrica_app;

-- Confirmed deletions whose grace is over: by the real time, and where a clock was moved by that one.
create or replace function acesso.eliminacoes_devidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  (select id, organizacao_id, ambiente
     from solicitacao_lgpd
    where estado = 'EM_CARENCIA' and confirmada_em is not null and carencia_ate <= p_agora
    order by carencia_ate
    limit p_limite)
   union all
  select e.id, e.organizacao_id, e.ambiente
    from relogio r
   cross join lateral acesso.eliminacoes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) e
   where r.deslocamento_s > 0
   limit p_limite
$$;
grant execute on function acesso.eliminacoes_devidas to rubrica_app;

-- Exports of an organization's test data whose time ends between two moments of its clock.
create or replace function acesso.exportacoes_de_teste(
  p_organizacao_id uuid, p_desde timestamptz, p_ate timestamptz, p_limite int
) returns table (id uuid, organizacao_id uuid, ambiente text, em timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.ambiente, s.arquivo_expira_em
    from solicitacao_lgpd s
   where s.organizacao_id = p_organizacao_id
     and s.ambiente = 'TESTE'
     and s.arquivo_id is not null
     and s.arquivo_expira_em > p_desde
     and s.arquivo_expira_em <= p_ate
   order by s.arquivo_expira_em
   limit p_limite
$$;
grant execute on function acesso.exportacoes_de_teste to rubrica_app;

-- Exports past their time: by the real one, and where a clock was moved by that one.
create or replace function acesso.exportacoes_vencidas(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  (select id, organizacao_id, ambiente
     from solicitacao_lgpd
    where arquivo_id is not null and arquivo_expira_em <= p_agora
    order by arquivo_expira_em
    limit p_limite)
   union all
  select e.id, e.organizacao_id, e.ambiente
    from relogio r
   cross join lateral acesso.exportacoes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) e
   where r.deslocamento_s > 0
   limit p_limite
$$;
grant execute on function acesso.exportacoes_vencidas to rubrica_app;

-- The documents that have outlived their period at an instant, by the clock of each: the category each falls under, and since when its period
-- runs. One in progress or waiting for its completion is never among them, nor one whose status column says it was never
-- concluded while it has a certificate. What was concluded waits for five whole years besides its period.
create or replace function rubrica_expurgaveis(p_agora timestamptz, p_documento uuid) returns table (
  documento_id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamptz
) language sql stable as $$
  with candidato as materialized (
    select d.id, d.organizacao_id, d.ambiente, d.assinado_por_todos_em, c.categoria, c.desde, c.dias,
           p_agora + make_interval(secs => g.adiantado_s) as agora
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
     where (p_documento is null or d.organizacao_id = rubrica_organizacao() and d.id = p_documento)
       and c.desde + make_interval(days => c.dias) <= p_agora + make_interval(secs => g.adiantado_s)
  )
  select c.id, c.organizacao_id, c.ambiente, c.categoria, e.desde
    from candidato c
   cross join lateral (
     select min(k.emitido_em) as certificado_em
      from certificado k
     where k.organizacao_id = c.organizacao_id and k.documento_id = c.id
   ) k
   -- Instants of the certificate and of the trail cannot be altered; those of the document's row could.
   cross join lateral (
     select case when c.categoria = 'CONCLUIDO' then greatest(c.desde, k.certificado_em)
                 else greatest(c.desde, (select max((t.corpo::jsonb ->> 'ocorridoEm')::timestamptz)
                                           from evento_auditoria t
                                          where t.organizacao_id = c.organizacao_id
                                            and t.documento_id = c.id)) end as desde
   ) e
   where e.desde + make_interval(days => c.dias) <= c.agora
     and case when c.categoria = 'CONCLUIDO'
              then k.certificado_em is not null and e.desde + interval '5 years' <= c.agora
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

-- Removes a locked document for good, with all that hangs on it: rows, trail, certificate, events told about it; and notes
-- the purge, without which evidence cannot go. Whether it may be removed is for the two doors to know that call it.
-- Returns the keys of the stored files that no row names any more.
create or replace function rubrica_apagar_documento(
  alvo documento, p_categoria text, p_desde timestamptz, p_agora timestamptz
) returns text[] language plpgsql as $$
declare
  dona constant uuid := alvo.organizacao_id;
  signatarios uuid[];
  links uuid[];
  arquivos uuid[];
  um uuid;
  chave_um text;
  chaves text[] := '{}';
begin
  insert into expurgo (documento_id, organizacao_id, ambiente, categoria, desde, expurgado_em, trilha_tamanho, trilha_hash)
  select alvo.id, alvo.organizacao_id, alvo.ambiente, p_categoria, p_desde, p_agora, t.tamanho, t.hash
    from trilha t
   where t.organizacao_id = dona and t.documento_id = alvo.id;

  -- Keys begin with the organization, hence it stands in every statement; those of signers with the environment too.
  signatarios := array(
    select s.id from signatario s where s.organizacao_id = dona and s.documento_id = alvo.id
    union
    select l.signatario_id from link_signatario l where l.organizacao_id = dona and l.documento_id = alvo.id);
  links := array(
    select distinct l.link_id from link_signatario l where l.organizacao_id = dona and l.documento_id = alvo.id);
  arquivos := array(
    select v.arquivo_id from versao v where v.organizacao_id = dona and v.documento_id = alvo.id
    union select c.arquivo_id from certificado c where c.organizacao_id = dona and c.documento_id = alvo.id
    union select unnest(array[alvo.arquivo_id, alvo.arquivo_assinado_id]));

  delete from entrega_webhook e using evento_saida s
   where s.organizacao_id = dona and s.documento_id = alvo.id
     and e.organizacao_id = dona and e.evento_id = s.id;
  delete from evento_saida where organizacao_id = dona and documento_id = alvo.id;
  delete from codigo_otp
   where signatario_id = any (signatarios) and organizacao_id = dona and ambiente = alvo.ambiente;
  delete from valor_campo v using campo c
   where c.organizacao_id = dona and c.documento_id = alvo.id
     and v.campo_id = c.id and v.organizacao_id = c.organizacao_id and v.ambiente = c.ambiente;
  delete from imagem_assinatura
   where signatario_id = any (signatarios) and organizacao_id = dona and ambiente = alvo.ambiente;
  delete from campo where organizacao_id = dona and documento_id = alvo.id;
  delete from edicao where organizacao_id = dona and documento_id = alvo.id;
  delete from formulario_pedido where organizacao_id = dona and documento_id = alvo.id;
  delete from link_signatario where organizacao_id = dona and documento_id = alvo.id;
  -- A link of an envelope goes with the last document it opens.
  links := array(
    select l.id from link l
     where l.organizacao_id = dona and l.id = any (links)
       and not exists (select from link_signatario x where x.organizacao_id = dona and x.link_id = l.id));
  delete from codigo_otp where organizacao_id = dona and link_id = any (links);
  delete from link_exibido where organizacao_id = dona and link_id = any (links);
  delete from link_incorporado where organizacao_id = dona and link_id = any (links);
  delete from link where organizacao_id = dona and id = any (links);
  delete from signatario where organizacao_id = dona and documento_id = alvo.id;
  delete from versao where organizacao_id = dona and documento_id = alvo.id;
  delete from certificado where organizacao_id = dona and documento_id = alvo.id;
  delete from evento_auditoria where organizacao_id = dona and documento_id = alvo.id;
  delete from trilha where organizacao_id = dona and documento_id = alvo.id;
  delete from documento where organizacao_id = dona and id = alvo.id;
  if alvo.envelope_id is not null then
    -- Whoever holds it, to send it or to order its documents, goes on to lock these: waiting for it would be a deadlock. It
    -- stays without a document then, and goes with the next cleaning of the sandbox or by its owner's hand.
    delete from envelope e
     where e.organizacao_id = dona
       and e.id = (select id from envelope
                    where organizacao_id = dona and id = alvo.envelope_id for update skip locked)
       and not exists (select from documento d where d.organizacao_id = dona and d.envelope_id = e.id);
  end if;

  foreach um in array arquivos loop
    continue when um is null;
    begin
      delete from download where organizacao_id = dona and arquivo_id = um;
      delete from arquivo where organizacao_id = dona and id = um returning chave into chave_um;
      if found then chaves := chaves || chave_um; end if;
    exception when foreign_key_violation then
      -- Another row still names this file; it stays with that row.
      null;
    end;
  end loop;
  return chaves;
end $$;

-- Removes a document that outlived its period. Checks state, age and period again, itself, against the database's own
-- clock and the trail; the caller only names the document, and only one of its own scope.
-- Returns what `rubrica_apagar_documento` does, or null when the document has to stay.
create or replace function acesso.expurgar_documento(p_id uuid, p_agora timestamptz) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  alvo documento;
  devido record;
begin
  select * into alvo
    from documento
   where id = p_id and organizacao_id = rubrica_organizacao() and ambiente = rubrica_ambiente()
     for update;
  if not found then return null; end if;
  select * into devido from rubrica_expurgaveis(agora, p_id);
  if not found then return null; end if;
  if rubrica_trilha_confirma(p_id, devido.categoria) is not true then return null; end if;
  return rubrica_apagar_documento(alvo, devido.categoria, devido.desde, agora);
end $$;
grant execute on function acesso.expurgar_documento to rubrica_app;

-- Removes some of what an organization keeps in the sandbox, made up to an instant: documents first, then the rest. Keys,
-- webhooks and periods stay. Whoever calls it, under whatever scope, production stays.
-- Returns how many rows went, 0 once there is nothing left, and the keys of files that no row names any more.
create or replace function acesso.limpar_sandbox(
  p_ate timestamptz, p_documentos int, p_linhas int, out removidas int, out chaves text[]
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dona constant uuid := rubrica_organizacao();
  velhos uuid[];
  alvo documento;
  um uuid;
  chave_um text;
  tabela record;
  linhas int;
begin
  removidas := 0;
  chaves := '{}';
  if dona is null or rubrica_ambiente() is distinct from 'TESTE' then return; end if;

  velhos := array(
    select id from documento
     where organizacao_id = dona and ambiente = 'TESTE' and criado_em <= p_ate
     order by criado_em, id
     limit p_documentos);
  -- Documents, then the folders that count them, each in the order of ids, as everywhere: operations on the same ones
  -- never deadlock.
  perform from documento where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos) order by id for update;
  perform from pasta
    where organizacao_id = dona
      and id in (select pasta_id from documento
                  where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos) and excluido_em is null)
    order by id for no key update;
  for alvo in
    select * from documento where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos)
  loop
    chaves := chaves || rubrica_apagar_documento(alvo, 'SANDBOX', alvo.criado_em, clock_timestamp());
    removidas := removidas + 1;
  end loop;
  if removidas > 0 then return; end if;

  -- Each with the column that says since when, and what keeps a row.
  for tabela in
    select * from (values
      ('entrega_webhook', 'criada_em', 'true'),
      ('evento_saida', 'ocorrido_em', 'not exists (select from entrega_webhook e
                                      where e.organizacao_id = t.organizacao_id and e.evento_id = t.id)'),
      ('mensagem_capturada', 'criado_em', 'true'),
      ('autenticador', 'criado_em', 'true'),
      ('cliente', 'criado_em', 'true'),
      ('formulario_pedido', 'pedido_em', 'true'),
      ('formulario', 'criado_em', 'not exists (select from formulario_pedido p
                                  where p.organizacao_id = t.organizacao_id and p.formulario_id = t.id)'),
      ('modelo_email', 'criado_em', 'true'),
      ('idempotencia', 'criado_em', 'status is not null and rota not like ''%/limpar'''),
      ('envelope', 'criado_em', 'not exists (select from documento d
                                  where d.organizacao_id = t.organizacao_id and d.envelope_id = t.id)'),
      ('pasta', 'criada_em', 'not exists (select from documento d
                                          where d.organizacao_id = t.organizacao_id and d.pasta_id = t.id)
                              and not exists (select from pasta f
                                               where f.organizacao_id = t.organizacao_id and f.pai_id = t.id)'),
      ('palpite', null, 'true')
    ) as uma (nome, desde, livre)
  loop
    execute format(
      'delete from %1$I where ctid = any (array(
         select t.ctid from %1$I t where t.organizacao_id = $1 and t.ambiente = ''TESTE'' %2$s and %3$s limit $3))',
      tabela.nome, case when tabela.desde is null then '' else format('and t.%I <= $2', tabela.desde) end, tabela.livre)
      using dona, p_ate, p_linhas;
    get diagnostics linhas = row_count;
    removidas := removidas + linhas;
  end loop;

  -- A row's place says nothing in a table of several parts.
  delete from registro_chamada r
   using (select c.ocorrido_em, c.requisicao_id
            from registro_chamada c
           where c.organizacao_id = dona and c.ambiente = 'TESTE' and c.ocorrido_em <= p_ate limit p_linhas) x
   where r.organizacao_id = dona and r.ambiente = 'TESTE'
     and r.ocorrido_em = x.ocorrido_em and r.requisicao_id = x.requisicao_id;
  get diagnostics linhas = row_count;
  removidas := removidas + linhas;

  -- What names a file of its own.
  for um in
    with modelos as (
      delete from modelo where organizacao_id = dona and id = any (array(
        select m.id from modelo m
         where m.organizacao_id = dona and m.ambiente = 'TESTE' and m.criado_em <= p_ate
           and not exists (select from formulario f where f.organizacao_id = m.organizacao_id and f.modelo_id = m.id)
         limit p_documentos))
      returning arquivo_id
    ), pedidos as (
      delete from solicitacao_lgpd where organizacao_id = dona and id = any (array(
        select p.id from solicitacao_lgpd p
         where p.organizacao_id = dona and p.ambiente = 'TESTE' and p.criada_em <= p_ate limit p_documentos))
      returning arquivo_id
    )
    select arquivo_id from modelos union all select arquivo_id from pedidos
  loop
    removidas := removidas + 1;
    continue when um is null;
    delete from download where organizacao_id = dona and arquivo_id = um;
    delete from arquivo where organizacao_id = dona and id = um returning chave into chave_um;
    if found then chaves := chaves || chave_um; end if;
  end loop;
end $$;
grant execute on function acesso.limpar_sandbox to rubrica_app;

-- Deliveries older than their period: those that are over, and those of a webhook that takes none. One that still waits
-- for a live webhook stays.
create or replace function rubrica_entregas_expurgaveis(p_agora timestamptz) returns table (
  id uuid, organizacao_id uuid, ambiente text, criada_em timestamptz
) language sql stable as $$
  select e.id, e.organizacao_id, e.ambiente, e.criada_em
    from entrega_webhook e
    join webhook w on w.organizacao_id = e.organizacao_id and w.id = e.webhook_id
    join prazo_guarda g on g.organizacao_id = e.organizacao_id and g.ambiente = e.ambiente
   where e.criada_em + make_interval(days => g.entrega_webhook) <= p_agora + make_interval(secs => g.adiantado_s)
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
   where (organizacao_id, id) in (
     select x.organizacao_id, x.id from rubrica_entregas_expurgaveis(agora) x limit p_limite);
  get diagnostics entregas = row_count;
  delete from evento_saida
   where (organizacao_id, id) in (
     select s.organizacao_id, s.id
       from evento_saida s
       join prazo_guarda g on g.organizacao_id = s.organizacao_id and g.ambiente = s.ambiente
      where s.ocorrido_em + make_interval(days => g.entrega_webhook) <= agora + make_interval(secs => g.adiantado_s)
        and not exists (select from entrega_webhook e where e.organizacao_id = s.organizacao_id and e.evento_id = s.id)
      limit p_limite);
  get diagnostics eventos = row_count;
  return greatest(entregas, eventos);
end $$;
grant execute on function acesso.expurgar_entregas to rubrica_app;

-- The period of each scope's calls, the instant up to which they are past it now, and the one up to which they go. Of an
-- organization that set no period of its own those of a whole week go together, once all of it is past, so that the week
-- can be dropped; a period of its own is kept to the instant.
create or replace function rubrica_prazos_de_chamadas(p_agora timestamptz) returns table (
  organizacao_id uuid, ambiente text, vencidas_ate timestamptz, vao_ate timestamptz
) language sql stable as $$
  with prazo as materialized (
    select g.organizacao_id, g.ambiente, p.organizacao_id is not null as proprio,
           p_agora - make_interval(days => g.registro_chamada) as vencidas_ate
      from prazo_guarda g
      left join politica_retencao p on p.organizacao_id = g.organizacao_id and p.ambiente = g.ambiente
  ), corte as materialized (
    select proprio, vencidas_ate,
           case when proprio then vencidas_ate
                else coalesce((select s.de - interval '1 microsecond'
                                 from rubrica_semanas_de_chamadas() s
                                where s.de <= vencidas_ate and vencidas_ate < s.ate), vencidas_ate) end as vao_ate
      from (select distinct proprio, vencidas_ate from prazo where vencidas_ate is not null) cada
  )
  select prazo.organizacao_id, prazo.ambiente, prazo.vencidas_ate, corte.vao_ate
    from prazo
    left join corte on corte.proprio = prazo.proprio and corte.vencidas_ate = prazo.vencidas_ate
$$;

-- Calls that go, found by the key of the listing.
create or replace function rubrica_chamadas_expurgaveis(p_agora timestamptz) returns table (
  organizacao_id uuid, ambiente text, ocorrido_em timestamptz, requisicao_id uuid
) language sql stable as $$
  select r.organizacao_id, r.ambiente, r.ocorrido_em, r.requisicao_id
    from rubrica_prazos_de_chamadas(p_agora) g
    join registro_chamada r
      on r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente and r.ocorrido_em <= g.vao_ate
$$;

-- Drops the weeks of which nobody keeps a call any more; says how many calls they had. Waits for nobody: a week that is being
-- read stays until the next purge.
create or replace function rubrica_largar_semanas_de_chamadas(p_agora timestamptz) returns int language plpgsql as $$
declare
  semana record;
  mantida boolean;
  linhas int;
  largadas int := 0;
begin
  for semana in
    select parte, ate from rubrica_semanas_de_chamadas() where ate <= p_agora - interval '90 days' order by ate
  loop
    execute format(
      'select exists (select from rubrica_prazos_de_chamadas($1) g
                       where (g.vao_ate is null or g.vao_ate < $2 - interval ''1 microsecond'')
                         and exists (select from %s r
                                      where r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente))', semana.parte)
      into mantida using p_agora, semana.ate;
    continue when mantida;
    begin
      set local lock_timeout = '1s';
      execute format('select count(*) from %s', semana.parte) into linhas;
      execute format('drop table %s', semana.parte);
      largadas := largadas + linhas;
    exception when lock_not_available then
      null;
    end;
  end loop;
  return largadas;
end $$;

-- Removes calls past their period: whole weeks first, then up to p_limite others. Never looks past the database's own clock.
create or replace function acesso.expurgar_chamadas(p_agora timestamptz, p_limite int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  largadas constant int := rubrica_largar_semanas_de_chamadas(agora);
  expurgadas int;
begin
  delete from registro_chamada r
   using (select * from rubrica_chamadas_expurgaveis(agora) limit p_limite) x
   where r.organizacao_id = x.organizacao_id and r.ambiente = x.ambiente
     and r.ocorrido_em = x.ocorrido_em and r.requisicao_id = x.requisicao_id;
  get diagnostics expurgadas = row_count;
  return largadas + expurgadas;
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
             where a.organizacao_id = x.organizacao_id
               and a.id in (select v.arquivo_id from versao v
                             where v.organizacao_id = x.organizacao_id and v.documento_id = x.documento_id
                            union
                            select c.arquivo_id from certificado c
                             where c.organizacao_id = x.organizacao_id and c.documento_id = x.documento_id
                            union
                            select d.arquivo_assinado_id from documento d
                             where d.organizacao_id = x.organizacao_id and d.id = x.documento_id)) as bytes
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
