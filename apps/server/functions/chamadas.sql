-- Adds the calls of a batch, whatever their organizations: p_linhas is a list of rows as the table has them.
create or replace function acesso.registrar_chamadas(p_linhas json) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into registro_chamada
  select * from json_populate_recordset(null::registro_chamada, p_linhas)
  on conflict do nothing
$$;
grant execute on function acesso.registrar_chamadas to rubrica_app;

-- Removes whatever exceeds the newest p_maximo of each organization and environment that called since p_ativas_desde. One
-- after another: joined, the planner takes a new organization's rows for a few.
create or replace function acesso.limitar_chamadas(p_maximo int, p_ativas_desde timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  uma uuid;
  ultima record;
begin
  for uma in
    select distinct organizacao_id from registro_chamada where ocorrido_em >= p_ativas_desde
  loop
    -- Each environment is read by its index as far as it may count, and no further.
    select ocorrido_em, requisicao_id into ultima
      from ((select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'PRODUCAO'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)
            union all
            (select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'TESTE'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)) as recentes
     order by ocorrido_em desc, requisicao_id desc
    offset p_maximo limit 1;
    continue when not found;
    delete from registro_chamada
     where organizacao_id = uma
       and (ocorrido_em, requisicao_id) <= (ultima.ocorrido_em, ultima.requisicao_id);
  end loop;
end $$;
grant execute on function acesso.limitar_chamadas to rubrica_app;
