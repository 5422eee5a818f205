-- API calls counted in memory since the last time, added to one line per organization and hour: p_linhas is a list of
-- { organizacao_id, hora, quantidade }, no hour of an organization twice. Organizations go in order, so that two
-- processes never wait on each other.
create or replace function acesso.medir_requisicoes(p_linhas jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  with dada as (
    select organizacao_id, hora, quantidade
      from jsonb_to_recordset(p_linhas) as linha (organizacao_id uuid, hora timestamptz, quantidade bigint)
  ), gravada as (
    insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, descricao, referencia)
    select gen_random_uuid(), organizacao_id, 'REQUISICAO_API', quantidade, hora, 'Chamadas à API nesta hora',
           'hora:' || to_char(hora at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
      from dada
     order by organizacao_id, hora
    on conflict (organizacao_id, tipo, referencia) do update
       set quantidade = medicao.quantidade + excluded.quantidade
    returning organizacao_id, ocorrido_em, xmax = 0 as nova
  )
  insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
  select dada.organizacao_id,
         date_trunc('month', hora at time zone 'America/Sao_Paulo')::date as mes,
         'REQUISICAO_API',
         sum(dada.quantidade),
         count(*) filter (where nova)
    from dada
    join gravada on gravada.organizacao_id = dada.organizacao_id and gravada.ocorrido_em = dada.hora
   group by 1, 2
   order by 1, 2
  on conflict (organizacao_id, mes, tipo) do update
     set quantidade = consumo_mensal.quantidade + excluded.quantidade,
         linhas = consumo_mensal.linhas + excluded.linhas
$$;
grant execute on function acesso.medir_requisicoes to rubrica_app;

-- Folds up to `p_limite` rows and says how many there were, in the order of their sums so that two processes never wait
-- on each other crosswise.
create or replace function acesso.dobrar_consumo(p_limite int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with tirada as (
    delete from consumo_variacao
     where ctid = any (array(select ctid from consumo_variacao limit p_limite for update skip locked))
    returning organizacao_id, mes, tipo, quantidade
  ), dobrada as (
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
    select organizacao_id, mes, tipo, sum(quantidade), count(*)
      from tirada
     group by organizacao_id, mes, tipo
     order by organizacao_id, mes, tipo
    on conflict (organizacao_id, mes, tipo) do update
       set quantidade = consumo_mensal.quantidade + excluded.quantidade,
           linhas = consumo_mensal.linhas + excluded.linhas
  )
  select count(*) from tirada
$$;
grant execute on function acesso.dobrar_consumo to rubrica_app;

-- Organizations with a day up to `p_dia` not measured yet.
create or replace function acesso.armazenamento_a_medir(p_dia date, p_limite int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id
    from organizacao
   where coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1) < p_dia
   order by coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1)
   limit p_limite
$$;
grant execute on function acesso.armazenamento_a_medir to rubrica_app;

-- From when on an organization has which plan.
create or replace function rubrica_vigencia() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into plano_vigencia (organizacao_id, desde, plano_codigo)
  select new.id,
         -- Never before what it replaces: the application's clock, which told `criada_em`, may go ahead of this one.
         case when tg_op = 'INSERT' then new.criada_em else greatest(now(), max(desde)) end,
         new.plano_codigo
    from plano_vigencia
   where organizacao_id = new.id
  on conflict (organizacao_id, desde) do update set plano_codigo = excluded.plano_codigo;
  return null;
end $$;
revoke all on function rubrica_vigencia from public;
