-- What an act adds to a month's sum, as a row of its own until it is folded into consumo_mensal: the sum's one row would
-- be what everything an organization does waits on. Envelopes are summed at once, because their allowance is that row.
create table consumo_variacao (
  organizacao_id uuid not null,
  mes date not null,
  tipo text not null,
  quantidade bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index on consumo_variacao (organizacao_id, mes);
call rubrica_escopo('consumo_variacao', false);

-- A month's sums, exact at every moment.
create view consumo_do_mes with (security_invoker = true) as
select organizacao_id, mes, tipo, sum(quantidade)::bigint as quantidade, sum(linhas)::bigint as linhas
  from (select organizacao_id, mes, tipo, quantidade, linhas from consumo_mensal
        union all
        select organizacao_id, mes, tipo, quantidade, 1 from consumo_variacao) as parcela
 group by organizacao_id, mes, tipo;

-- Folds up to `p_limite` rows and says how many there were, in the order of their sums so that two processes never wait
-- on each other crosswise.
create function acesso.dobrar_consumo(p_limite int) returns bigint
language sql security definer set search_path = public as $$
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
