-- Where a personal link leads; what it opens there is judged under the scope.
create or replace function acesso.link(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, revogado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente, revogado_em is not null from link where token_hash = p_token_hash
$$;
grant execute on function acesso.link to rubrica_app;
