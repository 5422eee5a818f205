-- Public links of templates (docs/adr/0086).

-- What the address of a form leads to.
create or replace function acesso.formulario(p_token text) returns table (
  id uuid, organizacao_id uuid, ambiente text, origem text
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente, null::text from formulario where token = p_token
$$;
grant execute on function acesso.formulario to rubrica_app;

-- What the address in a visitor's message leads to; whether it still confirms anything is judged under the scope.
create or replace function acesso.pedido_de_formulario(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, origem text
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente, null::text from formulario_pedido where token_hash = p_token_hash
$$;
grant execute on function acesso.pedido_de_formulario to rubrica_app;

-- Removes up to `p_limite` requests that were not confirmed in time, each by its clock, with the name and the address in them.
create or replace function acesso.esquecer_pedidos_de_formulario(p_ate timestamptz, p_limite int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  esquecidos int;
begin
  delete from formulario_pedido
   where (organizacao_id, id) in (
     select p.organizacao_id, p.id
       from formulario_pedido p
       left join relogio r on r.organizacao_id = p.organizacao_id and r.ambiente = p.ambiente
      where p.documento_id is null
        and p.expira_em < p_ate + make_interval(secs => coalesce(r.deslocamento_s, 0))
      limit p_limite
        for update of p skip locked);
  get diagnostics esquecidos = row_count;
  return esquecidos;
end $$;
grant execute on function acesso.esquecer_pedidos_de_formulario to rubrica_app;
