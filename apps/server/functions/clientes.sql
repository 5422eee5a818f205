-- A search of the registry runs as the owner of the tables, as that of documents does (listing.sql says why), and is always
-- planned for the text at hand.

-- Up to `p_limite` people that hold a text, newest first, after a position where one is given.
create or replace function acesso.buscar_clientes(
  p_padrao text, p_depois_em timestamptz, p_depois_id uuid, p_limite int
) returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from cliente where organizacao_id = $1 and ambiente = $2 and busca like $3'
    || case when p_depois_em is null then '' else ' and (criado_em, id) < ($4, $5)' end
    || ' order by criado_em desc, id desc limit $6'
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_depois_em, p_depois_id, p_limite;
end $$;
grant execute on function acesso.buscar_clientes to rubrica_app;

-- How many people hold a text.
create or replace function acesso.contar_clientes(p_padrao text) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total bigint;
begin
  execute 'select count(*) from cliente where organizacao_id = $1 and ambiente = $2 and busca like $3'
    into total
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao);
  return total;
end $$;
grant execute on function acesso.contar_clientes to rubrica_app;
