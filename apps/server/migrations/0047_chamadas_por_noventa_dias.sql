-- Calls are served for 90 days and purged like everything else that outlived its period. What still goes by itself is
-- what exceeds the number kept of an organization and environment, so that nobody fills the disk by calling.

-- Of processes of before, which keep two days: beside the new ones they take nothing.
create or replace function acesso.podar_chamadas(
  p_agora timestamptz, p_guarda interval, p_maximo int, p_ativas_desde timestamptz, p_limite int
) returns int language sql security definer set search_path = public, pg_temp as $$
  select 0
$$;

-- Removes whatever exceeds the newest p_maximo of each organization and environment that called since p_ativas_desde. One
-- after another: joined, the planner takes a new organization's rows for a few.
create function acesso.limitar_chamadas(p_maximo int, p_ativas_desde timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  uma record;
  ultima record;
begin
  for uma in
    select distinct organizacao_id, ambiente from registro_chamada where ocorrido_em >= p_ativas_desde
  loop
    select ocorrido_em, requisicao_id into ultima
      from registro_chamada
     where organizacao_id = uma.organizacao_id and ambiente = uma.ambiente
     order by ocorrido_em desc, requisicao_id desc
    offset p_maximo limit 1;
    continue when not found;
    delete from registro_chamada
     where organizacao_id = uma.organizacao_id and ambiente = uma.ambiente
       and (ocorrido_em, requisicao_id) <= (ultima.ocorrido_em, ultima.requisicao_id);
  end loop;
end $$;

-- Calls older than the period of their organization and environment, found by the key of the listing.
create function rubrica_chamadas_expurgaveis(p_agora timestamptz) returns table (
  linha tid, organizacao_id uuid, ambiente text, ocorrido_em timestamptz
) language sql stable as $$
  select r.ctid, r.organizacao_id, r.ambiente, r.ocorrido_em
    from prazo_guarda g
    join registro_chamada r
      on r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente
     and r.ocorrido_em <= p_agora - make_interval(days => g.registro_chamada)
$$;

-- Removes up to p_limite of them. Never looks past the database's own clock.
create function acesso.expurgar_chamadas(p_agora timestamptz, p_limite int) returns int
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

-- The dry run tells of calls too.
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
