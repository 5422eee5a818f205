-- Where a personal link leads; what it opens there is judged under the scope.
create or replace function acesso.link(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, revogado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente, revogado_em is not null from link where token_hash = p_token_hash
$$;
grant execute on function acesso.link to rubrica_app;

-- What the address of a signing page inside another page was made for; whether it still opens is judged under the scope. Its
-- origin is null once the organization lists that no longer.
create or replace function acesso.link_incorporado(p_bilhete_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, origem text
) language sql stable security definer set search_path = public, pg_temp as $$
  select i.link_id, i.organizacao_id, i.ambiente,
         case when i.origem = any (o.origens_permitidas) then i.origem end
    from link_incorporado i
    join organizacao o on o.id = i.organizacao_id
   where i.bilhete_hash = p_bilhete_hash
$$;
grant execute on function acesso.link_incorporado to rubrica_app;
